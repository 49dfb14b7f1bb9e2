import type { Tensor } from "@saccade/tensor";

export function topP(probabilities: Tensor, p: number): number[] {
  const all = Array.from(probabilities.dataSync(), Number);
  const order = all
    .map((_, id) => id)
    .sort((a, b) => all[b]! - all[a]!);
  const kept: number[] = [];
  let sum = 0;
  for (const id of order) {
    if (sum >= p) break; // enough before this one
    sum += all[id]!;
    kept.push(id);
  }
  return kept;
}
