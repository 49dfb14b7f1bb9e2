import type { Tensor } from "@saccade/tensor";

export function predict(
  q: Tensor,
  x: Tensor,
  y: Tensor,
  width: number,
): Tensor {
  const u = q.unsqueeze(1).sub(x).div(width); // (n, m)
  const weights = u.square().mul(-0.5).softmax(-1);
  return weights.matmul(y);
}
