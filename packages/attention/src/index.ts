export { AttentionCache, type AttentionCacheOptions, type CacheSizes } from "./cache/attention-cache.ts";
export { KeyValueCache, type KeyValueCacheOptions, type LayerCache } from "./cache/key-value-cache.ts";
export type { Attended, AttendedIf, MaybeAttended, WeightsOptions } from "./contract/attended.ts";
export type { KeyMaskOptions, MakeLinear, MaskFillOptions, MaskOptions } from "./contract/rules.ts";
export { type AttendOptions, attend } from "./functions/attend.ts";
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
export { type BigBirdOptions, type BlockLayout, bigBirdLayout } from "./masks/block-layout.ts";
export { maskedSoftmax } from "./masks/masked-softmax.ts";
export {
  type BlockMaskOptions,
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
export { AlibiPositions, alibiSlopes } from "./positions/alibi.ts";
export type { AttentionPositions, AttentionSpan } from "./positions/attention-positions.ts";
export { LearnedPositions } from "./positions/learned.ts";
export * from "./positions/positional-encoding.ts";
export { type BucketOptions, RelativePositions, relativePositionBucket } from "./positions/relative.ts";
export { type RotaryOptions, RotaryPositions } from "./positions/rotary.ts";
export type { LinearScaling, Llama3Scaling, RotaryScaling } from "./positions/rotary-scaling.ts";
export type { EncodingOffset } from "./positions/sequence.ts";
export * from "./scoring/distances.ts";
export { LocationScoring } from "./scoring/location.ts";
export { AdditiveScoring, ConcatScoring, PerceptronScoring } from "./scoring/networks.ts";
export { BilinearScoring, DotScoring, ScaledDotScoring } from "./scoring/products.ts";
export { Scoring } from "./scoring/scoring.ts";
