export { einsum } from "./einsum.ts";
export type { EmbeddingOptions } from "./embedding.ts";
export * from "./fused/index.ts";
export type { IndexPutOptions, Indices } from "./indexing.ts";
export { cat, stack } from "./join.ts";
export { affine } from "./linear.ts";
export * from "./methods.ts";
export type { PadOptions } from "./pad.ts";
export { bernoulli, normal, type RandomOptions, rand, randint, randn, randperm, uniform } from "./random.ts";
