import type { Tensor } from "@saccade/tensor";

/**
 * Writes after `start` the likeliest word each time. Stops after `end` was written, or when `most` words stand there.
 *
 * @param scoresAfter takes the words so far, gives the scores of the next word, (words)
 */
export function decode(
  scoresAfter: (words: readonly number[]) => Tensor,
  start: number,
  end: number,
  most: number,
): number[] {
  const words = [start];
  if (words.length < most && words.at(-1) !== end)
    words.push(scoresAfter(words).argmax(-1).item());
  return words;
}
