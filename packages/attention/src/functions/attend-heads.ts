// Multi-head attention with weights that are handed in, by a module or a caller: project, attend, join. With a cache, positions,
// extra keys, and masked keys as zeros.

import { linear, tap } from "@saccade/nn";
import { ArgumentError, cat, ones, ShapeError, type Tensor, where, zeros } from "@saccade/tensor";
import { formatShape, longest } from "@saccade/tensor/backend";
import type { AttentionCache } from "../cache/attention-cache.ts";
import type { MaybeAttended } from "../contract/method.ts";
import type { MaskOptions } from "../contract/rules.ts";
import { splitHeads } from "../definitions/multi-head.ts";
import { type Allowed, allow, allowedPairs, both, type Inputs, zeroMaskedInputs } from "../masks/align.ts";
import { lowerTriangle } from "../masks/by-position.ts";
import { type AttentionPositions, addedBias, checkSpan, turned } from "../positions/attention-positions.ts";
import { dotProductAttention } from "./checked.ts";
import { type HeadsMap, tapHeads } from "./sites.ts";

/** Multi-head attention: its weights, under PyTorch's names, and its settings. A `MultiheadAttention` is one. */
export interface MultiHead {
  readonly embedDim: number;
  readonly numHeads: number;
  /** (3 E, E): the weights of q, k and v stacked; null if kdim or vdim is not E, or in_proj holds them. */
  readonly in_proj_weight: Tensor | null;
  /** (E, E). */
  readonly q_proj_weight: Tensor | null;
  /** (E, kdim). */
  readonly k_proj_weight: Tensor | null;
  /** (E, vdim). */
  readonly v_proj_weight: Tensor | null;
  /** (3 E). */
  readonly in_proj_bias: Tensor | null;
  /** E → 3 E, in place of in_proj_weight and in_proj_bias, such as an adapter around them; null without one. */
  readonly in_proj: HeadsMap | null;
  /** A key (1, 1, E) appended to those of the input, which every query may attend to; or null. */
  readonly bias_k: Tensor | null;
  /** Its value (1, 1, E), or null. */
  readonly bias_v: Tensor | null;
  /** Whether a key and a value of zeros are appended. */
  readonly addZeroAttn: boolean;
  readonly positions: AttentionPositions | null;
  readonly dropout: number;
  readonly training: boolean;
  readonly maskFill: number | null;
}

/** Options of a checked call. */
interface HeadsCall extends MaskOptions {
  readonly bias?: Tensor | undefined;
  readonly cache?: AttentionCache | undefined;
  readonly needWeights: boolean;
  readonly averageAttnWeights: boolean;
}

/**
 * Multi-head attention of checked inputs in PyTorch's forms: (b, length, size) with `batchFirst`, (length, b, size) without, or
 * (length, size). The output has the form of q; weights are (b, lq, lk), (b, h, lq, lk), or without b where q has none.
 *
 * @param join the output projection, (b, h, lq, d) → (b, lq, E)
 */
export function attendHeads(
  m: MultiHead,
  what: string,
  [q, k, v]: Inputs,
  call: HeadsCall,
  { batchFirst, join }: { readonly batchFirst: boolean; readonly join: (heads: Tensor) => Tensor },
): MaybeAttended {
  const inBatches = (x: Tensor): Tensor =>
    x.ndim === 2 ? x.unsqueeze(0) : batchFirst ? x : x.transpose(0, 1);
  // The same tensor stays the same object, so that self-attention is detected.
  const x = inBatches(q);
  const y = k === q ? x : inBatches(k);
  const z = v === q ? x : v === k ? y : inBatches(v);
  const attended = attendBatches(m, what, [x, y, z], call);
  const output = join(attended.output); // (b, lq, E)
  const { weights } = attended;
  const averaged = call.averageAttnWeights ? weights?.mean(1) : weights;
  if (q.ndim === 2) return { output: output.squeeze(0), weights: averaged?.squeeze(0) };
  return { output: batchFirst ? output : output.transpose(0, 1), weights: averaged };
}

