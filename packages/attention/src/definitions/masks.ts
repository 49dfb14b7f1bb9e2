// Which keys a query may attend to, and the softmax and products that obey.

import { arange, type Backend, type Tensor, where } from "@saccade/tensor";
import { applyOver, promote, softmaxOp, softmaxWhereOp } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";

/**
 * int32 (n): 0, 1, …
 *
 * @example positions(3) // tensor([0, 1, 2], dtype=int32)
 */
export function positions(n: number, backend?: Backend): Tensor {
  return arange(0, n, 1, { dtype: "int32", ...(backend && { backend }) });
}

/**
 * bool (lq, lk), true where key j ≤ query i, the first query being at position `offset` (Vaswani et al. 2017, section 3.2.3).
 *
 * @example causalMask(2) // tensor([[True, False], [True, True]], dtype=bool)
 */
export function causalMask(lq: number, lk: number = lq, offset: number = 0, backend?: Backend): Tensor {
  const queries = positions(lq, backend).add(offset).unsqueeze(1); // (lq, 1)
  return queries.ge(positions(lk, backend));
}

/**
 * bool (b, 1, lk), true for the first keys of each sequence, as many as its length (b); (b, lq, lk) for lengths (b, lq).
 *
 * @example lengthsMask(tensor([1, 2]), 2) // tensor([[[True, False]], [[True, True]]], dtype=bool)
 */
export function lengthsMask(lengths: Tensor, lk: number): Tensor {
  const each = lengths.ndim === 1 ? lengths.unsqueeze(1) : lengths; // (b, 1 | lq)
  return positions(lk, lengths.backend).lt(each.unsqueeze(-1));
}

/**
 * bool (n, n), true where key j is less than `window` steps from query i, a step being `dilation` positions (Beltagy, Peters
 * & Cohan 2020, section 3.1).
 *
 * @example windowMask(3, 2) // tensor([[True, True, False], [True, True, True], [False, True, True]], dtype=bool)
 */
export function windowMask(n: number, window: number, dilation: number = 1, backend?: Backend): Tensor {
  const distance = positions(n, backend).unsqueeze(1).sub(positions(n, backend)).abs(); // (n, n)
  const reach = Math.min(window * dilation, 2 ** 31 - 1);
  return distance.lt(reach).logicalAnd(distance.remainder(dilation).eq(0));
}

/**
 * bool (lq, lk), true where key j > query i − window, the last query being at the last key: the keys of a causal window, and all later
 * ones. undefined where the window holds all keys.
 *
 * @example nearby(2, 3, 1) // tensor([[False, True, True], [False, False, True]], dtype=bool)
 */
export function nearby(lq: number, lk: number, window: number, backend?: Backend): Tensor | undefined {
  if (window >= lk) return undefined;
  return causalMask(lq, lk, lk - lq - window, backend).logicalNot();
}

/**
 * softmax(scores) over the keys that the mask allows (Vaswani et al. 2017, section 3.2.3): scores (…, lq, lk), mask bool,
 * true where a query may attend. Other keys get weight 0, whatever their scores, so that a row without allowed keys is all
 * zeros.
 *
 * @param fill the score of the other keys instead: a number, or −∞ for the NaN of PyTorch's modules. Default null.
 * @example maskedSoftmax(tensor([[0, 0, 9]]), tensor([[true, true, false]])) // tensor([[0.5000, 0.5000, 0.0000]])
 */
export function maskedSoftmax(scores: Tensor, mask?: Tensor, fill: number | null = null): Tensor {
  if (!mask) return scores.softmax(-1);
  // Added as in PyTorch, so that the NaN of a fully masked row propagates to the gradients too.
  if (fill === Number.NEGATIVE_INFINITY) return scores.add(where(mask, 0, fill)).softmax(-1);
  return fused.softmaxWhere(scores, mask, fill ?? Number.NEGATIVE_INFINITY);
}

/**
 * {@link maskedSoftmax} of scores (…, lq, lk) that nothing reads afterwards: it may overwrite them, outside of gradients and
 * compiled steps, to hold one matrix instead of two. Use {@link maskedSoftmax} for scores that you keep.
 *
 * @example softmaxInPlace(zeros([1, 2]), undefined, null) // tensor([[0.5000, 0.5000]])
 */
export function softmaxInPlace(scores: Tensor, mask: Tensor | undefined, fill: number | null): Tensor {
  if (!mask) return applyOver(softmaxOp, [scores], { dim: scores.ndim - 1 });
  if (fill === Number.NEGATIVE_INFINITY) return maskedSoftmax(scores, mask, fill);
  return applyOver(softmaxWhereOp, [scores, mask], { fill: fill ?? Number.NEGATIVE_INFINITY });
}

// The two matrix products of attention. Masked keys have no effect, even if NaN: a product with a mask leaves their rows out.
// A weight of 0 is not enough, since 0 · NaN is NaN.

/**
 * q kᵀ: q (…, lq, d), k (…, lk, d) → (…, lq, lk), 0 where the mask is false.
 *
 * @example products(tensor([[1, 2]]), tensor([[3, 4], [NaN, 5]]), tensor([[true, false]])) // tensor([[11, 0]])
 */
export function products(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  if (!mask) return q.matmul(k.transpose(-2, -1));
  const dtype = promote(q.dtype, k.dtype);
  return fused.scoresWhere(q.to(dtype), k.to(dtype), mask);
}

/**
 * The sum of the values, each times its weight: weights (…, lq, lk), values (…, lk, dv) → (…, lq, dv). Where the mask is false,
 * weights are 0.
 *
 * @example weightedSum(tensor([[0.5, 0.5]]), tensor([[2], [4]])) // tensor([[3]])
 */
export function weightedSum(weights: Tensor, values: Tensor, mask?: Tensor): Tensor {
  if (!mask) return weights.matmul(values);
  const dtype = promote(weights.dtype, values.dtype);
  return fused.matmulWhere(weights.to(dtype), values.to(dtype), mask);
}
