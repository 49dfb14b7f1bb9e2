import type { Tensor } from "@saccade/tensor";

/**
 * @param x (n, d), what went into the sublayer
 * @param result (n, d), what the sublayer gives
 * @returns (n, d), without scale and shift
 */
export function addAndNorm(x: Tensor, result: Tensor): Tensor {
  return x.add(result);
}
