import { type CoreferenceSentence, coreferenceWords } from "@saccade/datasets/tasks";
import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** The longest sentence: 5 words of opening, 16 of "here is … .", and 2 adjectives for each noun. */
export const maxLength = 25;
const padding = 0;

/** Number of ids: 0 for padding, then every word. */
export const vocabSize: number = coreferenceWords.length + 1;

const ids = new Map(coreferenceWords.map((word, i) => [word, i + 1]));

/** Sentences as tensors. */
export interface Batch {
  /** (b, maxLength) int32, padded with 0. */
  readonly words: Tensor;
  /** (b) int32, the position of "it". */
  readonly it: Tensor;
  /** (b) int32, the id of the noun that "it" means. */
  readonly answer: Tensor;
}

/** Writes sentences as ids. */
export function toBatch(sentences: readonly CoreferenceSentence[]): Batch {
  const row = ({ words }: CoreferenceSentence): number[] =>
    Array.from({ length: maxLength }, (_, i) => (i < words.length ? idOf(words[i]!) : padding));
  return {
    words: ints(sentences.map(row)),
    it: ints(sentences.map(({ it }) => it)),
    answer: ints(sentences.map(({ words, referent }) => idOf(words[referent]!))),
  };
}

function idOf(word: string): number {
  const id = ids.get(word);
  if (id === undefined) throw new Error(`"${word}" is not in the vocabulary.`);
  return id;
}
