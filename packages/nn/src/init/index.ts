// Initial values of parameters, under PyTorch's names: init.xavierUniform(layer.weight).
export { constant, type InitOptions, normal, ones, uniform, zeros } from "./fill.ts";
export { orthogonal } from "./orthogonal.ts";
export {
  calculateFans,
  calculateGain,
  type KaimingOptions,
  kaimingNormal,
  kaimingUniform,
  type Nonlinearity,
  type XavierOptions,
  xavierNormal,
  xavierUniform,
} from "./scaled.ts";
