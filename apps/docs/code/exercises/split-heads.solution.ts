import type { Tensor } from "@saccade/tensor";

export function splitHeads(x: Tensor, heads: number): Tensor {
  const [b, n, width] = x.shape as [number, number, number];
  return x.reshape([b, n, heads, width / heads]).transpose(1, 2);
}

export function mergeHeads(x: Tensor): Tensor {
  const [b, heads, n, d] = x.shape as [number, number, number, number];
  return x.transpose(1, 2).reshape([b, n, heads * d]);
}
