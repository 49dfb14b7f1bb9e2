export { AttentionCache, type AttentionCacheOptions, type CacheSizes } from "./cache/attention-cache.ts";
export { KeyValueCache, type KeyValueCacheOptions, type LayerCache } from "./cache/key-value-cache.ts";
export type { Attended, AttendedIf, MaybeAttended, WeightsOptions } from "./contract/method.ts";
export type { KeyMaskOptions, MakeLinear, MaskFillOptions, MaskOptions } from "./contract/rules.ts";
export { type AttendOptions, attend, maskedSoftmax } from "./functions/attend.ts";
export { type BlockSparseOptions, blockSparseAttention } from "./functions/block-sparse.ts";
export { type LinearAttentionOptions, linearAttention } from "./functions/linear-attention.ts";
export { type MultiHeadForwardFunctionOptions, multiHeadAttentionForward } from "./functions/multi-head.ts";
export {
  averagePooling,
  type Kernel,
  type KernelName,
  leaveOneOut,
  type NadarayaWatsonOptions,
  nadarayaWatson,
  poolingKernels,
} from "./functions/pooling.ts";
export { type ScaledDotProductOptions, scaledDotProductAttention } from "./functions/scaled-dot-product.ts";
export { type SlidingWindowOptions, slidingWindowAttention } from "./functions/sliding-window.ts";
export {
  type BigBirdOptions,
  type BlockLayout,
  type BlockMaskOptions,
  bigBirdLayout,
  blockMask,
  type CausalMaskOptions,
  causalMask,
  lengthsMask,
  type MaskPlace,
  sequenceMask,
  type WindowMaskOptions,
  type WindowOptions,
  windowMask,
} from "./masks/masks.ts";
export { AdditiveAttention } from "./modules/additive.ts";
export { AttentionPooling } from "./modules/attention-pooling.ts";
export { DotProductAttention } from "./modules/dot-product.ts";
export {
  LuongAttention,
  type LuongAttentionOptions,
  type LuongForwardOptions,
  type LuongScore,
  type LuongWindow,
} from "./modules/luong-attention.ts";
export * from "./modules/multihead-attention.ts";
export { NadarayaWatson } from "./modules/nadaraya-watson.ts";
export type { AttentionPositions, AttentionSpan } from "./positions/attention-positions.ts";
export * from "./positions/biases.ts";
export {
  type EncodingOffset,
  type EncodingPlace,
  LearnedPositions,
  PositionalEncoding,
  type PositionalEncodingOptions,
  positionalEncoding,
} from "./positions/positional-encoding.ts";
export {
  type LinearScaling,
  type Llama3Scaling,
  type RotaryOptions,
  RotaryPositions,
  type RotaryScaling,
} from "./positions/rotary.ts";
export { AdditiveScoring, ConcatScoring, LocationScoring, PerceptronScoring } from "./scoring/networks.ts";
export {
  BilinearScoring,
  CosineScoring,
  type CosineScoringOptions,
  DotScoring,
  GaussianScoring,
  type GaussianScoringOptions,
  ScaledDotScoring,
  Scoring,
} from "./scoring/scoring.ts";
