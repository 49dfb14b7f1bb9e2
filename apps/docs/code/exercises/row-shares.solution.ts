import type { Tensor } from "@saccade/tensor";

export function rowShares(x: Tensor): Tensor {
  return x.div(x.sum(1, { keepdim: true })); // (n, m) by (n, 1)
}