// All batch first: output (b, h, lq, d), weights (b, h, lq, lk).
function attendBatches(
  m: MultiHead,
  what: string,
  inputs: Inputs,
  { mask, keyMask, validLens, causal, bias, cache, needWeights }: HeadsCall,
): MaybeAttended {
  const [q, k] = inputs;
  const { numHeads, positions, dropout, training, maskFill } = m;
  const [lq, offset, { backend }] = [q.size(1), cache?.fixed ? 0 : (cache?.length ?? 0), q];
  const lk = offset + k.size(1);
  const scores = { what, shape: [q.size(0), numHeads, lq, lk], headsHidden: true };
  // (lk) for keys without a batch.
  const rows = keyMask?.ndim === 1 ? keyMask.unsqueeze(0) : keyMask;
  const given = allow(scores, { mask, keyMask: rows, validLens, causal, bias }, backend);
  if (positions !== null) {
    checkSpan(what, "q", lq, offset, positions.maxLen);
    checkSpan(what, "k", k.size(1), offset, positions.maxLen);
  }
  const added = addedBias(what, positions, { queries: lq, keys: lk, offset, backend }, scores.shape);
  const all = added ? { ...given, bias: given.bias?.add(added) ?? added } : given;
  const { heads, allowed } = cache ? cachedHeads(m, what, inputs, all, cache) : headsOf(m, what, inputs, all);
  const [qs, ks, vs] = heads;
  const settings = { dropout, training, maskFill, needWeights };
  return dotProductAttention(allowed, qs, ks, vs, settings);
}

/** Queries, keys and values (b, h, length, d), and what is allowed among them. */
interface Heads {
  readonly heads: Inputs;
  readonly allowed: Allowed;
}

function headsOf(m: MultiHead, what: string, inputs: Inputs, allowed: Allowed): Heads {
  const extra = extraCount(m);
  if (extra === 0)
    return { heads: projectIn(m, what, zeroMaskedInputs(allowed, inputs, m.maskFill), 0), allowed };
  const beside = besideExtra(allowed, inputs, extra);
  const [q, k, v] = projectIn(m, what, beside.inputs, 0);
  return { heads: [q, withExtra(m, k, m.bias_k), withExtra(m, v, m.bias_v)], allowed: beside.allowed };
}

// No gradients flow here, so masked inputs need not be zeroed: the attention ignores them.
function cachedHeads(
  m: MultiHead,
  what: string,
  inputs: Inputs,
  allowed: Allowed,
  cache: AttentionCache,
): Heads {
  if (extraCount(m) > 0)
    throw new ArgumentError(
      `${what}: addBiasKv and addZeroAttn append keys to the input's, which a cache would separate; ` +
        "leave out the cache.",
    );
  const { numHeads } = m;
  const [q, k, v] = inputs;
  const { backend } = q;
  const [batch, , lq, lk] = allowed.shape as readonly [number, number, number, number];
  const width = m.embedDim / numHeads;
  cache.check(what, { batch, numHeads, keyWidth: width, valueWidth: width, backend });
  const offset = lk - k.size(1);
  const limited = allowed.causal && offset > 0 && longest(lq) > 1;
  const limit = limited ? lowerTriangle(lq, lk, offset, backend) : undefined;
  const causal = allowed.causal && offset === 0;
  const left = { ...allowed, mask: both(allowed.mask, limit), causal };
  if (!cache.fixed) {
    const [x, y, z] = projectIn(m, what, inputs, offset);
    return { heads: [x, ...cache.append(y, z)], allowed: left };
  }
  checkFixed(m, what, k, cache);
  if (cache.length === 0) {
    const [, y, z] = projectEach(m, [null, k, v]);
    cache.append(y!, z!);
  }
  const [x] = projectEach(m, [q]);
  return { heads: [x!, ...cache.read()], allowed: left };
}

function checkFixed({ positions }: MultiHead, what: string, k: Tensor, { length }: AttentionCache): void {
  if (positions !== null)
    throw new ArgumentError(
      `${what}: a fixed cache is for keys of a memory, which have no positions relative to q.`,
    );
  if (length === 0 || length === k.size(1)) return;
  throw new ShapeError(
    `${what}: the cache holds ${length} keys of a memory, and k ${formatShape(k.shape)} has ${k.size(1)}; make a new cache ` +
      "for each memory.",
  );
}

const headSites = ["hook_q", "hook_k", "hook_v"] as const;

