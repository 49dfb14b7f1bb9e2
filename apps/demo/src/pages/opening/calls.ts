/** The target languages. */
export const languages = ["fr", "zh"] as const;
export type Language = (typeof languages)[number];

/** A word of the sentence as the network saw it. */
export interface ReadWord {
  /** As it was written; `<eos>` at the end. */
  readonly text: string;
  /** False for a word that the vocabulary lacks: the network saw `<unk>`. */
  readonly known: boolean;
}

/** A sentence, its translation, and the attention of each word. */
export interface Translation {
  readonly source: readonly ReadWord[];
  /** The translation's words, `<eos>` at the end unless it became too long. */
  readonly target: readonly string[];
  /** (target, source); each row adds up to 1. */
  readonly weights: readonly (readonly number[])[];
  /** How probable each of the target's words was to the network. */
  readonly probabilities: readonly number[];
}

/** The page's requests to its worker. */
export type OpeningCalls = {
  translate: {
    ask: { readonly language: Language; readonly words: readonly string[] };
    answer: Translation;
  };
};
