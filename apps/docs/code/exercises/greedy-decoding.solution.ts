import type { Tensor } from "@saccade/tensor";

export function decode(
  scoresAfter: (words: readonly number[]) => Tensor,
  start: number,
  end: number,
  most: number,
): number[] {
  const words = [start];
  while (words.length < most && words.at(-1) !== end)
    words.push(scoresAfter(words).argmax(-1).item());
  return words;
}
