// Initial values of parameters, under PyTorch's names: init.xavierUniform(layer.weight).
export { calculateFans, calculateGain, type Nonlinearity } from "./fans.ts";
export { constant, type InitOptions, normal, ones, uniform, zeros } from "./fill.ts";
export type { XavierOptions } from "./gain.ts";
export { orthogonal } from "./orthogonal.ts";
export { type KaimingOptions, kaimingNormal, kaimingUniform, xavierNormal, xavierUniform } from "./scaled.ts";
