import type { NmtData } from "@saccade/datasets";
import { editDistance } from "@saccade/tensor/checks";
import type { WordsAsk } from "./calls.ts";

const most = 12;
// Special tokens, such as <pad>.
const isWord = (token: string): boolean => !/^<.*>$/.test(token);

/** The words that a network can read, offered in the order in which its training sentences use them. */
export class Vocabulary {
  readonly #words: readonly string[];
  /** How often a word follows another; "" is the start of a sentence. */
  readonly #follows: Map<string, Map<string, number>> = new Map();

  constructor({ srcVocab, pairs }: Pick<NmtData, "srcVocab" | "pairs">) {
    // The vocabulary is in the order of frequency.
    this.#words = srcVocab.tokens.filter(isWord);
    for (const sentence of pairs.source) {
      let before = "";
      for (const word of sentence) {
        const counts = this.#follows.get(before) ?? new Map<string, number>();
        counts.set(word, (counts.get(word) ?? 0) + 1);
        this.#follows.set(before, counts);
        before = word;
      }
    }
  }

  /** Words with a beginning, first those that most often follow the word before. */
  suggest({ before, start }: WordsAsk): readonly string[] {
    const counts = this.#follows.get(before);
    const countOf = (word: string): number => counts?.get(word) ?? 0;
    const fitting = this.#words.filter((word) => word.startsWith(start));
    // Without a beginning, only what follows: the whole vocabulary would be no help.
    const following = fitting.filter((word) => countOf(word) > 0);
    const listed = start === "" && following.length > 0 ? following : fitting;
    return listed.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, most);
  }

  /** The words nearest to one that is not there, by edits of letters. */
  nearest(word: string, count: number = 3): readonly string[] {
    return nearWords(word, this.#words, count);
  }
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
