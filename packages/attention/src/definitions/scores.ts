// How much a query and a key match.

import { linear } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";
import { type Attended, attend } from "./attention.ts";

/**
 * q · k (Luong, Pham & Manning 2015, equation 8, "dot"): q (…, lq, d), k (…, lk, d) → (…, lq, lk).
 *
 * @example dotScores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
 */
export function dotScores(q: Tensor, k: Tensor): Tensor {
  return q.matmul(k.transpose(-2, -1));
}

/**
 * qᵀ W k (Luong, Pham & Manning 2015, equation 8, "general"): q (…, lq, dq), k (…, lk, dk), W (dq, dk) → (…, lq, lk).
 *
 * @example generalScores(tensor([[1, 2]]), tensor([[3], [0]]), tensor([[1], [1]])) // tensor([[9, 0]])
 */
export function generalScores(q: Tensor, k: Tensor, W: Tensor): Tensor {
  return q.matmul(W).matmul(k.transpose(-2, -1));
}

/**
 * scale · q·k / (|q| |k|) (Graves, Wayne & Danihelka 2014, equations 5 and 6): q (…, lq, d), k (…, lk, d) → (…, lq, lk).
 *
 * @example cosineScores(tensor([[1, 0]]), tensor([[2, 0], [0, 2]]), 10) // tensor([[10, 0]])
 */
export function cosineScores(q: Tensor, k: Tensor, scale: number = 1): Tensor {
  const unit = (x: Tensor): Tensor => x.div(x.norm({ dim: -1, keepdim: true }).clamp({ min: 1e-8 }));
  return unit(q).matmul(unit(k).transpose(-2, -1)).mul(scale);
}

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

/**
 * [q; k] of every pair: q (…, lq, dq), k (…, lk, dk), with equal batch dims → (…, lq, lk, dq + dk).
 *
 * @example pairs(tensor([[1]]), tensor([[2], [3]])) // tensor([[[1, 2], [1, 3]]])
 */
export function pairs(q: Tensor, k: Tensor): Tensor {
  const [batch, lq, lk] = [q.shape.slice(0, -2), q.size(-2), k.size(-2)];
  const queries = q.unsqueeze(-2).expand([...batch, lq, lk, q.size(-1)]);
  const keys = k.unsqueeze(-3).expand([...batch, lq, lk, k.size(-1)]);
  return cat([queries, keys], -1);
}

/**
 * vᵀ tanh(W [q; k]) (Luong, Pham & Manning 2015, equation 8, "concat"): W (h, dq + dk), v (h) → (…, lq, lk).
 *
 * @example concatScores(ones([1, 2]), ones([3, 2]), zeros([5, 4]), ones([5])) // tensor([[0, 0, 0]])
 */
export function concatScores(q: Tensor, k: Tensor, W: Tensor, v: Tensor): Tensor {
  return linear(pairs(q, k), W).tanh().mul(v).sum(-1);
}

/**
 * vᵀ relu(W [q; k] + b), a network with one hidden layer: W (h, dq + dk), b (h), v (h) → (…, lq, lk).
 *
 * @example perceptronScores(ones([1, 2]), ones([3, 2]), ones([5, 4]), zeros([5]), ones([5])) // tensor([[20, 20, 20]])
 */
export function perceptronScores(q: Tensor, k: Tensor, W: Tensor, b: Tensor, v: Tensor): Tensor {
  return linear(pairs(q, k), W, b).relu().mul(v).sum(-1);
}

/**
 * W q, a score for each position whatever the keys hold (Luong, Pham & Manning 2015, equation 9): q (…, lq, d), W (maxLen, d)
 * → (…, lq, lk).
 *
 * @example locationScores(tensor([[1, 2]]), tensor([[1, 0], [0, 1], [1, 1]]), 2) // tensor([[1, 2]])
 */
export function locationScores(q: Tensor, W: Tensor, lk: number): Tensor {
  return linear(q, W).narrow(-1, 0, lk);
}
