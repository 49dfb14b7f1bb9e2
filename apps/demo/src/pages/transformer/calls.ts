import type { AttentionName, BlockName } from "@saccade/figures/transformer-places";
import type { Breakage, Patch, PatchSite, Switches } from "./switches.ts";

// The protocol of the page and its worker: requests to the models and their answers.

/**
 * The two models with positions: the first has no guided heads; one head of the second was guided, early in training, to the
 * noun that "it" refers to.
 */
export const netNames = ["free", "guided"] as const;
export type NetName = (typeof netNames)[number];

/** The guided head of the guided model's encoder; counted from 0. */
export const guided = { layer: 1, head: 0 } as const;

/** The head that is shown where none of the decoder’s looks mostly at the adjective; counted from 0. */
export const firstShown = { attention: "d1.cross", head: 3 } as const;

/**
 * The treatment of positions: added to the embeddings, taken away from the model that was trained with them, or never there,
 * in a second model that was trained without.
 */
export const positionings = ["on", "off", "never"] as const;
export type Positioning = (typeof positionings)[number];

/** A sentence, the treatment of its positions, and the interventions while the model reads it. */
export interface LookAsk {
  readonly sentence: readonly string[];
  readonly positions: Positioning;
  /** Default "free". */
  readonly net?: NetName;
  /** Default none. */
  readonly switches?: Switches;
  /** Default none. */
  readonly patch?: Patch | null;
  /** The state that the next click would give a head. Default "off". */
  readonly breakage?: Breakage;
}

/** A word that may come next. */
export interface Choice {
  readonly word: string;
  readonly probability: number;
  /** Where something is switched: its probability when nothing is and the same words are read. */
  readonly before?: number;
}

/** How sure the model is of a pronoun. */
export interface Reading {
  /** Probabilities of the pronoun that the untouched model writes, and of the other one. */
  readonly own: number;
  readonly other: number;
  /** The difference of their logits: negative where the other one leads. */
  readonly lead: number;
}

/** The pronoun, after the words that the untouched model writes before it. */
export interface Pronoun {
  /** Its place in the untouched translation. */
  readonly place: number;
  readonly own: string;
  readonly other: string;
  readonly untouched: Reading;
  readonly now: Reading;
  /** The lead after one more click, a head each. */
  readonly next: readonly number[];
  /** The lead where that click is the only one. */
  readonly alone: readonly number[];
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
  /** The translation when nothing is switched. */
  readonly untouched: readonly string[];
  /** `weights` when nothing is switched and the same words are read; null where nothing is. */
  readonly before: Readonly<Record<AttentionName, Float32Array>> | null;
  /** null for a translation without a pronoun. */
  readonly pronoun: Pronoun | null;
  /** The sentence that frozen heads and patches come from. */
  readonly other: readonly string[];
}

/** The lead of the pronoun with the other sentence's vector at one place; NaN where there is no pronoun. */
export interface PatchMap {
  readonly ask: LookAsk;
  readonly rows: readonly { readonly site: PatchSite; readonly leads: readonly number[] }[];
}

/** The vectors that flow: too much to come with the page. */
export interface Vectors {
  /** The output of each block, (tokens, width). */
  readonly blocks: Readonly<Partial<Record<BlockName, Float32Array>>>;
  /** Of all heads: queries (heads, queries, headWidth), and keys and values (heads, keys, headWidth). */
  readonly projections: Readonly<Record<AttentionName, Readonly<Record<"q" | "k" | "v", Float32Array>>>>;
}

/** How few heads flip the pronoun of the first sentence, and how many sets of as many do; null if no two heads do. */
export type Fewest = Readonly<Record<Breakage, { readonly heads: number; readonly sets: number } | null>>;

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
  readonly fewest: Fewest;
  /** The smallest number of heads that must be off in models trained like this one with other seeds. */
  readonly otherSeeds: readonly number[];
  /** `exact` of the guided model. */
  readonly exactGuided: number;
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
