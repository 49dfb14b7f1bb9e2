import type { Computer } from "../../work/backend.ts";

/** How the next token is drawn. */
export interface Sampling {
  readonly temperature: number;
  /** null keeps all tokens. */
  readonly topK: number | null;
  readonly topP: number;
}

/** A text that is being written: what the reader typed, and the tokens that were drawn after it. */
export interface Draft {
  readonly prompt: string;
  readonly added: readonly number[];
}

/** A token that may come next. */
export interface Choice {
  readonly token: number;
  readonly text: string;
  /** The model's probability. */
  readonly plain: number;
  /** At the temperature, before anything is cut. */
  readonly tempered: number;
  /** The probability in sampling: 0 where top-k or top-p cut it. */
  readonly drawn: number;
}

export interface ReadAsk {
  readonly draft: Draft;
  readonly sampling: Sampling;
  /** The number of choices wanted. */
  readonly count: number;
}

/** The model's results for a text. */
export interface Reading {
  /** The tokens that it read, as text. */
  readonly tokens: readonly string[];
  /** Tokens at the beginning that it did not read, since it reads at most `maxLen`. */
  readonly unread: number;
  readonly maxLen: number;
  /** Characters or words that it has no token for. */
  readonly unknown: readonly string[];
  /** The token that replaces unknown words; null where they are left out. */
  readonly unknownAs: string | null;
  /** The prompt and the drawn tokens. */
  readonly text: string;
  /** The likeliest next tokens. */
  readonly choices: readonly Choice[];
  /** How many tokens may be drawn. */
  readonly kept: number;
  readonly vocabSize: number;
  /** Tokens whose keys and values were computed since the reading before; those of the others were in the cache. */
  readonly computed: number;
  /** Milliseconds that the model took. */
  readonly ms: number;
}

export interface WriteAsk extends ReadAsk {
  /** From 0 to 1: which token is drawn. */
  readonly random: number;
}

/** A drawn token, and what the model makes of the text with it. */
export interface Written {
  readonly token: number;
  readonly reading: Reading;
}

/** All heads' weights on a text. */
export interface HeadMaps {
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  /** (layers, heads, n, n). */
  readonly weights: Float32Array;
  /** Milliseconds that the model took, without a cache. */
  readonly ms: number;
}

export interface HeadAsk {
  readonly layer: number;
  readonly head: number;
}

/** The cache's content for one head. */
export interface Cached {
  readonly tokens: number;
  readonly width: number;
  /** (tokens, width). */
  readonly keys: readonly number[];
  /** (tokens, width). */
  readonly values: readonly number[];
  /** Bytes of all layers and heads. */
  readonly bytes: number;
}

/** A text that the model wrote after so many steps. */
export interface Sample {
  readonly step: number;
  readonly text: string;
}

/** The settings of a run. */
export interface RunSettings {
  readonly seed: number;
  /** The training data. */
  readonly text: string;
  /** Trained weights to begin with. */
  readonly weights: Uint8Array | null;
}

/** Of the text and the model of a run. */
export interface RunFacts {
  readonly characters: number;
  /** Characters of the reader's text; more than `characters` where it is too long. */
  readonly given: number;
  readonly vocabSize: number;
  readonly parameters: number;
  readonly layers: number;
  readonly heads: number;
  readonly maxLen: number;
  /** Characters at the end of the text that are not trained on; 0 in short texts. */
  readonly heldOut: number;
  /** null before the worker has said it. */
  readonly computer: Computer | null;
}
