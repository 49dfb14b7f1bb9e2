/**
 * The attentions of the documents that this project comes from, and the documents' own names for them: a namespace for each
 * document, since two of them use the name MultiHeadAttention for different things.
 *
 * @example
 * import { seed003 } from "@saccade/models/seeds";
 * new seed003.MultiHeadAttention(128, 8).forward(x);
 */
export {
  MultiHeadSublayer,
  /** @deprecated Use `MultiHeadSublayer`, or `seed000.MultiHeadAttention`. */
  MultiHeadSublayer as MultiHeadAttention,
  type MultiHeadSublayerOptions,
  /** @deprecated Use `MultiHeadSublayerOptions`. */
  type MultiHeadSublayerOptions as MultiHeadAttentionOptions,
  ScaledDotProductAttention,
  type ScaledDotProductAttentionOptions,
} from "./multi-head.ts";
/** The names of seed document 000. */
export * as seed000 from "./seed000.ts";
/** The names of seed document 001. */
export * as seed001 from "./seed001.ts";
/** The names of seed document 002. */
export * as seed002 from "./seed002.ts";
/** The names of seed document 003. */
export * as seed003 from "./seed003.ts";
/** The names of seed document 004. */
export * as seed004 from "./seed004.ts";
export {
  MaskedSelfAttention,
  /** @deprecated Use `MaskedSelfAttention`, or `seed003.SelfAttentionV3`. */
  MaskedSelfAttention as SelfAttentionV3,
  type MaskedSelfAttentionOptions,
  /** @deprecated Use `MaskedSelfAttentionOptions`. */
  type MaskedSelfAttentionOptions as SelfAttentionStepOptions,
  MultiHeadSelfAttention,
  PackedSelfAttention,
  /** @deprecated Use `PackedSelfAttention`, or `seed003.SelfAttentionV2`. */
  PackedSelfAttention as SelfAttentionV2,
  PlainSelfAttention,
  /** @deprecated Use `PlainSelfAttention`, or `seed001.Attention`. */
  PlainSelfAttention as Attention,
  ProjectedSelfAttention,
  /** @deprecated Use `ProjectedSelfAttention`, or `seed003.SelfAttentionV1`. */
  ProjectedSelfAttention as SelfAttentionV1,
  WideSelfAttention,
  /** @deprecated Use `WideSelfAttention`, or `seed002.SelfAttention`. */
  WideSelfAttention as SelfAttention,
  type WideSelfAttentionOptions,
  /** @deprecated Use `WideSelfAttentionOptions`. */
  type WideSelfAttentionOptions as SelfAttentionOptions,
} from "./self-attention.ts";
