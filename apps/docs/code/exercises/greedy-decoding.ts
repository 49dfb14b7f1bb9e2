import type { Tensor } from "@saccade/tensor";

/**
 * Appends the likeliest word after `start` each time. Stops after `end`, or after `most` words.
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
