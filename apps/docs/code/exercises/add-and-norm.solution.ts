import type { Tensor } from "@saccade/tensor";

export function addAndNorm(x: Tensor, result: Tensor): Tensor {
  const sum = x.add(result);
  const centered = sum.sub(sum.mean(-1, { keepdim: true }));
  const variance = centered.square().mean(-1, { keepdim: true });
  return centered.div(variance.add(1e-5).sqrt());
}
