export * from "./checkpoint/index.ts";
/** Functions that initialize parameters: `init.xavierUniform(layer.weight)`. */
export * as init from "./init/index.ts";
export * from "./layers/index.ts";
export * from "./losses/index.ts";
export { Module } from "./module.ts";
export * from "./optim/index.ts";
export { Parameter } from "./parameter.ts";
export * from "./recurrent/index.ts";
export * from "./safetensors/index.ts";
export * from "./schedulers/index.ts";
export { skipInit } from "./skip-init.ts";
export { type LoadResult, type LoadStateDictOptions, StateDictError } from "./state-dict.ts";
