import type { Tensor } from "@saccade/tensor";

/**
 * @param queries (n, h)
 * @param keys (m, h)
 * @param v (h)
 * @returns (n, m)
 */
export function additiveScores(
  queries: Tensor,
  keys: Tensor,
  v: Tensor,
): Tensor {
  // unsqueeze(1) and unsqueeze(0) make room for each other's rows.
  return queries.mul(v).matmul(keys.t());
}
