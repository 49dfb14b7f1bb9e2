// Multi-head attention: project, attend, join. Listeners see queries, keys, values and what the heads read as (b, length, heads,
// d), in TransformerLens's names and forms, scores and patterns as (b, heads, lq, lk), and results as (b, lq, heads, dModel).

import { isTapped, Linear, type LinearMap, linear, tap } from "@saccade/nn";
import { cat, Tensor, zeros } from "@saccade/tensor";
import { type Attended, patternSites, scaledDotProductAttention, type Terms } from "./attention.ts";

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

/** A linear map: a matrix (out, in), weights, or a module, such as a `Linear` with an adapter around it. */
export type AnyLinear = Tensor | LinearWeights | Pick<LinearMap, "forward">;

/**
 * W x + b: x (…, in) → (…, out).
 *
 * @example mapped(tensor([1, 2]), tensor([[3, 4]])) // tensor([11])
 */
export function mapped(x: Tensor, map: AnyLinear): Tensor {
  if ("forward" in map) return map.forward(x);
  return map instanceof Tensor ? linear(x, map) : linear(x, map.weight, map.bias);
}

const headSites = ["hook_q", "hook_k", "hook_v"] as const;

/** Positions inside an attention. */
interface MayOnlyAdd {
  /** Whether they add to the scores, and leave queries and keys as they are. Default false. */
  readonly onlyAdds?: boolean | undefined;
}

/**
 * The sites of a module with multi-head attention, whose positions turn queries and keys or only add to the scores.
 *
 * @example sitesWith(null).length // 7
 */
export function sitesWith(positions: MayOnlyAdd | null): readonly string[] {
  const sites = [...headSites, ...patternSites, "hook_z", "hook_result"];
  return positions === null || positions.onlyAdds ? sites : [...sites, "hook_rot_q", "hook_rot_k"];
}

/**
 * A tap of heads: x (b, heads, length, d), which listeners see as (b, length, heads, d).
 *
 * @example tapHeads("hook_z", ones([1, 2, 3, 2])).shape // [1, 2, 3, 2]
 */
export function tapHeads(name: string, x: Tensor): Tensor {
  return isTapped(name) ? tap(name, x.transpose(1, 2)).transpose(1, 2) : x;
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
export type Projections = Readonly<Record<"q" | "k" | "v" | "out", AnyLinear>>;

/** The first three, or one map E → 3 E in their place. */
export type InProjections =
  | Omit<Projections, "out">
  | { readonly qkv: LinearWeights | Pick<LinearMap, "forward"> };

/**
 * Queries, keys and values of h heads: (b, l, e) → (b, h, l, e / h) each. In self-attention with packed projections it is one
 * product, which is split once, so that its gradient is concatenated once.
 *
 * @param inputs q, k and v; or q alone, for keys and values from elsewhere
 * @example
 * const [x, w] = [ones([1, 3, 4]), ones([4, 4])];
 * projectHeads([x, x, x], 2, { q: w, k: w, v: w, out: w })[0].shape // [1, 2, 3, 2]
 */
export function projectHeads(inputs: readonly Tensor[], heads: number, maps: InProjections): Tensor[] {
  const [q] = inputs;
  if ("qkv" in maps && inputs.length === 3 && inputs.every((x) => x === q)) {
    const all = mapped(q!, maps.qkv);
    const [b, l, width] = all.dims(3); // 3 e
    const rows = all.reshape([b, l, 3, heads, width / (3 * heads)]).unbind(2); // (b, l, h, e / h)
    return rows.map((x, i) => tap(headSites[i]!, x).transpose(1, 2));
  }
  const each = "qkv" in maps ? thirds(maps.qkv) : [maps.q, maps.k, maps.v];
  return inputs.map((x, i) => splitHeads(mapped(x, each[i]!), heads, headSites[i]));
}

function thirds(qkv: LinearWeights | Pick<LinearMap, "forward">): AnyLinear[] {
  if ("forward" in qkv) return [0, 1, 2].map((i) => ({ forward: (x) => qkv.forward(x).chunk(3, -1)[i]! }));
  const biases = qkv.bias?.chunk(3);
  return qkv.weight.chunk(3).map((weight, i) => ({ weight, bias: biases?.[i] }));
}

/**
 * The output projection of the heads' outputs, z (b, heads, length, d) → (b, length, dModel), with the sites hook_z and
 * hook_result: z through each head's rows of the projection, without its bias.
 *
 * @example projectOut(ones([4, 4]), ones([1, 2, 3, 2])).shape // [1, 3, 4]
 */
export function projectOut(out: AnyLinear, heads: Tensor): Tensor {
  const z = tapHeads("hook_z", heads);
  if (!isTapped("hook_result")) return mapped(mergeHeads(z), out);
  const { result, bias } = out instanceof Linear ? byHead(z, out) : byHeadOf(z, out);
  const sum = tap("hook_result", result).sum(2); // (b, length, dModel)
  return bias ? sum.add(bias) : sum;
}

/** The results of the heads, (b, length, heads, dModel), and the bias that belongs to none of them. */
interface Results {
  readonly result: Tensor;
  readonly bias: Tensor | null;
}

function byHead(z: Tensor, { weight, bias }: Linear): Results {
  const [, heads, , d] = z.shape as readonly [number, number, number, number];
  const byHead = weight.reshape([weight.size(0), heads, d]).permute([1, 2, 0]); // (heads, d, dModel)
  return { result: z.matmul(byHead).transpose(1, 2), bias };
}

// A map whose weight cannot be read, such as one with an adapter, gets one head at a time, with zeros for the others.
function byHeadOf(z: Tensor, out: AnyLinear): Results {
  const [b, heads, length, d] = z.shape as readonly [number, number, number, number];
  const { backend, dtype } = z;
  const bias = mapped(zeros([1, 1, 1, heads * d], { backend, dtype }), out); // (1, 1, 1, dModel)
  const alone = Array.from({ length: heads }, (_, head) => {
    const before = zeros([b, length, head * d], { backend, dtype });
    const after = zeros([b, length, (heads - head - 1) * d], { backend, dtype });
    return mapped(cat([before, z.select(1, head), after], -1), out).unsqueeze(2);
  });
  return { result: cat(alone, 2).sub(bias), bias: bias.reshape([bias.numel]) };
}

/**
 * Any attention in h subspaces, joined: project, attend, join.
 *
 * @param attention of the heads' queries, keys and values (b, h, l, d): output (b, h, lq, d), and what else it returns
 * @param join from the heads' outputs, such as {@link projectOut}
 * @example
 * const [x, w] = [ones([1, 3, 4]), ones([4, 4])];
 * const own = ([, , v]) => ({ output: v, weights: undefined });
 * throughHeads([x, x, x], 2, { q: w, k: w, v: w }, own, mergeHeads).output.shape // [1, 3, 4]
 */
export function throughHeads<A extends { readonly output: Tensor }>(
  inputs: readonly Tensor[],
  heads: number,
  maps: InProjections,
  attention: (heads: readonly Tensor[]) => A,
  join: (heads: Tensor) => Tensor,
): A {
  const attended = attention(projectHeads(inputs, heads, maps));
  return { ...attended, output: join(attended.output) };
}

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
  inputs: readonly [q: Tensor, k: Tensor, v: Tensor],
  heads: number,
  maps: Projections,
  terms: Terms = {},
): Attended {
  const attention = ([q, k, v]: readonly Tensor[]) => scaledDotProductAttention(q!, k!, v!, terms);
  return throughHeads(inputs, heads, maps, attention, (z) => projectOut(maps.out, z));
}
