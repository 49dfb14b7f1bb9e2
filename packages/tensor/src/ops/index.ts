export type { EmbeddingLookupOptions } from "./indexing/embedding.ts";
export type { IndexPutOptions, Indices } from "./indexing/indexing.ts";
export { cat, stack } from "./indexing/join.ts";
export type { PadOptions } from "./indexing/pad.ts";
export { einsum } from "./linear/einsum.ts";
export * from "./methods.ts";
export {
  bernoulli,
  normal,
  type RandomOptions,
  rand,
  randint,
  randn,
  randperm,
  uniform,
} from "./random/random.ts";
