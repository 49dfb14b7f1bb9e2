// The entry "@saccade/attention/ladder": attention of recent years as functions and as layers of a GPT, each trained in chunks or
// fused, and decoded from a state or a cache. Their definitions are in "@saccade/attention/definitions/ladder".

export * from "./differential-attention.ts";
export * from "./latent-attention.ts";
export * from "./memories.ts";
export { type MixerOptions, SequenceMixer } from "./mixer.ts";
export * from "./mixers.ts";
export * from "./recurrences.ts";
export { RecurrentAttention } from "./recurrent-attention.ts";
export * from "./recurrent-layers.ts";
export { SoftmaxAttention, type SoftmaxAttentionOptions } from "./softmax-attention.ts";
export { type RecurrentState, StateCache } from "./state-cache.ts";
