import type { Tensor } from "@saccade/tensor";

/**
 * Attention's biases on keys and values are dropped. Gives the output projection's new bias, with which the layer computes
 * the same as before. Its output is weightedMean · woᵀ + bo, so weights are (out, in).
 *
 * @param wo (d, d), the output projection
 * @param bo (d), its bias
 * @param bk (d), the bias of the keys
 * @param bv (d), the bias of the values
 * @returns (d)
 */
export function foldBiases(
  wo: Tensor,
  bo: Tensor,
  bk: Tensor,
  bv: Tensor,
): Tensor {
  return wo.t().matmul(bk.add(bv)).add(bo);
}
