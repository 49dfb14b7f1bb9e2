import { arange, type Tensor } from "@saccade/tensor";

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
