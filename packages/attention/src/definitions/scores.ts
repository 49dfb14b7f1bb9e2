// How much a query and a key match.

import { Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { type Attended, attend, defaultScale, type Weighing } from "./attention.ts";
import { products } from "./masks.ts";
import { type AnyLinear, mapped } from "./multi-head.ts";

/**
 * q · k (Luong, Pham & Manning 2015, equation 8, "dot"): q (…, lq, d), k (…, lk, d) → (…, lq, lk), 0 where a mask is false.
 *
 * @example dotScores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
 */
export function dotScores(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  return products(q, k, mask);
}

/**
 * q · k / √d (Vaswani et al. 2017, equation 1): q (…, lq, d), k (…, lk, d) → (…, lq, lk).
 *
 * @example scaledDotScores(tensor([[1, 1, 1, 1]]), tensor([[1, 1, 1, 1]])) // tensor([[2]])
 */
export function scaledDotScores(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  return products(q.mul(defaultScale(q)), k, mask);
}

/**
 * qᵀ W k (Luong, Pham & Manning 2015, equation 8, "general"): q (…, lq, dq), k (…, lk, dk), W (dq, dk) → (…, lq, lk).
 *
 * @example generalScores(tensor([[1, 2]]), tensor([[3], [0]]), tensor([[1], [1]])) // tensor([[9, 0]])
 */
export function generalScores(q: Tensor, k: Tensor, W: AnyLinear, mask?: Tensor): Tensor {
  return products(q, mapped(k, W), mask);
}

/**
 * scale · q·k / (|q| |k|) (Graves, Wayne & Danihelka 2014, equations 5 and 6): q (…, lq, d), k (…, lk, d) → (…, lq, lk). A zero
 * vector scores 0.
 *
 * @example cosineScores(tensor([[1, 0]]), tensor([[2, 0], [0, 2]]), 10) // tensor([[10, 0]])
 */
export function cosineScores(q: Tensor, k: Tensor, scale: number = 1, mask?: Tensor): Tensor {
  // The smallest norm to divide by is that of cosineSimilarity.
  const unit = (x: Tensor): Tensor => x.div(x.norm({ dim: -1, keepdim: true }).clamp({ min: 1e-8 }));
  return products(unit(q).mul(scale), unit(k), mask);
}

/**
 * −|q − k|² / (2 σ²), σ the bandwidth, whose softmax is a Gaussian kernel regression (Nadaraya 1964; Watson 1964): q (…, lq,
 * d), k (…, lk, d) → (…, lq, lk). As q·k − |q|²/2 − |k|²/2, both in bandwidths, without the differences of all pairs.
 *
 * @example gaussianScores(tensor([[0]]), tensor([[0], [2]])) // tensor([[0, -2]])
 */
export function gaussianScores(q: Tensor, k: Tensor, bandwidth: number = 1, mask?: Tensor): Tensor {
  const [x, y] = [q.div(bandwidth), k.div(bandwidth)];
  const half = (z: Tensor): Tensor => z.square().sum(-1).mul(0.5);
  return products(x, y, mask).sub(half(x).unsqueeze(-1)).sub(half(y).unsqueeze(-2));
}

/**
 * vᵀ tanh(q + k) of projected queries and keys, (…, lq, h) and (…, lk, h), v (h) → (…, lq, lk). An op of its own holds no
 * tensor of (…, lq, lk, h).
 *
 * @example additiveScores(zeros([1, 2]), zeros([3, 2]), ones([2])) // tensor([[0, 0, 0]])
 */
export function additiveScores(q: Tensor, k: Tensor, v: Tensor): Tensor {
  return fused.additiveScores(q, k, v);
}

/** The weights of additive attention. */
export interface AdditiveWeights {
  /** (h, dq). */
  readonly W_q: AnyLinear;
  /** (h, dk). Default: the keys are projected already. */
  readonly W_k?: AnyLinear;
  /** (h). */
  readonly w_v: Tensor;
}

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
  weighing: Weighing = {},
): Attended {
  const keys = W_k ? mapped(k, W_k) : k; // (…, lk, h)
  return attend(additiveScores(mapped(q, W_q), keys, w_v), v, mask, weighing);
}

/**
 * W [q; k] + b of each pair is W_q q + b, once a query, plus W_k k, once a key, W_q and W_k being columns of W: W (h, dq + dk)
 * → (…, lq, h) and (…, lk, h).
 *
 * @example inParts(ones([1, 2]), ones([3, 2]), ones([5, 4]))[1].shape // [3, 5]
 */
export function inParts(q: Tensor, k: Tensor, W: Tensor, b?: Tensor | null): [q: Tensor, k: Tensor] {
  const [dq, dk] = [q.size(-1), k.size(-1)];
  return [fused.linear(q, W.narrow(1, 0, dq), b), fused.linear(k, W.narrow(1, dq, dk))];
}

/**
 * vᵀ tanh(W [q; k]) (Luong, Pham & Manning 2015, equation 8, "concat"): W (h, dq + dk), v (h) → (…, lq, lk).
 *
 * @example concatScores(ones([1, 2]), ones([3, 2]), zeros([5, 4]), ones([5])) // tensor([[0, 0, 0]])
 */
export function concatScores(q: Tensor, k: Tensor, W: Tensor, v: Tensor): Tensor {
  return additiveScores(...inParts(q, k, W), v);
}

/**
 * vᵀ relu(W [q; k] + b), a network with one hidden layer: W (h, dq + dk), b (h), v (h) → (…, lq, lk).
 *
 * @example perceptronScores(ones([1, 2]), ones([3, 2]), ones([5, 4]), zeros([5]), ones([5])) // tensor([[20, 20, 20]])
 */
export function perceptronScores(q: Tensor, k: Tensor, W: Tensor, b: Tensor | null, v: AnyLinear): Tensor {
  const [x, y] = inParts(q, k, W, b);
  const hidden = x.unsqueeze(-2).add(y.unsqueeze(-3)).relu(); // (…, lq, lk, h)
  return mapped(hidden, v instanceof Tensor ? v.unsqueeze(0) : v).squeeze(-1);
}

/**
 * W q, a score for each position whatever the keys hold (Luong, Pham & Manning 2015, equation 9): q (…, lq, d), W (maxLen, d)
 * → (…, lq, lk).
 *
 * @example locationScores(tensor([[1, 2]]), tensor([[1, 0], [0, 1], [1, 1]]), 2) // tensor([[1, 2]])
 */
export function locationScores(q: Tensor, W: AnyLinear, lk: number): Tensor {
  return mapped(q, W).narrow(-1, 0, lk);
}
