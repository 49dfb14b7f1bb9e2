export { Adadelta, type AdadeltaOptions } from "./adadelta.ts";
export { Adagrad, type AdagradOptions } from "./adagrad.ts";
export { Adam, type AdamOptions, AdamW } from "./adam.ts";
export { Adamax, type AdamaxOptions } from "./adamax.ts";
export { ASGD, type ASGDOptions } from "./asgd.ts";
export {
  AveragedModel,
  type AveragedModelOptions,
  type AverageFn,
  getEmaAvgFn,
  getSwaAvgFn,
} from "./averaged-model.ts";
export {
  type ClipGradNormOptions,
  type ClippedGradients,
  type ClipSetting,
  clipGradNorm,
  clipGradValue,
} from "./clip.ts";
export { checkFinite, DivergedError, TrainingError } from "./errors.ts";
export type { Gradients, MaybeGradient } from "./gradients.ts";
export { LBFGS, type LBFGSOptions } from "./lbfgs.ts";
export { Lion, type LionOptions } from "./lion.ts";
export { Muon, type MuonOptions } from "./muon.ts";
export { NAdam, type NAdamOptions } from "./nadam.ts";
export { Optimizer, type OptimizerSettings, OptimizerStateError, type ParamGroup } from "./optimizer.ts";
export type { ParamState } from "./param-state.ts";
export type {
  OptimizerParams,
  ParameterOwner,
  ParameterSource,
  ParamGroupSource,
} from "./parameter-groups.ts";
export { parametersToVector, vectorToParameters } from "./parameter-vector.ts";
export { RAdam, type RAdamOptions } from "./radam.ts";
export { RMSprop, type RMSpropOptions } from "./rmsprop.ts";
export { Rprop, type RpropOptions } from "./rprop.ts";
export type { BaseOptions, ParamUpdate, UpdateRule } from "./rule.ts";
export { SGD, type SGDOptions } from "./sgd.ts";
export type { GroupStateDict, OptimizerState, OptionValue, ParamStateDict } from "./state-dict.ts";
export type { ClosureGradients } from "./untrained.ts";
