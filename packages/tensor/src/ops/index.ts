export type { ClampOptions } from "./elementwise/pointwise.ts";
export type { EmbeddingLookupOptions } from "./indexing/embedding.ts";
export type { IndexPutOptions, Indices } from "./indexing/indexing.ts";
export { cat, stack } from "./indexing/join.ts";
export type { PadOptions } from "./indexing/pad.ts";
export { einsum } from "./linear/einsum.ts";
export type { AddmmOptions } from "./linear/matmul.ts";
export * from "./methods.ts";
export type { MultinomialOptions } from "./random/multinomial.ts";
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
export { type CosineSimilarityOptions, cosineSimilarity } from "./reduce/cosine-similarity.ts";
export type { ReduceOptions } from "./reduce/dims.ts";
export type { NormOptions } from "./reduce/norm.ts";
export type { SortOptions, TopkOptions } from "./reduce/sort.ts";
export type { VarianceOptions } from "./reduce/variance.ts";
export type { DiagonalOptions, SliceOptions } from "./views/slice.ts";
