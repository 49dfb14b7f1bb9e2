import { linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/**
 * W q, a score for each position whatever the keys hold (Luong, Pham & Manning 2015, equation 9): q (…, lq, d), W (maxLen, d)
 * → (…, lq, lk).
 *
 * @example locationScores(tensor([[1, 2]]), tensor([[1, 0], [0, 1], [1, 1]]), 2) // tensor([[1, 2]])
 */
export function locationScores(q: Tensor, W: Tensor, lk: number): Tensor {
  return linear(q, W).narrow(-1, 0, lk);
}
