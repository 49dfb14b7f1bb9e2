import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** Tokens that can be asked for: 0 to wanted − 1. As many others fill the sequence, and the last asks. */
export const wanted = 8;
const ask = 2 * wanted;
export const vocabSize: number = ask + 1;

export interface Batch {
  /** (count, distance + 1): the token to recall first, then fillers, then the question. */
  readonly ids: Tensor;
  /** (count): the first token. */
  readonly answer: Tensor;
}

/** Fresh sequences whose first token is asked for `distance` steps later. */
export function sample(count: number, distance: number, random: () => number): Batch {
  const answers = Array.from({ length: count }, () => Math.floor(random() * wanted));
  const ids = answers.flatMap((token) => [
    token,
    ...Array.from({ length: distance - 1 }, () => wanted + Math.floor(random() * wanted)),
    ask,
  ]);
  return {
    ids: ints(ids).reshape([count, distance + 1]),
    answer: ints(answers),
  };
}
