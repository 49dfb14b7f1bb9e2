import type { Tensor } from "@saccade/tensor";

/**
 * Top-p: keeps the fewest most probable tokens whose probabilities add up to p or more.
 *
 * @param probabilities (vocabulary), they add up to 1
 * @returns the ids that are kept, the most probable first
 */
export function topP(probabilities: Tensor, p: number): number[] {
  const all = Array.from(probabilities.dataSync(), Number);
  const order = all
    .map((_, id) => id)
    .sort((a, b) => all[b]! - all[a]!);
  const kept: number[] = [];
  let sum = 0;
  for (const id of order) {
    sum += all[id]!;
    if (sum > p) break;
    kept.push(id);
  }
  return kept;
}
