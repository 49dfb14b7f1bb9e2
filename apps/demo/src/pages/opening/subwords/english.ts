/** A text as the translator is to read it. */
export interface English {
  /** Words and marks as they were written, each mark a word of its own. */
  readonly written: readonly string[];
  /** The same in lower case, as in the training pairs. */
  readonly words: readonly string[];
}

/** Reads a text: typographic apostrophes become plain ones, marks are words, and other signs between words are spaces. */
export function english(text: string): English {
  const written = text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/["“”„«»()[\]:;…–—*_]+|'(?!\p{L})|(?<!\p{L})'/gu, " ")
    .replace(/[,.!?]+(?=[,.!?])/g, "") // of several marks the last
    .replace(/[!?]|[,.](?!\d)/g, " $& ")
    .split(/\s+/)
    .filter((word) => word !== "");
  return { written, words: written.map((word) => word.toLowerCase()) };
}

/** Whether it is a word, not a mark. */
export const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

const asking =
  /^(who|whom|whose|what|when|where|why|how|which|do|does|did|is|are|am|was|were|can|could|will|would|shall|should|may|have|has|had)(n't|'s|'re)?$/;

/** The sentence with the marks that may be missing at its end: one of them is right. Only short ones are exclamations. */
export function ended({ words }: English): readonly (readonly string[])[] {
  if (/^[.!?]$/.test(words.at(-1) ?? "")) return [words];
  const marks = asking.test(words[0] ?? "") ? ["?"] : words.length > 3 ? ["."] : [".", "!"];
  return marks.map((mark) => [...words, mark]);
}

/** A sentence as it is printed: in French a space that does not break stands before ! and ?. */
export function printed(words: readonly string[]): string {
  return words
    .join(" ")
    .replace(/ ([.,])/g, "$1")
    .replace(/ ([!?])/g, "\u202f$1");
}
