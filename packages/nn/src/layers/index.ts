export * from "./activations.ts";
export type { OutputSize } from "./adaptive-pool.ts";
export {
  AdaptiveAvgPool1d,
  AdaptiveAvgPool2d,
  AdaptiveAvgPool3d,
  AdaptiveMaxPool1d,
  AdaptiveMaxPool2d,
  AdaptiveMaxPool3d,
} from "./adaptive-pool.ts";
export type { AvgPoolOptions, LPPoolOptions } from "./average-pool.ts";
export { AvgPool1d, AvgPool2d, AvgPool3d, LPPool1d, LPPool2d, LPPool3d } from "./average-pool.ts";
export { BatchNorm1d, BatchNorm2d, BatchNorm3d, type BatchNormOptions } from "./batch-norm.ts";
export { Bilinear, type BilinearOptions } from "./bilinear.ts";
export * from "./containers.ts";
export { Conv1d, Conv2d, Conv3d, type ConvOptions } from "./conv.ts";
export type { ConvTransposeOptions } from "./conv-transpose.ts";
export { ConvTranspose1d, ConvTranspose2d, ConvTranspose3d } from "./conv-transpose.ts";
export { CosineSimilarity, PairwiseDistance } from "./distance.ts";
export type { DropoutOptions } from "./dropout.ts";
export {
  AlphaDropout,
  Dropout,
  Dropout1d,
  Dropout2d,
  Dropout3d,
  dropout,
  FeatureAlphaDropout,
} from "./dropout.ts";
export { Embedding, type EmbeddingOptions } from "./embedding.ts";
export { EmbeddingBag, type EmbeddingBagOptions } from "./embedding-bag.ts";
export { Fold, Unfold } from "./fold.ts";
export type { FractionalMaxPoolOptions } from "./fractional-max-pool.ts";
export { FractionalMaxPool2d, FractionalMaxPool3d } from "./fractional-max-pool.ts";
export type { GroupNormOptions, InstanceNormOptions } from "./group-norm.ts";
export { GroupNorm, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d } from "./group-norm.ts";
export * from "./half-layers.ts";
export { type HalfFormat, halfBits } from "./half-weight.ts";
export type { UpsampleLayerOptions } from "./interpolate.ts";
export { Upsample, UpsamplingBilinear2d, UpsamplingNearest2d } from "./interpolate.ts";
export * from "./layer-norm.ts";
export * from "./lazy-conv.ts";
export * from "./linear.ts";
export { LocalResponseNorm } from "./local-response-norm.ts";
export { MaxPool1d, MaxPool2d, MaxPool3d, type MaxPoolOptions, type MaxPoolResult } from "./max-pool.ts";
export { MaxUnpool1d, MaxUnpool2d, MaxUnpool3d, type MaxUnpoolLayerOptions } from "./max-unpool.ts";
export * from "./padding.ts";
export type { PReLUOptions, RReLUOptions } from "./piecewise-activations.ts";
export {
  Hardshrink,
  Hardsigmoid,
  Hardswish,
  Hardtanh,
  PReLU,
  ReLU6,
  RReLU,
  Softshrink,
  Threshold,
} from "./piecewise-activations.ts";
export * from "./sequential.ts";
export { ChannelShuffle, PixelShuffle, PixelUnshuffle } from "./shuffle.ts";
export { CELU, GLU, Mish, SELU, Softmax2d, Softplus, Softsign, Tanhshrink } from "./smooth-activations.ts";
