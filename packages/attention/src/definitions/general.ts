import type { Tensor } from "@saccade/tensor";

/**
 * qᵀ W k (Luong, Pham & Manning 2015, equation 8, "general"): q (…, lq, dq), k (…, lk, dk), W (dq, dk) → (…, lq, lk).
 *
 * @example generalScores(tensor([[1, 2]]), tensor([[3], [0]]), tensor([[1], [1]])) // tensor([[9, 0]])
 */
export function generalScores(q: Tensor, k: Tensor, W: Tensor): Tensor {
  return q.matmul(W).matmul(k.transpose(-2, -1));
}
