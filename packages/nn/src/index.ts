export * from "./checkpoint/index.ts";
export { forwardHook, type HookHandle } from "./forward-hook.ts";
/** Functions of layers and losses, as in torch.nn.functional: `functional.conv2d(x, weight)`. */
export * as functional from "./functional/index.ts";
export { functionalCall } from "./functional-call.ts";
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
export * from "./sites.ts";
export { skipInit } from "./skip-init.ts";
export { type LoadResult, type LoadStateDictOptions, StateDictError } from "./state-dict.ts";
