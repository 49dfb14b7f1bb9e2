import { type Tensor, where } from "@saccade/tensor";

export const mask = 3; // the id of [MASK]
export const firstWord = 4; // smaller ids: [PAD], [CLS], [SEP], [MASK]

/** Numbers drawn for each place, all (b, n). */
export interface Drawn {
  /** In [0, 1): below 0.15, the word is chosen. */
  readonly choice: Tensor;
  /** In [0, 1): what becomes of a chosen word. */
  readonly roll: Tensor;
  /** int32: a random word. */
  readonly word: Tensor;
}

/**
 * @param ids (b, n) int32
 * @returns input: chosen words are masked (roll below 0.8), random
 * (below 0.9) or as they were; target: the chosen words, and −100,
 * which the loss ignores, everywhere else
 */
export function maskWords(ids: Tensor, { choice, roll, word }: Drawn) {
  const chosen = choice.lt(0.15);
  const changed = where(roll.lt(0.8), mask, word);
  return { input: where(chosen, changed, ids), target: ids };
}
