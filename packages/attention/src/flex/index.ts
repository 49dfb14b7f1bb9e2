// The entry "@saccade/attention/flex": attention with a change of scores and a mask of the caller's own.

export { at } from "./at.ts";
export { andMasks, BlockMask, createBlockMask, type MaskMod, orMasks } from "./block-mask.ts";
export { type FlexAttentionOptions, flexAttention, type ScoreMod } from "./flex-attention.ts";
export * from "./mods.ts";
export { type Traced, type TracedOr, TraceError, where } from "./traced.ts";
