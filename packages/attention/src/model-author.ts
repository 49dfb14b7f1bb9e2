// The entry point "@saccade/attention/model": exports for authors of models. Checks of sizes and options that models share with
// the modules here, the parts of modules that may be replaced, and attention without checks.

export { checkCache, checkLayerCache } from "./cache/key-value-cache.ts";
export { attendedIf } from "./contract/attended.ts";
export {
  checkBackends,
  checkDropout,
  checkFactor,
  checkFlag,
  checkFloats,
  checkMask,
  checkPlace,
  checkPositive,
  checkSteps,
  checkTensors,
  checkUsed,
} from "./contract/check-options.ts";
export { checkMakeLinear, mapMaker } from "./contract/make-linear.ts";
export { checkParts, noteParts } from "./contract/parts.ts";
export {
  dropoutRule,
  epsRule,
  factorRule,
  headsRule,
  layersRule,
  makeLinearRule,
  maskFillRules,
  positiveRule,
  stepsRule,
} from "./contract/rules.ts";
export { biasFor } from "./functions/attend.ts";
export { dotProductAttention } from "./functions/scaled-dot-product.ts";
export { combineMasks, type Scores } from "./masks/combine-masks.ts";
export { dropNonexistent } from "./masks/existing.ts";
export { checkFill } from "./masks/mask-fill.ts";
export { checkLengths } from "./masks/masks.ts";
export {
  fillOnly,
  maskedForward,
  maskNames,
  memoryRenames,
  moduleRenames,
} from "./masks/option-names.ts";
export { attendProjected } from "./modules/additive.ts";
export { checkDivides, checkHeads, mergeHeads, splitHeads } from "./modules/heads.ts";
export { checkLuong } from "./modules/luong-attention.ts";
export { addedBias, checkPositions, checkSpan, turned } from "./positions/attention-positions.ts";
export { checkBase } from "./positions/rotary.ts";
export { checkScaling } from "./positions/rotary-scaling.ts";
