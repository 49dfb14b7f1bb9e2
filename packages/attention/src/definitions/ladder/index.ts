// The reading room: mechanisms of recent years in plain tensor ops, without checks, each held against the published code's numbers.

export { tellsOf } from "@saccade/tensor/fused";
export * from "./latent.ts";
export * from "./learned-memories.ts";
export * from "./memories.ts";
export * from "./read-out.ts";
export * from "./sets.ts";
export * from "./softmax.ts";
export * from "./sparse.ts";
