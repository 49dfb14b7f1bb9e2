export * from "./adam.ts";
export * from "./adaptive.ts";
export * from "./averaged-model.ts";
export {
  type ClipGradNormOptions,
  type ClippedGradients,
  type ClipSetting,
  clipGradNorm,
  clipGradValue,
} from "./clip.ts";
export { checkFinite, DivergedError, TrainingError } from "./errors.ts";
export type { Gradients, MaybeGradient } from "./gradients.ts";
export type {
  AdadeltaOptions,
  AdagradOptions,
  AdamaxOptions,
  AdamOptions,
  ASGDOptions,
  LionOptions,
  MuonOptions,
  NAdamOptions,
  RAdamOptions,
  RMSpropOptions,
  RpropOptions,
  SGDOptions,
} from "./kinds.ts";
export { LBFGS, type LBFGSOptions } from "./lbfgs.ts";
export { Optimizer, type OptimizerSettings, type ParamGroup } from "./optimizer.ts";
export type { ParamState } from "./param-state.ts";
export type {
  OptimizerParams,
  ParameterOwner,
  ParameterSource,
  ParamGroupSource,
} from "./parameter-groups.ts";
export { parametersToVector, vectorToParameters } from "./parameter-vector.ts";
export type { BaseOptions, ParamUpdate, UpdateRule } from "./rule.ts";
export * from "./sgd.ts";
export {
  type GroupStateDict,
  type OptimizerState,
  OptimizerStateError,
  type OptionValue,
  type ParamStateDict,
} from "./state-dict.ts";
export type { ClosureGradients } from "./untrained.ts";
