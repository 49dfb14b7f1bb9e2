import type { Tensor } from "@saccade/tensor";

/**
 * The way of a gradient back through softmax.
 *
 * @param weights (n, m), softmax of the scores, row by row
 * @param gradient (n, m), ∂L/∂weights
 * @returns (n, m), ∂L/∂scores
 */
export function softmaxBackward(
  weights: Tensor,
  gradient: Tensor,
): Tensor {
  return weights.mul(gradient);
}
