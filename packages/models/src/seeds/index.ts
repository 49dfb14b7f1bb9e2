/**
 * The attentions of the documents that this project comes from, and the documents' own names for them: a namespace for each
 * document, since two of them use the name MultiHeadAttention for different things.
 *
 * @example
 * import { seed003 } from "@saccade/models/seeds";
 * new seed003.MultiHeadAttention(128, 8).forward(x);
 */
export * from "./multi-head.ts";
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
export * from "./self-attention.ts";
