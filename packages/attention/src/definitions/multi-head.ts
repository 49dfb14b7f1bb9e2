// Multi-head attention, and its weights.

import { linear, tap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Attended, scaledDotProductAttention, type Terms } from "./attention.ts";

/** The weights of a linear map, such as a `Linear`. */
export interface LinearWeights {
  /** (out, in). */
  readonly weight: Tensor;
  /** (out). Default: none. */
  readonly bias?: Tensor | null | undefined;
}

/** The weights of a layer norm, such as a `LayerNorm`. */
export interface NormWeights {
  /** (d), or null for 1. */
  readonly weight: Tensor | null;
  /** (d), or null for 0. Default: null. */
  readonly bias?: Tensor | null;
}

/**
 * (…, l, h · d) → (…, h, l, d).
 *
 * @param site of the rows (…, l, h, d), such as "hook_q"
 * @example splitHeads(tensor([[1, 2, 3, 4]]), 2) // tensor([[[1, 2]], [[3, 4]]])
 */
export function splitHeads(x: Tensor, heads: number, site?: string): Tensor {
  const rows = x.reshape([...x.shape.slice(0, -1), heads, x.size(-1) / heads]);
  return (site ? tap(site, rows) : rows).transpose(-3, -2);
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

/** The four projections of multi-head attention. */
export type Projections = Readonly<Record<"q" | "k" | "v" | "out", LinearWeights>>;

/**
 * Attention in h subspaces, joined (Vaswani et al. 2017, section 3.2.2): q (b, lq, e), k and v (b, lk, e) → output
 * (b, lq, e), weights (b, h, lq, lk).
 *
 * @example
 * const [x, w] = [ones([1, 3, 4]), { weight: ones([4, 4]) }];
 * const maps = { q: w, k: w, v: w, out: w };
 * multiHeadAttention([x, x, x], 2, maps).output.shape // [1, 3, 4]
 */
export function multiHeadAttention(
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  heads: number,
  maps: Projections,
  terms: Terms = {},
): Attended {
  const project = (x: Tensor, { weight, bias }: LinearWeights): Tensor =>
    splitHeads(linear(x, weight, bias), heads); // (b, h, l, e / h)
  const { output, weights } = scaledDotProductAttention(
    project(q, maps.q),
    project(k, maps.k),
    project(v, maps.v),
    terms,
  );
  return { output: linear(mergeHeads(output), maps.out.weight, maps.out.bias), weights };
}
