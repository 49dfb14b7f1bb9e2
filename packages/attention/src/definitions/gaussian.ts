import type { Tensor } from "@saccade/tensor";

/**
 * −|q − k|² / (2 σ²), σ the bandwidth, whose softmax is a Gaussian kernel regression (Nadaraya 1964; Watson 1964): q (…, lq,
 * d), k (…, lk, d) → (…, lq, lk).
 *
 * @example gaussianScores(tensor([[0]]), tensor([[0], [2]])) // tensor([[0, -2]])
 */
export function gaussianScores(q: Tensor, k: Tensor, bandwidth: number = 1): Tensor {
  const differences = q.unsqueeze(-2).sub(k.unsqueeze(-3)); // (…, lq, lk, d)
  return differences
    .square()
    .sum(-1)
    .div(-2 * bandwidth ** 2);
}
