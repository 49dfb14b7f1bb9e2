import type { Tensor } from "@saccade/tensor";
import { weightedSum } from "./masked-products.ts";
import { maskedSoftmax } from "./masked-softmax.ts";

/** The result of an attention: weighted means of the values, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk). */
  readonly weights: Tensor;
}

/**
 * The last step of every attention (Bahdanau, Cho & Bengio 2015, equations 5 and 6): scores (…, lq, lk), values (…, lk, dv).
 *
 * @example attend(tensor([[0, 0]]), tensor([[2], [4]])).output // tensor([[3]])
 */
export function attend(scores: Tensor, values: Tensor, mask?: Tensor): Attended {
  // #region attend
  const weights = maskedSoftmax(scores, mask);
  return { output: weightedSum(weights, values, mask), weights };
  // #endregion attend
}
