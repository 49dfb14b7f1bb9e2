import { type Tensor, where } from "@saccade/tensor";
import type { Attended } from "./attend.ts";
import { products, weightedSum } from "./masked-products.ts";

/**
 * φ(x) = elu(x) + 1 (Katharopoulos et al. 2020, equation 7), without the rounding of exp(x) − 1 + 1.
 *
 * @example eluPlusOne(tensor([-1, 0, 2])) // tensor([0.3679, 1.0000, 3.0000])
 */
export function eluPlusOne(x: Tensor): Tensor {
  return where(x.gt(0), x.add(1), x.minimum(0).exp());
}

/**
 * Weights φ(q)·φ(k) / Σ φ(q)·φ(k) instead of a softmax (Katharopoulos et al. 2020, equation 4): q (…, lq, d), k (…, lk, d),
 * v (…, lk, dv). The mask may be causal. A query without allowed keys gets zeros.
 *
 * @example linearAttention(zeros([1, 2]), zeros([2, 2]), tensor([[2], [4]])).output // tensor([[3]])
 */
export function linearAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask?: Tensor,
  featureMap: (x: Tensor) => Tensor = eluPlusOne,
): Attended {
  const similarities = products(featureMap(q), featureMap(k), mask); // (…, lq, lk)
  const total = similarities.sum(-1, { keepdim: true });
  const weights = similarities.div(where(total.eq(0), 1, total));
  return { output: weightedSum(weights, v, mask), weights };
}
