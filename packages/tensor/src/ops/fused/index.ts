export { gruGates } from "./gru-gates.ts";
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
export { type TotalNormAttrs, totalNorm, totalNormOp } from "./total-norm.ts";
