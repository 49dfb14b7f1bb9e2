export {
  ELU,
  type ELUOptions,
  Flatten,
  GELU,
  type GELUOptions,
  Identity,
  LeakyReLU,
  type LeakyReLUOptions,
  LogSoftmax,
  ReLU,
  Sigmoid,
  SiLU,
  Softmax,
  Softplus,
  Tanh,
} from "./activations.ts";
export { Conv1d, Conv2d, type ConvOptions } from "./conv.ts";
export { Dropout, type DropoutOptions, dropout } from "./dropout.ts";
export { Embedding, type EmbeddingOptions } from "./embedding.ts";
export { HalfEmbedding, HalfLinear, type HalfLinearOptions } from "./half-layers.ts";
export { type HalfFormat, halfBits } from "./half-weight.ts";
export { LayerNorm, type LayerNormOptions, layerNorm } from "./layer-norm.ts";
export { Linear, type LinearMap, type LinearOptions, linear } from "./linear.ts";
export {
  AvgPool1d,
  AvgPool2d,
  type AvgPoolOptions,
  MaxPool1d,
  MaxPool2d,
  type MaxPoolOptions,
} from "./pool.ts";
export { RMSNorm, type RMSNormOptions, rmsNorm } from "./rms-norm.ts";
export { type Layer, Sequential } from "./sequential.ts";
