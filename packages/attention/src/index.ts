export { AttentionCache, type AttentionCacheOptions, type CacheSizes } from "./cache/attention-cache.ts";
export { KeyValueCache, type KeyValueCacheOptions, type LayerCache } from "./cache/key-value-cache.ts";
export type { Attended, AttendedIf, MaybeAttended, WeightsOptions } from "./contract/method.ts";
export type {
  KeyMaskOptions,
  MakeLinear,
  MaskFillOptions,
  MaskOptions,
  SummaryName,
} from "./contract/rules.ts";
export type { AttentionSummaries, SummariesIf, SummariesOptions } from "./contract/summaries.ts";
export { type AttendOptions, attend, maskedSoftmax } from "./functions/attend.ts";
export { type BlockSparseOptions, blockSparseAttention } from "./functions/block-sparse.ts";
export { type LinearAttentionOptions, linearAttention } from "./functions/linear-attention.ts";
export { type MultiHeadForwardFunctionOptions, multiHeadAttentionForward } from "./functions/multi-head.ts";
export * from "./functions/pooling.ts";
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
export type { AttentionPositions, AttentionSpan, EncodingOffset } from "./positions/attention-positions.ts";
export * from "./positions/biases.ts";
export * from "./positions/positional-encoding.ts";
export {
  type LinearScaling,
  type Llama3Scaling,
  type RotaryOptions,
  RotaryPositions,
  type RotaryScaling,
} from "./positions/rotary.ts";
export * from "./scoring/networks.ts";
export * from "./scoring/scoring.ts";
