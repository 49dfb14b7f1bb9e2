export { additiveScores } from "./additive-scores.ts";
export type { ClassLossAttrs, ClassLossOptions } from "./class-targets.ts";
export { type ClipFactorAttrs, clipFactor } from "./clip-factor.ts";
export {
  type CrossEntropyAttrs,
  type SoftmaxCrossEntropyOptions,
  softmaxCrossEntropy,
} from "./cross-entropy.ts";
export { type DropoutAttrs, dropoutOp } from "./dropout.ts";
export { type GruSequenceResult, gruSequence } from "./gru-sequence.ts";
export { type LayerNormAttrs, layerNormalize } from "./layer-norm.ts";
export { type LstmSequenceResult, lstmSequence } from "./lstm-sequence.ts";
export { matmulWhere, scoresWhere } from "./matmul-where.ts";
export { type MseLossAttrs, squaredError } from "./mse-loss.ts";
export { negativeLogLikelihood } from "./nll-loss.ts";
export {
  type AdagradStepAttrs,
  type AdamStepAttrs,
  adagradStepOp,
  adamStepOp,
  type RmspropStepAttrs,
  rmspropStepOp,
  type SgdStepAttrs,
  sgdStepOp,
} from "./optimizer-steps.ts";
export { type FusedAttentionOptions, scaledDotProduct } from "./scaled-dot-product.ts";
export type { ScaledDotProductAttrs } from "./scaled-dot-product-attrs.ts";
export type { SequenceAttrs, SequenceOp, SequenceOptions } from "./sequence.ts";
export { type SoftmaxWhereAttrs, softmaxWhere } from "./softmax-where.ts";
export type { StepAttrs, StepOp } from "./step-op.ts";
export { type TotalNormAttrs, totalNorm, totalNormOp } from "./total-norm.ts";
