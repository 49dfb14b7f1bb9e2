import { grammarPairs } from "@saccade/datasets";

const mostWords = 80;
const longest = 7;

/** A small generated language: short sentences of frequent words, one token a word. */
export interface Corpus {
  /** The words by id; the most frequent, the full stop, first. */
  readonly words: readonly string[];
  /** All sentences, one after the other. */
  readonly ids: Int32Array;
}

export function makeCorpus(): Corpus {
  const sentences = grammarPairs({ languages: "en-fr", count: 3000, seed: 0 })
    .map(({ source }) => source)
    .filter(({ length }) => length <= longest);
  const counts = new Map<string, number>();
  for (const word of sentences.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostWords)
    .map(([word]) => word);
  const id = new Map(words.map((word, i) => [word, i]));
  const known = sentences.filter((sentence) => sentence.every((word) => id.has(word)));
  return { words, ids: Int32Array.from(known.flatMap((sentence) => sentence.map((word) => id.get(word)!))) };
}
