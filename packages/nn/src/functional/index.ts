// Functions of layers and losses without modules, under the names of torch.nn.functional: functional.conv2d(x, weight).
export {
  elu,
  gelu,
  leakyRelu,
  logSigmoid,
  logSoftmax,
  oneHot,
  type PadOptions,
  pad,
  relu,
  sigmoid,
  silu,
  softmax,
  tanh,
} from "@saccade/tensor";
export {
  adaptiveAvgPool1d,
  adaptiveAvgPool2d,
  adaptiveAvgPool3d,
  adaptiveMaxPool1d,
  adaptiveMaxPool2d,
  adaptiveMaxPool3d,
  type OutputSize,
} from "../layers/adaptive-pool.ts";
export {
  type AvgPoolOptions,
  avgPool1d,
  avgPool2d,
  avgPool3d,
  type LPPoolOptions,
  lpPool1d,
  lpPool2d,
  lpPool3d,
} from "../layers/average-pool.ts";
export { type BatchNormFunctionOptions, batchNorm } from "../layers/batch-norm.ts";
export {
  alphaDropout,
  type ChannelDropoutOptions,
  dropout1d,
  dropout2d,
  dropout3d,
  featureAlphaDropout,
} from "../layers/channel-dropout.ts";
export { type ConvSteps, conv1d, conv2d, conv3d } from "../layers/conv.ts";
export {
  type ConvTransposeSteps,
  convTranspose1d,
  convTranspose2d,
  convTranspose3d,
} from "../layers/conv-transpose.ts";
export { type DropoutOptions, dropout } from "../layers/dropout.ts";
export { type EmbeddingFunctionOptions, embedding } from "../layers/embedding.ts";
export { type EmbeddingBagFunctionOptions, embeddingBag } from "../layers/embedding-bag.ts";
export { type FoldOptions, fold, unfold } from "../layers/fold.ts";
export {
  type FractionalMaxPoolOptions,
  fractionalMaxPool2d,
  fractionalMaxPool3d,
} from "../layers/fractional-max-pool.ts";
export {
  type GroupNormFunctionOptions,
  groupNorm,
  type InstanceNormFunctionOptions,
  instanceNorm,
} from "../layers/group-norm.ts";
export {
  type InterpolateOptions,
  type InterpolationMode,
  interpolate,
  type ScaleOptions,
  type UpsampleOptions,
  upsample,
  upsampleBilinear,
  upsampleNearest,
} from "../layers/interpolate.ts";
export { layerNorm, rmsNorm } from "../layers/layer-norm.ts";
export { linear } from "../layers/linear.ts";
export { type LocalResponseNormOptions, localResponseNorm } from "../layers/local-response-norm.ts";
export {
  type MaxPoolOptions,
  type MaxPoolResult,
  maxPool1d,
  maxPool2d,
  maxPool3d,
  type WithIndices,
  type WithoutIndices,
} from "../layers/max-pool.ts";
export { type MaxUnpoolOptions, maxUnpool1d, maxUnpool2d, maxUnpool3d } from "../layers/max-unpool.ts";
export {
  type HardshrinkOptions,
  type HardtanhOptions,
  hardshrink,
  hardsigmoid,
  hardswish,
  hardtanh,
  prelu,
  type RreluOptions,
  relu6,
  rrelu,
  type SoftshrinkOptions,
  softshrink,
  threshold,
} from "../layers/piecewise-activations.ts";
export { channelShuffle, pixelShuffle, pixelUnshuffle } from "../layers/shuffle.ts";
export {
  type CeluOptions,
  celu,
  type GumbelSoftmaxOptions,
  glu,
  gumbelSoftmax,
  mish,
  type SoftplusOptions,
  selu,
  softmin,
  softplus,
  softsign,
  tanhshrink,
} from "../layers/smooth-activations.ts";
export { bilinear, type NormalizeOptions, normalize } from "./bilinear.ts";
export { type PairwiseDistanceOptions, type PdistOptions, pairwiseDistance, pdist } from "./distance.ts";
export { type AffineGridOptions, affineGrid, type GridSampleOptions, gridSample } from "./grid-sample.ts";
export * from "./losses.ts";
export {
  type NativeBatchNorm,
  type NativeBatchNormOptions,
  type NativeNorm,
  type NativeNormOptions,
  nativeBatchNorm,
  nativeGroupNorm,
  nativeLayerNorm,
} from "./native-norms.ts";
