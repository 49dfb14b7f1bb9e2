import type { Computer } from "../../../work/backend.ts";

/** A word of the source as the network saw it. */
export interface SourceWord {
  /** As it was written; `<eos>` at the end. */
  readonly text: string;
  /** False for a word that the vocabulary lacks: the network saw `<unk>`. */
  readonly known: boolean;
}

/** A word that might have come, and its probability there. */
export interface Candidate {
  readonly token: string;
  readonly probability: number;
}

/** A sentence and the network's translation. */
export interface Translation {
  readonly source: readonly SourceWord[];
  /** Words beyond the longest sentence that the network reads, which it did not see. */
  readonly unseen: number;
  /** The target's tokens, `<eos>` at the end unless the longest sentence was reached. */
  readonly tokens: readonly string[];
  /** Where each token looked: (tokens, source). */
  readonly weights: readonly (readonly number[])[];
  /** For each token the most probable words, the most probable first. */
  readonly candidates: readonly (readonly Candidate[])[];
}

export interface TranslateAsk {
  readonly sentence: string;
  /** Words that the translation is made to begin with. */
  readonly prefix: readonly string[];
}

/** Asks for the film of a sentence. */
export interface FilmAsk {
  readonly sentence: string;
  /** Only frames of later epochs. */
  readonly after: number;
}

/** The settings of a run. */
export interface RunSettings {
  readonly seed: number;
  readonly lr: number;
  /** English<TAB>French a line; null for the grammar's. */
  readonly pairs: string | null;
  /** The name of the pairs. */
  readonly name: string;
  /** The plain kernels, also where the browser has relaxed SIMD: a shared run may have been made with them. */
  readonly plainKernels?: boolean;
  /** On the GPU, where there is one. */
  readonly gpu?: boolean;
}

/** Of the data of a run. */
export interface RunFacts {
  readonly name: string;
  /** Whether the pairs are the grammar's, not the reader's own. */
  readonly isGrammar: boolean;
  readonly pairs: number;
  /** The pairs of an epoch; fewer than `pairs` if the rest follows in the next. */
  readonly pairsOfEpoch: number;
  /** Pairs that are never trained on. */
  readonly heldOut: number;
  /** Pairs in the reader's file; more than `pairs` where it is too long. */
  readonly given: number;
  /** Whom the reader's file names as the source of its sentences. */
  readonly credit?: string;
  /** The words that it can read, the most frequent first; none before the worker has started. */
  readonly words: readonly string[];
  /** Tokens of the vocabularies. */
  readonly sourceWords: number;
  readonly targetWords: number;
  readonly parameters: number;
  /** A few sentences: held out of the grammar, or of the reader's own pairs. */
  readonly examples: readonly string[];
  /** null before the worker has reported it. */
  readonly computer: Computer | null;
}

/** Why a file is not a checkpoint of a run: it cannot be read, or a different program wrote it. */
export type NoCheckpoint = "damaged" | "foreign";

/** Facts about a checkpoint's run, read before anything is changed. */
export interface CheckpointFacts {
  readonly seed: number;
  readonly lr: number;
  /** Of the reader's own pairs; null for the grammar's. */
  readonly name: string | null;
  /** Optimizer steps done. */
  readonly step: number;
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
}
