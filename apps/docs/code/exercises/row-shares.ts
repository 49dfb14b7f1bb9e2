import type { Tensor } from "@saccade/tensor";

/** (n, m) → (n, m): each row divided by its own sum. */
export function rowShares(x: Tensor): Tensor {
  return x.div(x.sum());
}
