export { ActivationCache } from "./cache/activation-cache.ts";
export type { Anatomy, HeadWeights, PosSlice } from "./cache/anatomy.ts";
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
  StackOf,
} from "./cache/residual.ts";
export {
  type DecodedRun,
  type DecodeRunOptions,
  decodeRun,
  type EncodeRunOptions,
  encodeRun,
} from "./files/run-file.ts";
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
export type { BatchInput, Metric } from "./interventions/side-by-side.ts";
export {
  type AddVectorOptions,
  addVector,
  type SteeringVectorOptions,
  steeringVector,
} from "./interventions/steering.ts";
export { getActName, hookNames, type SiteFilter } from "./names.ts";
export * from "./patching/act-patch.ts";
export {
  type AttributionPatchOptions,
  type AttributionTableOptions,
  attributionPatch,
  attributionTable,
} from "./patching/attribution-patch.ts";
export {
  type ActPatch,
  type ActPatchOptions,
  type GenericActivationPatchOptions,
  genericActivationPatch,
  getActPatchAttnHeadAllPosEvery,
  getActPatchAttnHeadByPosEvery,
  getActPatchBlockEvery,
  type PatchAxis,
  type PatchIndex,
  type PatchSetter,
} from "./patching/generic-patch.ts";
export { type GradRun, logitDiff, type RunWithGradsOptions, runWithGrads } from "./patching/grads.ts";
export {
  getPathPatchHeadToFinalResidPost,
  getPathPatchHeadToHeads,
  type PathPatchOptions,
  type PathPatchToHeadsOptions,
} from "./patching/path-patch.ts";
export {
  allCompositionScores,
  type CompositionOptions,
} from "./readouts/composition-scores.ts";
export {
  type DetectHeadOptions,
  detectHead,
  duplicateTokenPattern,
  type HeadName,
  inductionPattern,
  previousTokenPattern,
} from "./readouts/detect-head.ts";
export {
  type DirectLogitAttribution,
  type DirectLogitAttributionOptions,
  directLogitAttribution,
} from "./readouts/direct-logit-attribution.ts";
export {
  type IntegratedGradients,
  type IntegratedGradientsOptions,
  integratedGradients,
  type Saliency,
  type SaliencyOptions,
  saliency,
} from "./readouts/gradients.ts";
export {
  type ClusterOptions,
  classicalMds,
  clusterHeads,
  type HeadDistances,
  type HeadDistancesOptions,
  type HeadSimilarity,
  type HeadSimilarityOptions,
  headDistances,
  headSimilarity,
  type MdsOptions,
} from "./readouts/head-distances.ts";
export {
  type LogitLensOptions,
  type LogitLensResult,
  logitLens,
  TunedLens,
  type TunedLensOptions,
} from "./readouts/logit-lens.ts";
export {
  type RepeatedScores,
  type RepeatedScoresOptions,
  repeatedScores,
} from "./readouts/repeated-scores.ts";
export {
  type AttentionFlowOptions,
  attentionFlow,
  type RolloutOptions,
  rollout,
} from "./readouts/rollout.ts";
export type { Hook, HookList, HookPoint, Hooks } from "./run/listen.ts";
export {
  addHooks,
  type CachedRun,
  type RunWithCacheOptions,
  type RunWithHooksOptions,
  runWithCache,
  runWithHooks,
} from "./run/run.ts";
