export * from "@saccade/attention";
export * from "@saccade/autograd";
export * from "@saccade/datasets";
export * from "@saccade/kernels-wasm";
export * from "@saccade/models";
export * from "@saccade/nn";
export * from "@saccade/tensor";
export * from "@saccade/train";
export { type BestBackend, type BestBackendOptions, bestBackend, type GPUCandidate } from "./best-backend.ts";
