import type { Tensor } from "@saccade/tensor";

/**
 * q · k (Luong, Pham & Manning 2015, equation 8, "dot"): q (…, lq, d), k (…, lk, d) → (…, lq, lk).
 *
 * @example dotScores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
 */
export function dotScores(q: Tensor, k: Tensor): Tensor {
  return q.matmul(k.transpose(-2, -1));
}
