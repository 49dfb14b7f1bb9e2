import type { Tensor } from "@saccade/tensor";

/**
 * Kernel regression with the Gaussian kernel.
 *
 * @param q (n), the places to predict
 * @param x (m), the places of the points
 * @param y (m), the values of the points
 * @param width of the kernel
 * @returns (n)
 */
export function predict(
  q: Tensor,
  x: Tensor,
  y: Tensor,
  width: number,
): Tensor {
  const u = q.unsqueeze(1).sub(x).div(width); // (n, m)
  const weights = u.square().softmax(-1);
  return weights.matmul(y);
}
