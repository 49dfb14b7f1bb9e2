export { Bert, type BertForwardOptions, type BertResult } from "./bert.ts";
export type { BertActivation, BertOptions, BertSettings } from "./bert-options.ts";
export { GPTBlock, GPTFeedForward } from "./block.ts";
export { type CausalOptions, CausalSelfAttention } from "./causal-self-attention.ts";
export { topKFilter, topPFilter } from "./filters.ts";
export { type GenerateOptions, generate } from "./generate.ts";
export { GPT, type GPTAttended, type GPTForwardOptions, type GPTResult } from "./gpt.ts";
export type { MaskedHead, MaskedHeadSizes } from "./masked-head.ts";
export type { GPTActivation, GPTOptions, GPTSettings, PositionKind } from "./options.ts";
