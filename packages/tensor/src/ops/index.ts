export * from "./elementwise/functions.gen.ts";
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
export * from "./indexing/functions.gen.ts";
export type { IndexPutOptions, Indices } from "./indexing/indexing.ts";
export {
  gather,
  type IndexAddOptions,
  indexAdd,
  type PadOptions,
  pad,
  takeAlongDim,
} from "./indexing/with-options.ts";
export * from "./linear/functions.gen.ts";
export type { AddmmOptions } from "./linear/matmul.ts";
export * from "./methods.ts";
export * from "./random/functions.gen.ts";
export type { MultinomialOptions } from "./random/multinomial.ts";
export type { ReduceOptions } from "./reduce/dims.ts";
export * from "./reduce/functions.gen.ts";
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
export * from "./views/functions.gen.ts";
export { movedim, narrow } from "./views/reshapes.ts";
export type { DiagonalOptions, SliceOptions } from "./views/slice.ts";
