/**
 * The classes of the documents that this project comes from, under their own names: a namespace for each document,
 * since two of them use the name MultiHeadAttention for different things. What they share with the rest of the library
 * is in "@saccade/attention" and "@saccade/models".
 *
 * @example
 * import { seed003 } from "@saccade/models/seeds";
 * new seed003.MultiHeadAttention(128, 8).forward(x);
 */
export { MultiHeadAttention, type MultiHeadAttentionOptions } from "./multi-head.ts";
export {
  ScaledDotProductAttention,
  type ScaledDotProductAttentionOptions,
} from "./scaled-dot-product-attention.ts";
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
export { Attention, SelfAttention, type SelfAttentionOptions } from "./self-attention.ts";
export {
  MultiHeadSelfAttention,
  type SelfAttentionStepOptions,
  SelfAttentionV1,
  SelfAttentionV2,
  SelfAttentionV3,
} from "./self-attention-steps.ts";
