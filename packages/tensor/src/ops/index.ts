export * from "./elementwise/functions.ts";
// In place of the methods' functions of these names.
export {
  type AddOptions,
  add,
  type ClampOptions,
  clamp,
  type DivOptions,
  div,
  type RoundOptions,
  round,
  rsub,
  sub,
} from "./elementwise/with-options.ts";
export type { EmbeddingLookupOptions } from "./indexing/embedding.ts";
export * from "./indexing/functions.ts";
export type { IndexPutOptions, Indices } from "./indexing/indexing.ts";
export { cat, stack } from "./indexing/join.ts";
export {
  gather,
  type IndexAddOptions,
  indexAdd,
  type PadOptions,
  pad,
  takeAlongDim,
} from "./indexing/with-options.ts";
export { einsum } from "./linear/einsum.ts";
export * from "./linear/functions.ts";
export type { AddmmOptions } from "./linear/matmul.ts";
export * from "./methods.ts";
export * from "./random/functions.ts";
export type { MultinomialOptions } from "./random/multinomial.ts";
export {
  bernoulli,
  type GeneratorOptions,
  normal,
  type RandomOptions,
  rand,
  randint,
  randn,
  randperm,
  uniform,
} from "./random/random.ts";
export { type CosineSimilarityOptions, cosineSimilarity } from "./reduce/covariance.ts";
export type { ReduceOptions } from "./reduce/dims.ts";
export * from "./reduce/functions.ts";
export type { NormOptions } from "./reduce/norm.ts";
export type { SortOptions, TopkOptions } from "./reduce/sort.ts";
export type { VarianceOptions } from "./reduce/variance.ts";
export {
  cumprod,
  cumsum,
  type DTypeOptions,
  logSoftmax,
  mean,
  prod,
  type SumOptions,
  softmax,
  sum,
} from "./reduce/with-options.ts";
export * from "./views/functions.ts";
export { movedim, narrow } from "./views/reshapes.ts";
export type { DiagonalOptions, SliceOptions } from "./views/slice.ts";
