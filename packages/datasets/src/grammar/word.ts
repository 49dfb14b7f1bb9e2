import type { Part } from "./lexicon.ts";

/**
 * A word of a realized sentence, with its meanings: keys such as "subject.noun". Alignments follow from them. A
 * target word is surely linked to the source word with the same meaning, and possibly to those that it looks at: an
 * article at its noun.
 */
export interface Word {
  readonly text: string;
  readonly part: Part;
  /** The meanings of the word, the head first: 没 is "not", and the past too. */
  readonly is: readonly string[];
  readonly sees: readonly string[];
  /** Whether it begins with an aspirated h. */
  readonly aspirated: boolean;
}

/** A word; `is` and `sees` are keys with blanks between. */
export function word(text: string, part: Part, is = "", sees = "", aspirated = false): Word {
  return { text, part, is: keys(is), sees: keys(sees), aspirated };
}

function keys(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
