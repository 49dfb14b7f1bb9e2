import type { Tensor } from "@saccade/tensor";

export function additiveScores(
  queries: Tensor,
  keys: Tensor,
  v: Tensor,
): Tensor {
  const hidden = queries.unsqueeze(1).add(keys.unsqueeze(0)).tanh(); // (n, m, h)
  return hidden.matmul(v);
}
