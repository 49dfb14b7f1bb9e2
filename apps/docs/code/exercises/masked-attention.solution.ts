import type { Tensor } from "@saccade/tensor";

export function attention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask: Tensor,
): Tensor {
  const scores = q.matmul(k.t()).div(Math.sqrt(q.size(-1)));
  return scores
    .maskedFill(mask.logicalNot(), -Infinity)
    .softmax(-1)
    .matmul(v);
}
