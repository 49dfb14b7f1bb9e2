import { type Tensor, where } from "@saccade/tensor";

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
