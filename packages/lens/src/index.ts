export { ActivationCache } from "./cache/activation-cache.ts";
export type { Anatomy, HeadWeights } from "./cache/anatomy.ts";
export type {
  LogitAttrsOptions,
  StackActivationOptions,
  StackHeadResultsOptions,
  Tokens,
} from "./cache/heads.ts";
export type {
  AccumulatedResidOptions,
  ApplyLnOptions,
  DecomposeResidOptions,
  LabelledStack,
  LabelsOption,
  PosSlice,
  StackOf,
} from "./cache/residual.ts";
export * from "./files/run-file.ts";
export { RunFileError } from "./files/run-json.ts";
export {
  type AblateHeadsOptions,
  type AblateNeuronsOptions,
  type AblateSitesOptions,
  ablateHeads,
  ablateNeurons,
  ablateSites,
} from "./interventions/ablate.ts";
export { type HeadAblationsOptions, headAblations } from "./interventions/head-ablations.ts";
export type { HeadAt, NeuronAt } from "./interventions/places.ts";
export * from "./interventions/steering.ts";
export { getActName, hookNames, type SiteFilter } from "./names.ts";
export * from "./patching/act-patch.ts";
export * from "./patching/attribution-patch.ts";
export {
  type ActPatch,
  type ActPatchOptions,
  type GenericActivationPatchOptions,
  genericActivationPatch,
  type PatchAxis,
  type PatchIndex,
  type PatchSetter,
} from "./patching/generic-patch.ts";
export { type GradRun, logitDiff, type RunWithGradsOptions, runWithGrads } from "./patching/grads.ts";
export * from "./patching/path-patch.ts";
export * from "./readouts/attention-summaries.ts";
export * from "./readouts/composition-scores.ts";
export * from "./readouts/detect-head.ts";
export * from "./readouts/direct-logit-attribution.ts";
export * from "./readouts/gradients.ts";
export * from "./readouts/head-distances.ts";
export * from "./readouts/logit-lens.ts";
export * from "./readouts/rollout.ts";
export type { BatchInput, Metric } from "./run/calls.ts";
export type { Hook, HookList, HookPoint, Hooks } from "./run/listen.ts";
export * from "./run/run.ts";
