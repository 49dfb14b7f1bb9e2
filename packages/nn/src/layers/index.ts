export * from "./activations.ts";
export * from "./adaptive-pool.ts";
export { BatchNorm1d, BatchNorm2d, BatchNorm3d, type BatchNormOptions } from "./batch-norm.ts";
export * from "./bilinear.ts";
export * from "./channel-dropout.ts";
export * from "./containers.ts";
export { Conv1d, Conv2d, Conv3d, type ConvOptions } from "./conv.ts";
export {
  ConvTranspose1d,
  ConvTranspose2d,
  ConvTranspose3d,
  type ConvTransposeOptions,
} from "./conv-transpose.ts";
export * from "./distance.ts";
export { Dropout, type DropoutOptions, dropout } from "./dropout.ts";
export { Embedding, type EmbeddingOptions } from "./embedding.ts";
export * from "./embedding-bag.ts";
export * from "./fractional-max-pool.ts";
export * from "./group-norm.ts";
export * from "./half-layers.ts";
export { type HalfFormat, halfBits } from "./half-weight.ts";
export * from "./instance-norm.ts";
export * from "./layer-norm.ts";
export * from "./lazy-conv.ts";
export * from "./linear.ts";
export * from "./max-unpool.ts";
export * from "./padding.ts";
export {
  Hardshrink,
  Hardsigmoid,
  Hardswish,
  Hardtanh,
  PReLU,
  type PReLUOptions,
  ReLU6,
  RReLU,
  type RReLUOptions,
  Softshrink,
  Threshold,
} from "./piecewise-activations.ts";
export * from "./pool.ts";
export * from "./resize.ts";
export * from "./rms-norm.ts";
export * from "./sequential.ts";
export { CELU, GLU, Mish, SELU, Softmax2d, Softplus, Softsign, Tanhshrink } from "./smooth-activations.ts";
