export * from "./cross-entropy.ts";
export * from "./ctc-loss.ts";
export * from "./elementwise.ts";
export * from "./embedding.ts";
export * from "./linear-cross-entropy.ts";
export type { LossOptions, Reduction } from "./loss.ts";
export * from "./margin.ts";
export * from "./masked-softmax-ce.ts";
export * from "./probability.ts";
