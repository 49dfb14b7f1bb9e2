import { type Story, storyWords } from "@saccade/datasets/tasks";
import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** The longest sentence: "anna gave the milk to ben". */
export const maxWords = 6;
/** Number of ids: 0 for padding, then every word. */
export const vocabSize: number = storyWords.length + 1;

const ids = new Map(storyWords.map((word, i) => [word, i + 1]));

/** Stories as tensors. */
export interface Batch {
  /** (b, n, maxWords) int32, padded with 0. */
  readonly story: Tensor;
  /** (b, maxWords) int32, padded with 0. */
  readonly question: Tensor;
  /** (b) int32 */
  readonly answer: Tensor;
}

/** Writes stories of one length as ids. */
export function toBatch(stories: readonly Story[]): Batch {
  return {
    story: ints(stories.map(({ sentences }) => sentences.map(row))),
    question: ints(stories.map(({ question }) => row(question))),
    answer: ints(stories.map(({ answer }) => idOf(answer))),
  };
}

function row(words: readonly string[]): number[] {
  return Array.from({ length: maxWords }, (_, i) => (i < words.length ? idOf(words[i]!) : 0));
}

function idOf(word: string): number {
  const id = ids.get(word);
  if (id === undefined) throw new Error(`"${word}" is not in the vocabulary.`);
  return id;
}
