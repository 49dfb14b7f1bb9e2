import { linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import type { Attended } from "./attend.ts";
import { mergeHeads, splitHeads } from "./heads.ts";
import { scaledDotProductAttention, type Terms } from "./scaled-dot-product.ts";
import type { LinearWeights } from "./weights.ts";

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
