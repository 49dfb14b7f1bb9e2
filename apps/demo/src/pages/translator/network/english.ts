import { editDistance } from "@saccade/tensor/checks";

/** Cuts English as the grammar does: "doesn't" into "does not", "the boy's" into "the boy 's". */
export function spokenOut(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/\b(can't|cannot)\b/gi, "can not")
    .replace(/\bwon't\b/gi, "will not")
    .replace(/(\w)n't\b/gi, "$1 not")
    .replace(/\bi'm\b/gi, "i am")
    .replace(/\b(he|she|it|that|there|who|what)'s\b/gi, "$1 is")
    .replace(/\b(you|we|they)'re\b/gi, "$1 are")
    .replace(/\b(i|you|we|they)'ve\b/gi, "$1 have")
    .replace(/\b(i|you|he|she|it|we|they)'ll\b/gi, "$1 will")
    .replace(/(\w)'s\b/gi, "$1 's");
}

/** A sentence as the network is to read it. */
export interface ReadEnglish {
  /** In lower case, with one full stop at the end; none where nothing was written. */
  readonly words: readonly string[];
  /** Punctuation that is not read, each mark once: the grammar only has the full stop. */
  readonly leftOut: readonly string[];
  /** Words after the end of the first sentence. */
  readonly further: number;
  /** Words of the first sentence beyond the longest that the network reads. */
  readonly tooMany: number;
}

// Words with apostrophes and hyphens inside, the possessive 's, runs of the same sign (emoji, digits of other scripts).
const token =
  /'s(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|\p{P}|[^\s\p{L}\p{N}\p{P}]+/gu;
const sentenceEnd = /^[.!?。]$/u;

/**
 * Reads what somebody wrote as a sentence of the grammar: in lower case, contractions cut, other punctuation left out,
 * one sentence of at most `longest` tokens with its full stop.
 */
export function readEnglish(text: string, longest: number): ReadEnglish {
  const words: string[] = [];
  const leftOut = new Set<string>();
  let ended = false;
  let further = 0;
  for (const [piece] of spokenOut(text.normalize("NFKC").toLowerCase()).matchAll(token)) {
    if (sentenceEnd.test(piece)) {
      ended ||= words.length > 0;
      if (piece !== "." && piece !== "。") leftOut.add(piece);
    } else if (/^\p{P}$/u.test(piece)) leftOut.add(piece);
    else if (ended) further++;
    else words.push(piece);
  }
  const most = longest - 1; // and the full stop
  const read = words.slice(0, most);
  return {
    words: read.length === 0 ? [] : [...read, "."],
    leftOut: [...leftOut],
    further,
    tooMany: words.length - read.length,
  };
}

/** The text with all occurrences of a word replaced by another. */
export function replaceWord(text: string, word: string, by: string): string {
  const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? "");
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const before = isLetter(word[0]) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = isLetter(word.at(-1)) ? "(?![\\p{L}\\p{N}])" : "";
  const pattern = new RegExp(`${before}${escaped}${after}`, "giu");
  const plain = text.normalize("NFKC").replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'");
  const replaced = plain.replace(pattern, () => by);
  // Few letters have another length in lower case ("İ"), and are found there only.
  return replaced === plain ? plain.toLowerCase().replace(pattern, () => by) : replaced;
}

/** The words nearest to one that is not among them, by edits of letters; none where hardly a letter is the same. */
export function nearWords(word: string, known: readonly string[], count: number = 3): readonly string[] {
  const most = Math.floor((2 * word.length) / 3);
  return known
    .filter((other) => /\p{L}/u.test(other))
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ other }) => other);
}
