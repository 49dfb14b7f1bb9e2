import type { Tensor } from "@saccade/tensor";

/** (…, n) → (…, n), each row adding up to 1. Use amax, sub, exp, sum and div. */
export function softmax(x: Tensor): Tensor {
  return x;
}
