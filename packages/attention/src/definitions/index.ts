// The second entry, "@saccade/attention/definitions": the mechanisms in plain tensor ops, without checks. They are the
// specification that fused kernels are held against, and are made to be read.

export * from "./attention.ts";
export * from "./masks.ts";
export * from "./multi-head.ts";
export * from "./pooling.ts";
export * from "./positions.ts";
export * from "./scores.ts";
