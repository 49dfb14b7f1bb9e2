import type { AttentionName, BlockName } from "@saccade/figures/transformer-places";

// What the page and its worker share: the sizes of the model, what is asked of it, and what it answers.

export const heads = 4;
export const width = 64;
export const headWidth: number = width / heads;

/** The head of the encoder that was told, early in training, which noun "it" stands for; counted from 0. */
export const guided = { layer: 1, head: 0 } as const;

/**
 * The treatment of positions: added to the embeddings, taken away from the model that was trained with them, or never there,
 * in a second model that was trained without.
 */
export const positionings = ["on", "off", "never"] as const;
export type Positioning = (typeof positionings)[number];

/** A sentence, and what becomes of its positions. */
export interface LookAsk {
  readonly sentence: readonly string[];
  readonly positions: Positioning;
}

/** A word that may come next. */
export interface Choice {
  readonly word: string;
  readonly probability: number;
}

/** The parts of an attention, of all heads. */
export interface Projections {
  /** (heads, queries, headWidth). */
  readonly q: Float32Array;
  /** (heads, keys, headWidth). */
  readonly k: Float32Array;
  /** (heads, keys, headWidth). */
  readonly v: Float32Array;
}

/** The model's results for a sentence: all that the page draws but single scores. */
export interface Look {
  readonly ask: LookAsk;
  /** With its end. */
  readonly source: readonly string[];
  /** The translation, with its end. */
  readonly target: readonly string[];
  /** The decoder's input: a beginning, then the translation without its end. */
  readonly fed: readonly string[];
  /** (heads, queries, keys) each. */
  readonly weights: Readonly<Record<AttentionName, Float32Array>>;
  /** The likeliest words at each step, the likeliest first. */
  readonly choices: readonly (readonly Choice[])[];
}

/** The vectors that flow: too much to come with the page. */
export interface Vectors {
  readonly ask: LookAsk;
  /** The output of each block, (tokens, width). */
  readonly blocks: Readonly<Partial<Record<BlockName, Float32Array>>>;
  readonly projections: Readonly<Record<AttentionName, Projections>>;
}

/** One score; all counted from 0. */
export interface ScoreAsk extends LookAsk {
  readonly attention: AttentionName;
  readonly head: number;
  readonly query: number;
  readonly key: number;
}

/** The way from a query and a key to a weight. */
export interface Score {
  readonly ask: ScoreAsk;
  readonly q: readonly number[];
  readonly k: readonly number[];
  /** q times k, a number a dimension. */
  readonly products: readonly number[];
  /** Their sum. */
  readonly dot: number;
  /** The query's scores, dot / √d, a key each; null where it may not look. */
  readonly scores: readonly (number | null)[];
  /** exp(score − largest score); 0 where it may not look. */
  readonly exps: readonly number[];
  readonly total: number;
  /** The query's weights, as the attention gave them. */
  readonly weights: readonly number[];
}

/** Requests to the worker. */
export interface TransformerCalls {
  readonly look: {
    readonly ask: LookAsk;
    readonly answer: { readonly look: Look; readonly vectors: Vectors };
  };
  readonly score: { readonly ask: ScoreAsk; readonly answer: Score };
}

/** Measurements of the shipped weights, on sentences whose pairs of nouns no training sentence has. */
export interface Facts {
  readonly seed: number;
  readonly steps: number;
  readonly parameters: number;
  /** Sentences. */
  readonly measured: number;
  /** The share of sentences that are translated without a fault. */
  readonly exact: number;
  /** The share of pronouns that are right. */
  readonly pronouns: number;
  /** The mean weight of the guided head from "it" to its noun. */
  readonly looked: number;
  /** `exact` when the same model gets no positions. */
  readonly exactUnplaced: number;
  /** `exact` of the second model, trained without positions. */
  readonly exactTrainedUnplaced: number;
}

/** The page's content before its worker has answered. */
export interface Start {
  readonly facts: Facts;
  readonly look: Omit<Look, "weights"> & {
    readonly weights: Readonly<Record<keyof Look["weights"], readonly number[]>>;
  };
}
