// Functions of layers and losses without modules, under the names of torch.nn.functional: functional.conv2d(x, weight).
export type { PadOptions } from "@saccade/tensor";
export {
  elu,
  gelu,
  leakyRelu,
  logSigmoid,
  logSoftmax,
  oneHot,
  pad,
  relu,
  sigmoid,
  silu,
  softmax,
  tanh,
} from "@saccade/tensor";
export type { OutputSize } from "../layers/adaptive-pool.ts";
export {
  adaptiveAvgPool1d,
  adaptiveAvgPool2d,
  adaptiveAvgPool3d,
  adaptiveMaxPool1d,
  adaptiveMaxPool2d,
  adaptiveMaxPool3d,
} from "../layers/adaptive-pool.ts";
export type { AvgPoolOptions, LPPoolOptions } from "../layers/average-pool.ts";
export { avgPool1d, avgPool2d, avgPool3d, lpPool1d, lpPool2d, lpPool3d } from "../layers/average-pool.ts";
export { type BatchNormFunctionOptions, batchNorm } from "../layers/batch-norm.ts";
export { bilinear } from "../layers/bilinear.ts";
export { type ConvSteps, conv1d, conv2d, conv3d } from "../layers/conv.ts";
export type { ConvTransposeSteps } from "../layers/conv-transpose.ts";
export { convTranspose1d, convTranspose2d, convTranspose3d } from "../layers/conv-transpose.ts";
export type { NormalizeOptions, PairwiseDistanceOptions, PdistOptions } from "../layers/distance.ts";
export { normalize, pairwiseDistance, pdist } from "../layers/distance.ts";
export type { ChannelDropoutOptions, DropoutOptions } from "../layers/dropout.ts";
export {
  alphaDropout,
  dropout,
  dropout1d,
  dropout2d,
  dropout3d,
  featureAlphaDropout,
} from "../layers/dropout.ts";
export { type EmbeddingFunctionOptions, embedding } from "../layers/embedding.ts";
export { type EmbeddingBagFunctionOptions, embeddingBag } from "../layers/embedding-bag.ts";
export { type FoldOptions, fold, unfold } from "../layers/fold.ts";
export type { FractionalMaxPoolOptions } from "../layers/fractional-max-pool.ts";
export { fractionalMaxPool2d, fractionalMaxPool3d } from "../layers/fractional-max-pool.ts";
export type { GroupNormFunctionOptions, InstanceNormFunctionOptions } from "../layers/group-norm.ts";
export { groupNorm, instanceNorm } from "../layers/group-norm.ts";
export type {
  InterpolateOptions,
  InterpolationMode,
  ScaleOptions,
  UpsampleOptions,
} from "../layers/interpolate.ts";
export { interpolate, upsample, upsampleBilinear, upsampleNearest } from "../layers/interpolate.ts";
export { layerNorm, rmsNorm } from "../layers/layer-norm.ts";
export { linear } from "../layers/linear.ts";
export { type LocalResponseNormOptions, localResponseNorm } from "../layers/local-response-norm.ts";
export type { MaxPoolOptions, MaxPoolResult, WithIndices, WithoutIndices } from "../layers/max-pool.ts";
export { maxPool1d, maxPool2d, maxPool3d } from "../layers/max-pool.ts";
export { type MaxUnpoolOptions, maxUnpool1d, maxUnpool2d, maxUnpool3d } from "../layers/max-unpool.ts";
export type {
  HardshrinkOptions,
  HardtanhOptions,
  RreluOptions,
  SoftshrinkOptions,
} from "../layers/piecewise-activations.ts";
export {
  hardshrink,
  hardsigmoid,
  hardswish,
  hardtanh,
  prelu,
  relu6,
  rrelu,
  softshrink,
  threshold,
} from "../layers/piecewise-activations.ts";
export { channelShuffle, pixelShuffle, pixelUnshuffle } from "../layers/shuffle.ts";
export type { CeluOptions, GumbelSoftmaxOptions, SoftplusOptions } from "../layers/smooth-activations.ts";
export {
  celu,
  glu,
  gumbelSoftmax,
  mish,
  selu,
  softmin,
  softplus,
  softsign,
  tanhshrink,
} from "../layers/smooth-activations.ts";
export { type AffineGridOptions, affineGrid, type GridSampleOptions, gridSample } from "./grid-sample.ts";
export * from "./losses.ts";
export type {
  NativeBatchNorm,
  NativeBatchNormOptions,
  NativeNorm,
  NativeNormOptions,
} from "./native-norms.ts";
export { nativeBatchNorm, nativeGroupNorm, nativeLayerNorm } from "./native-norms.ts";
