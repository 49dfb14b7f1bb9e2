import type { SourceWord } from "./calls.ts";

/**
 * How far each word of a translation can be trusted, from 0 to 1: its probability, times the weight that is on words that
 * the network knows. It was trained on no unknown word, so what it reads there means nothing.
 */
export function trustOf(
  source: readonly SourceWord[],
  weights: readonly (readonly number[])[],
  probabilities: readonly number[],
): readonly number[] {
  return weights.map((row, i) => {
    const unknown = row.reduce((sum, weight, j) => sum + (source[j]?.known === false ? weight : 0), 0);
    return Math.min(1, probabilities[i] ?? 1) * Math.max(0, 1 - unknown);
  });
}
