// Which keys a query may attend to, and the softmax and products that obey.

import { arange, type Tensor, where } from "@saccade/tensor";

/**
 * bool (lq, lk), true where key j ≤ query i, the first query being at position `offset` (Vaswani et al. 2017, section 3.2.3).
 *
 * @example causalMask(2) // tensor([[True, False], [True, True]], dtype=bool)
 */
export function causalMask(lq: number, lk: number = lq, offset: number = 0): Tensor {
  const queries = arange(offset, offset + lq).unsqueeze(1); // (lq, 1)
  return arange(lk).le(queries);
}

/**
 * bool (b, 1, lk), true for the first keys of each sequence, as many as its length (b).
 *
 * @example lengthsMask(tensor([1, 2]), 2) // tensor([[[True, False]], [[True, True]]], dtype=bool)
 */
export function lengthsMask(lengths: Tensor, lk: number): Tensor {
  return arange(lk).lt(lengths.reshape([-1, 1, 1]));
}

/**
 * bool (n, n), true where key j is less than `window` steps from query i, a step being `dilation` positions (Beltagy, Peters
 * & Cohan 2020, section 3.1).
 *
 * @example windowMask(3, 2) // tensor([[True, True, False], [True, True, True], [False, True, True]], dtype=bool)
 */
export function windowMask(n: number, window: number, dilation: number = 1): Tensor {
  const distance = arange(n).unsqueeze(1).sub(arange(n)).abs(); // (n, n)
  return distance.lt(window * dilation).logicalAnd(distance.remainder(dilation).eq(0));
}

/**
 * softmax(scores) over the keys that the mask allows (Vaswani et al. 2017, section 3.2.3): scores (…, lq, lk), mask bool,
 * true where a query may attend. Other keys get weight 0, so that a row without allowed keys is all zeros.
 *
 * @example maskedSoftmax(tensor([[0, 0, 9]]), tensor([[true, true, false]])) // tensor([[0.5000, 0.5000, 0.0000]])
 */
export function maskedSoftmax(scores: Tensor, mask?: Tensor): Tensor {
  if (!mask) return scores.softmax(-1);
  const weights = where(mask, scores, Number.NEGATIVE_INFINITY).softmax(-1);
  return where(mask, weights, 0);
}

// The two matrix products of attention. Masked keys have no effect, even if NaN: their rows are replaced by zeros before a
// product. A weight of 0 is not enough, since 0 · NaN is NaN.

/**
 * q kᵀ: q (…, lq, d), k (…, lk, d) → (…, lq, lk), 0 where the mask is false.
 *
 * @example products(tensor([[1, 2]]), tensor([[3, 4], [NaN, 5]]), tensor([[true, false]])) // tensor([[11, 0]])
 */
export function products(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  if (!mask) return q.matmul(k.transpose(-2, -1));
  const keys = allowedRows(k, mask).transpose(-2, -1); // (…, lq, d, lk)
  return q.unsqueeze(-2).matmul(keys).squeeze(-2);
}

/**
 * The sum of the values, each times its weight: weights (…, lq, lk), values (…, lk, dv) → (…, lq, dv).
 *
 * @example weightedSum(tensor([[0.5, 0.5]]), tensor([[2], [4]])) // tensor([[3]])
 */
export function weightedSum(weights: Tensor, values: Tensor, mask?: Tensor): Tensor {
  if (!mask) return weights.matmul(values);
  return weights.unsqueeze(-2).matmul(allowedRows(values, mask)).squeeze(-2);
}

// The rows of x (…, lk, d) that each query may attend to, and zeros in place of the others: (…, lq, lk, d).
function allowedRows(x: Tensor, mask: Tensor): Tensor {
  return where(mask.unsqueeze(-1), x.unsqueeze(-3), 0);
}
