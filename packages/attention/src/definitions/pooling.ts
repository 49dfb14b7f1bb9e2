// Means without learned keys: kernel regression, and pooling of a sequence by one learned query.

import { linear } from "@saccade/nn";
import { onesLike, type Tensor, where } from "@saccade/tensor";
import { type Attended, attend } from "./attention.ts";
import type { LinearWeights } from "./multi-head.ts";

/**
 * Weights of a key at distance u, in bandwidths. Constant factors cancel.
 *
 * @example kernels.gaussian(tensor([0, 1])) // tensor([1.0000, 0.6065])
 */
export const kernels = {
  /** exp(−u²/2). */
  gaussian: (u: Tensor): Tensor => u.square().mul(-0.5).exp(),
  /** 1 for |u| < 1. */
  boxcar: (u: Tensor): Tensor => where(u.abs().lt(1), onesLike(u), 0),
  /** ¾ (1 − u²) for |u| < 1 (Epanechnikov 1969). */
  epanechnikov: (u: Tensor): Tensor => u.square().rsub(1).relu().mul(0.75),
  /** 1 − |u| for |u| < 1. */
  triangular: (u: Tensor): Tensor => u.abs().rsub(1).relu(),
} as const;

/**
 * Σ kernel((q − k) / h) v / Σ kernel((q − k) / h) (Nadaraya 1964; Watson 1964): queries (n), keys and values (m) or (n, m) →
 * output (n), weights (n, m). A query with no key in its window gets zeros.
 *
 * @example nadarayaWatson(tensor([0]), tensor([-1, 1, 3]), tensor([2, 4, 9]), kernels.boxcar, 2).output // tensor([3])
 */
export function nadarayaWatson(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  kernel: (u: Tensor) => Tensor,
  bandwidth: number = 1,
): Attended {
  const density = kernel(queries.unsqueeze(1).sub(keys).div(bandwidth)); // (n, m)
  const total = density.sum(-1, { keepdim: true });
  const weights = density.div(where(total.eq(0), 1, total));
  return { output: weights.mul(values).sum(-1), weights };
}

/**
 * One vector for a sequence, its vectors weighted by softmax(uᵀ tanh(W x + b)) (Yang et al. 2016, equations 5 to 7): x
 * (…, n, d), u (h), mask bool (…, n) → output (…, d), weights (…, n).
 *
 * @example attentionPooling(tensor([[2], [4]]), { weight: ones([3, 1]) }, zeros([3])).output // tensor([3])
 */
export function attentionPooling(
  x: Tensor,
  { weight, bias }: LinearWeights,
  u: Tensor,
  mask?: Tensor,
): Attended {
  const scores = linear(x, weight, bias).tanh().matmul(u); // (…, n)
  const { output, weights } = attend(scores.unsqueeze(-2), x, mask?.unsqueeze(-2));
  return { output: output.squeeze(-2), weights: weights.squeeze(-2) };
}
