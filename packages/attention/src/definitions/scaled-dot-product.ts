import type { Tensor } from "@saccade/tensor";
import { type Attended, attend } from "./attend.ts";
import { products } from "./masked-products.ts";

/** The terms of the equation other than q, k and v. */
export interface Terms {
  /** bool, true where a query may attend. Default: everywhere. */
  readonly mask?: Tensor | undefined;
  /** Added to the scores. Default: nothing. */
  readonly bias?: Tensor | undefined;
  /** The factor of the products. Default 1/√d. */
  readonly scale?: number | undefined;
}

/**
 * softmax(q kᵀ / √d) v (Vaswani et al. 2017, equation 1): q (…, lq, d), k (…, lk, d), v (…, lk, dv).
 *
 * @example scaledDotProductAttention(tensor([[1]]), tensor([[0], [1]]), tensor([[1], [3]])).output // tensor([[2.4621]])
 */
export function scaledDotProductAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { mask, bias, scale = 1 / Math.sqrt(q.size(-1)) }: Terms = {},
): Attended {
  // #region scores
  const scores = products(q, k, mask).mul(scale); // (…, lq, lk)
  return attend(bias ? scores.add(bias) : scores, v, mask);
  // #endregion scores
}
