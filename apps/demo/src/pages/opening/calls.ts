import type { Drawing } from "../translator/network/frames.ts";
import json from "./examples.json" with { type: "json" };

/** The target languages. */
export const languages = ["fr", "zh"] as const;
export type Language = (typeof languages)[number];

/**
 * Sentences of the grammars that the translators were not trained on, the first being the page's default. An
 * end-to-end test checks the weight of their nouns, verbs and adjectives on the words that they translate.
 */
export const examples: Readonly<Record<Language, readonly string[]>> = json;

/** A sentence, its translation, and the attention of each word. */
export type Translation = Required<Drawing>;

export interface TranslateAsk {
  readonly language: Language;
  readonly words: readonly string[];
}

/** The page's content before its worker's first message. */
export interface Start {
  readonly parameters: number;
  /** Sentence pairs that a translator was trained on. */
  readonly pairs: number;
  /** The English words that both translators know, in alphabetical order. */
  readonly words: readonly string[];
  /** The examples' translations, in their order. */
  readonly translations: Readonly<Record<Language, readonly Translation[]>>;
}
