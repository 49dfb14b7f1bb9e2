import type { Translation } from "./calls.ts";
import type { Language } from "./languages.ts";

/** What the page shows before its worker has said anything. */
export interface Start {
  readonly parameters: number;
  /** Sentence pairs that a translator was trained on. */
  readonly pairs: number;
  /** The English words that both translators know, in alphabetical order. */
  readonly words: readonly string[];
  /** The examples' translations, in their order. */
  readonly translations: Readonly<Record<Language, readonly Translation[]>>;
}
