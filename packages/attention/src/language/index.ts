export { GPTBlock, GPTFeedForward } from "./block.ts";
export { type CausalOptions, CausalSelfAttention } from "./causal-self-attention.ts";
export { topKFilter, topPFilter } from "./filters.ts";
export { type GenerateOptions, generate } from "./generate.ts";
export { GPT, type GPTAttended, type GPTForwardOptions } from "./gpt.ts";
export type { GPTOptions, GPTSettings, PositionKind } from "./options.ts";
