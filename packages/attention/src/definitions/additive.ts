import { linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Attended, attend } from "./attend.ts";

/**
 * vᵀ tanh(q + k) of projected queries and keys: q (…, lq, h), k (…, lk, h), v (h) → (…, lq, lk).
 *
 * @example additiveScores(zeros([1, 2]), zeros([3, 2]), ones([2])) // tensor([[0, 0, 0]])
 */
export function additiveScores(q: Tensor, k: Tensor, v: Tensor): Tensor {
  const hidden = q.unsqueeze(-2).add(k.unsqueeze(-3)).tanh(); // (…, lq, lk, h)
  return hidden.mul(v).sum(-1);
}

/** The weights of additive attention: W_q (h, dq), W_k (h, dk), w_v (h). */
export type AdditiveWeights = Readonly<Record<"W_q" | "W_k" | "w_v", Tensor>>;

/**
 * Attention with the score w_vᵀ tanh(W_q q + W_k k) (Bahdanau, Cho & Bengio 2015, appendix A.1.2): q (…, lq, dq), k (…, lk,
 * dk), v (…, lk, dv).
 *
 * @example
 * const weights = { W_q: zeros([4, 2]), W_k: zeros([4, 3]), w_v: ones([4]) };
 * additiveAttention(ones([1, 2]), ones([2, 3]), tensor([[2], [4]]), weights).output // tensor([[3]])
 */
export function additiveAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { W_q, W_k, w_v }: AdditiveWeights,
  mask?: Tensor,
): Attended {
  return attend(additiveScores(linear(q, W_q), linear(k, W_k), w_v), v, mask);
}
