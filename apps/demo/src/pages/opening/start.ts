import type { Language, Translation } from "./calls.ts";

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
