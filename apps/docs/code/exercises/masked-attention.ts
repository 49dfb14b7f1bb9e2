import type { Tensor } from "@saccade/tensor";

/**
 * @param q (n, d)
 * @param k (m, d)
 * @param v (m, e)
 * @param mask bool (n, m), true where a query may attend to a key
 * @returns (n, e)
 */
export function attention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask: Tensor,
): Tensor {
  const scores = q.matmul(k.t());
  const weights = scores.softmax(-1).mul(mask.to("float32"));
  return weights.matmul(v);
}