// Queries, keys and values (b, h, length, d), the first at position `offset`. The same tensor is projected in one product, and
// the result is split once, so its gradient is concatenated once.
function projectIn(m: MultiHead, what: string, [q, k, v]: Inputs, offset: number): Inputs {
  const { numHeads, in_proj, in_proj_weight, in_proj_bias, positions } = m;
  let each: readonly Tensor[];
  if (q === k && k === v && (in_proj ?? in_proj_weight)) {
    const all = in_proj ? in_proj.forward(q) : linear(q, in_proj_weight!, in_proj_bias); // (b, l, 3 E)
    const [b, l, width] = all.shape as readonly [number, number, number];
    const parts = all.reshape([b, l, 3, numHeads, width / (3 * numHeads)]).unbind(2); // (b, l, h, d)
    each = parts.map((x, i) => tap(headSites[i]!, x).transpose(1, 2));
  } else each = projectEach(m, [q, k, v]);
  const [x, y, z] = each as [Tensor, Tensor, Tensor];
  if (positions === null) return [x, y, z];
  const turn = (which: "q" | "k", heads: Tensor): Tensor =>
    tapHeads(`hook_rot_${which}`, turned(what, positions, heads, offset));
  return [turn("q", x), turn("k", y), z];
}

// A product each. null, where a projection is not needed, gives null.
function projectEach<T extends Tensor | null>(m: MultiHead, inputs: readonly T[]): T[] {
  const { in_proj, numHeads } = m;
  const split = (x: Tensor, i: number): Tensor => splitHeads(x, numHeads, headSites[i]);
  if (in_proj) return inputs.map((x, i) => x && split(in_proj.forward(x).chunk(3, -1)[i]!, i)) as T[];
  const weights = m.in_proj_weight?.chunk(3) ?? [m.q_proj_weight!, m.k_proj_weight!, m.v_proj_weight!];
  const biases = m.in_proj_bias?.chunk(3);
  return inputs.map((x, i) => x && split(linear(x, weights[i]!, biases?.[i]), i)) as T[];
}

// Keys and values appended to those of the input, which every query may attend to: learned ones, and zeros.
function extraCount({ bias_k, addZeroAttn }: MultiHead): number {
  return (bias_k ? 1 : 0) + (addZeroAttn ? 1 : 0);
}

// Appends the extra keys to k (b, h, lk, d); the same for values, with their `bias`.
function withExtra({ addZeroAttn }: MultiHead, k: Tensor, bias: Tensor | null): Tensor {
  const [b, h, , d] = k.dims(4);
  const { dtype, backend } = k;
  const parts = [k];
  if (bias) parts.push(bias.reshape([1, h, 1, d]).expand([b, h, 1, d]));
  if (addZeroAttn) parts.push(zeros([b, h, 1, d], { dtype, backend }));
  return cat(parts, 2);
}

// For extra keys: all masks as one, which lets every query attend to them, zeros as their bias, and keys and values that no query
// may attend to as zeros. The inputs are (b, length, size).
function besideExtra(allowed: Allowed, [q, k, v]: Inputs, extra: number) {
  const { shape, headsHidden } = allowed;
  const lk = k.size(1);
  const wide = (x: Tensor): Tensor => x.expand([...x.shape.slice(0, -1), lk]);
  const more = {
    shape: [...shape.slice(0, -1), lk + extra],
    headsHidden,
    causal: false,
    bias: allowed.bias && wide(allowed.bias).pad([0, extra]),
  };
  const pairs = allowedPairs(allowed, q.backend); // (…, lq, lk)
  if (pairs === undefined) return { inputs: [q, k, v] as const, allowed: { ...more, mask: undefined } };
  const open = ones([...pairs.shape.slice(0, -1), extra], { dtype: "bool", backend: q.backend });
  const some = pairs.any(-2); // (…, lk)
  const keys = (some.ndim > 2 ? some.any(1) : some).unsqueeze(-1); // (b or 1, lk, 1)
  const kept = where(keys, k, 0);
  const inputs = [q, kept, k === v ? kept : where(keys, v, 0)] as const;
  return { inputs, allowed: { ...more, mask: cat([wide(pairs), open], -1) } };
}
