// The fused ops as functions: `fused.mseLoss(x, y, …)`. Layers and losses wrap them.

export { type HalfAttrs, type HalfFormat, halfLinear, widenHalf } from "../linear/half-linear.ts";
export { linear } from "../linear/linear.ts";
export { additiveScores } from "./additive-scores.ts";
export {
  type ClassLossAttrs,
  type ClassLossOptions,
  type CrossEntropyAttrs,
  crossEntropy,
  nllLoss,
  type SoftmaxCrossEntropyOptions,
} from "./class-losses.ts";
export { type ClipFactorAttrs, clipFactor } from "./clip-factor.ts";
export { type Conv2dInputAttrs, conv2d, conv2dInput } from "./conv2d.ts";
export type { DropoutAttrs } from "./dropout.ts";
export { type LinearCrossEntropyTerms, linearCrossEntropy } from "./linear-cross-entropy.ts";
export { matmulWhere, scoresWhere } from "./matmul-where.ts";
export { type MaxPoolIndexAttrs, maxPoolIndex } from "./max-pool-index.ts";
export { type MseLossAttrs, mseLoss } from "./mse-loss.ts";
export { type LayerNormAttrs, layerNorm, type RMSNormAttrs, rmsNorm } from "./norms.ts";
export type {
  AdagradStepAttrs,
  AdamStepAttrs,
  RmspropStepAttrs,
  SgdStepAttrs,
} from "./optimizer-steps.ts";
export { type RotaryAttrs, rotary } from "./rotary.ts";
export { type FusedAttentionOptions, scaledDotProduct } from "./scaled-dot-product.ts";
export type { ScaledDotProductAttrs } from "./scaled-dot-product-formula.ts";
export {
  type GruSequenceResult,
  gruSequence,
  type LstmSequenceResult,
  lstmSequence,
  type SequenceAttrs,
  type SequenceOp,
  type SequenceOptions,
} from "./sequence.ts";
export { type SoftmaxWhereAttrs, softmaxWhere } from "./softmax-where.ts";
export type { StepAttrs, StepOp } from "./step-op.ts";
export { type TotalNormAttrs, totalNorm } from "./total-norm.ts";
export { type Conv2dAttrs, type Pair, type WindowSteps, windowCount } from "./windows.ts";
