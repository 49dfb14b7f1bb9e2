export * from "@saccade/attention";
export * from "@saccade/autograd";
export * from "@saccade/datasets";
export * from "@saccade/kernels-wasm";
// Two packages have types of these names; those of nn are meant.
export type { EmbeddingOptions, NamedTensors } from "@saccade/nn";
export * from "@saccade/nn";
export * from "@saccade/tensor";
export * from "@saccade/train";
export { type BackendChoice, bestBackend } from "./best-backend.ts";
