// The entry point "@saccade/attention/model": exports for authors of models. Rules of options that models share with the
// modules here, the parts of modules that may be replaced, and attention without checks.

export { checkCache, checkLayerCache } from "./cache/key-value-cache.ts";
export {
  attendedIf,
  checkParts,
  type Holder,
  method,
  noteParts,
  type Summarized,
} from "./contract/method.ts";
export {
  biasRules,
  checkDivides,
  checkUsed,
  dropoutRule,
  epsRule,
  factorRule,
  headsRule,
  layersRule,
  makeLinearRule,
  mapMaker,
  maskFillRules,
  maskRules,
  memoryRenames,
  moduleRenames,
  positiveRule,
  stepsRule,
} from "./contract/rules.ts";
export { summaryTaps, type WantedSummaries, wantedSummaries } from "./contract/summaries.ts";
export { patternSites } from "./definitions/attention.ts";
export { nearby } from "./definitions/masks.ts";
export { mergeHeads, projectOut, sitesWith, splitHeads, tapHeads } from "./definitions/multi-head.ts";
export { attendTo, dotProductAttention } from "./functions/attend.ts";
export {
  type Allowed,
  allow,
  allowedPairs,
  among,
  checkLengths,
  type Scores,
  scoresShape,
  zeroMaskedInputs,
} from "./masks/align.ts";
export { attendProjected } from "./modules/additive.ts";
export { checkLuong, luongRules } from "./modules/luong-attention.ts";
export {
  addedBias,
  checkPositions,
  checkSpan,
  positionsRule,
  turned,
} from "./positions/attention-positions.ts";
export { checkScaling } from "./positions/rotary.ts";
