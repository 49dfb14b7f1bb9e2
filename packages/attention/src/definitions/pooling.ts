// Means without learned keys: kernel regression, and pooling of a sequence by one learned query.

import { tap } from "@saccade/nn";
import { onesLike, type Tensor, where } from "@saccade/tensor";
import { type Attended, attend } from "./attention.ts";
import { maskedSoftmax, weightedSum } from "./masks.ts";
import { type AnyLinear, mapped } from "./multi-head.ts";

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
  const u = distances(queries, keys).div(bandwidth);
  if (kernel === kernels.gaussian) return gaussianMeans(u, values);
  const density = kernel(u); // (n, m)
  const total = density.sum(-1, { keepdim: true });
  const weights = density.div(where(total.eq(0), 1, total));
  return { output: weights.mul(values).sum(-1), weights };
}

/**
 * queries (n), keys (m) or (n, m) → (n, m), the query minus each key.
 *
 * @example distances(tensor([3, 5]), tensor([1, 2])) // tensor([[2, 1], [4, 3]])
 */
export function distances(queries: Tensor, keys: Tensor): Tensor {
  return queries.unsqueeze(1).sub(keys);
}

/**
 * Means of values (m) or (n, m) with the Gaussian weights exp(−u²/2) / Σ exp(−u²/2) of distances u (n, m), a softmax, so that
 * they cannot all underflow to 0.
 *
 * @example gaussianMeans(tensor([[50, 50]]), tensor([2, 4])).output // tensor([3])
 */
export function gaussianMeans(u: Tensor, values: Tensor): Attended {
  return meansOf(u.square().mul(-0.5), values);
}

/**
 * Means of values (m) or (n, m) with the weights softmax(scores), scores (n, m): output (n), weights (n, m).
 *
 * @example meansOf(zeros([1, 2]), tensor([2, 4])).output // tensor([3])
 */
export function meansOf(scores: Tensor, values: Tensor): Attended {
  // Each query is a batch of one.
  const { output, weights } = attend(scores.unsqueeze(1), values.unsqueeze(-1));
  return { output: output.reshape([scores.size(0)]), weights: weights.squeeze(1) };
}

/**
 * One vector for a sequence, its vectors weighted by softmax(uᵀ tanh(W x + b)) (Yang et al. 2016, equations 5 to 7): x
 * (…, n, d), u (h), mask bool (…, n) → output (…, d), weights (…, n).
 *
 * @example attentionPooling(tensor([[2], [4]]), { weight: ones([3, 1]) }, zeros([3])).output // tensor([3])
 */
export function attentionPooling(x: Tensor, W: AnyLinear, u: Tensor, mask?: Tensor): Attended {
  // Zeros, since the gradient of W multiplies what x holds by zeros: 0 · NaN is NaN.
  const values = mask ? where(mask.unsqueeze(-1), x, 0) : x;
  const scores = tap("hook_attn_scores", mapped(values, W).tanh().matmul(u)); // (…, n)
  const weights = tap("hook_pattern", maskedSoftmax(scores, mask));
  const output = weightedSum(weights.unsqueeze(-2), values, mask?.unsqueeze(-2));
  return { output: output.squeeze(-2), weights };
}
