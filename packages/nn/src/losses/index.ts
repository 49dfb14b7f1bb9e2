export * from "./cross-entropy.ts";
export * from "./elementwise.ts";
export type { LossOptions, Reduction } from "./loss.ts";
export * from "./masked-softmax-ce.ts";
