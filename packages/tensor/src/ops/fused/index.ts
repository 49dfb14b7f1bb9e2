// The fused ops as functions: `fused.mseLoss(x, y, …)`. Layers and losses wrap them.

export { type HalfAttrs, type HalfFormat, halfLinear, linear, widenHalf } from "../linear/linear.ts";
export { additiveScores } from "./additive-scores.ts";
export type { ScaledDotProductAttrs } from "./attention-of-ops.ts";
export {
  type AttentionTells,
  type AttentionTellsAttrs,
  attentionTells,
  tellsOf,
} from "./attention-tells.ts";
export {
  type ClassLossAttrs,
  type ClassLossOptions,
  type CrossEntropyAttrs,
  crossEntropy,
  type MseLossAttrs,
  mseLoss,
  nllLoss,
  type SoftmaxCrossEntropyOptions,
} from "./class-losses.ts";
export {
  type Conv2dAttrs,
  type Conv2dInputAttrs,
  conv2d,
  conv2dInput,
  type Pair,
  type WindowSteps,
  windowCount,
} from "./conv2d.ts";
export type { DropoutAttrs } from "./dropout.ts";
export { type LinearCrossEntropyTerms, linearCrossEntropy } from "./linear-cross-entropy.ts";
export { matmulWhere, type SoftmaxWhereAttrs, scoresWhere, softmaxWhere } from "./matmul-where.ts";
export { type MaxPoolIndexAttrs, maxPoolIndex } from "./max-pool-index.ts";
export { type LayerNormAttrs, layerNorm, type RMSNormAttrs, rmsNorm } from "./norms.ts";
export type {
  AdagradStepAttrs,
  AdamStepAttrs,
  RmspropStepAttrs,
  SgdStepAttrs,
  StepAttrs,
  StepOp,
} from "./optimizer-steps.ts";
export { type RotaryAttrs, rotary } from "./rotary.ts";
export {
  type FusedAttentionOptions,
  scaledDotProduct,
  scaledDotProductWithLogSumExp,
} from "./scaled-dot-product.ts";
export type { AssembledProgram, Codes } from "./score-assembly.ts";
export { ScoreProgram } from "./score-program.ts";
export {
  type BinaryName,
  type OperandSlope,
  type ProgramParts,
  readBy,
  type ScoreSlopes,
  type ScoreStep,
  type UnaryName,
} from "./score-steps.ts";
export {
  type GruSequenceResult,
  gruSequence,
  type LstmSequenceResult,
  lstmSequence,
  type SequenceAttrs,
  type SequenceOp,
  type SequenceOptions,
} from "./sequence.ts";
export { type ClipFactorAttrs, clipFactor, type TotalNormAttrs, totalNorm } from "./total-norm.ts";
