export { Adagrad, type AdagradOptions } from "./adagrad.ts";
export { Adam, type AdamOptions, AdamW } from "./adam.ts";
export {
  type ClipGradNormOptions,
  type ClippedGradients,
  type ClipSetting,
  clipGradNorm,
  clipGradValue,
} from "./clip.ts";
export { checkFinite, DivergedError, TrainingError } from "./errors.ts";
export type { Gradients, MaybeGradient } from "./gradients.ts";
export { Optimizer, type OptimizerSettings, OptimizerStateError, type ParamGroup } from "./optimizer.ts";
export type { ParamState } from "./param-state.ts";
export type {
  OptimizerParams,
  ParameterOwner,
  ParameterSource,
  ParamGroupSource,
} from "./parameter-groups.ts";
export { RMSprop, type RMSpropOptions } from "./rmsprop.ts";
export type { BaseOptions, ParamUpdate, UpdateRule } from "./rule.ts";
export { SGD, type SGDOptions } from "./sgd.ts";
export type { GroupStateDict, OptimizerState, OptionValue, ParamStateDict } from "./state-dict.ts";
export type { ClosureGradients } from "./untrained.ts";
