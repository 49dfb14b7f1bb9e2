import type { Tensor } from "@saccade/tensor";

/**
 * (…, l, h · d) → (…, h, l, d).
 *
 * @example splitHeads(tensor([[1, 2, 3, 4]]), 2) // tensor([[[1, 2]], [[3, 4]]])
 */
export function splitHeads(x: Tensor, heads: number): Tensor {
  return x.reshape([...x.shape.slice(0, -1), heads, x.size(-1) / heads]).transpose(-3, -2);
}

/**
 * (…, h, l, d) → (…, l, h · d): undoes {@link splitHeads}.
 *
 * @example mergeHeads(tensor([[[1, 2]], [[3, 4]]])) // tensor([[1, 2, 3, 4]])
 */
export function mergeHeads(x: Tensor): Tensor {
  const rows = x.transpose(-3, -2); // (…, l, h, d)
  return rows.reshape([...rows.shape.slice(0, -2), rows.size(-2) * rows.size(-1)]);
}
