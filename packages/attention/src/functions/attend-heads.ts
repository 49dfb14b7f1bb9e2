// Multi-head attention with weights that are handed in, by a module or a caller: project, attend, join. With a cache, positions,
// extra keys, and masked keys as zeros.

import type { LinearMap } from "@saccade/nn";
import { ArgumentError, cat, ones, ShapeError, type Tensor, where, zeros } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, type Settings } from "@saccade/tensor/contract";
import type { AttentionCache } from "../cache/attention-cache.ts";
import type { Summarized } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { mapSummaries, wantedSummaries } from "../contract/summaries.ts";
import { type InProjections, tapHeads, throughHeads } from "../definitions/multi-head.ts";
import { type Allowed, allow, allowedPairs, type Inputs, zeroMaskedInputs } from "../masks/align.ts";
import { type AttentionPositions, addedBias, checkSpan, turned } from "../positions/attention-positions.ts";
import { dotProductAttention } from "./attend.ts";

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
  readonly in_proj: Pick<LinearMap, "forward"> | null;
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

/** Rules of the options of every call. */
export const headsRules = {
  ...rules.maskRules,
  ...rules.biasRules,
  ...rules.needWeightsRules,
  ...rules.summaryRules,
  /** Whether to average the weights over the heads: (b, lq, lk) instead of (b, h, lq, lk). Default true. */
  averageAttnWeights: flag(true),
};

/** The rules of those with their documentation, which a spread leaves behind. */
export type HeadsRules = typeof headsRules &
  typeof rules.maskRules &
  typeof rules.biasRules &
  typeof rules.summaryRules;

/** Options of a checked call. */
interface HeadsCall extends Settings<typeof headsRules> {
  readonly cache?: AttentionCache | undefined;
}

/**
 * Multi-head attention of checked inputs in PyTorch's forms: (b, length, size) with `batchFirst`, (length, b, size) without, or
 * (length, size). The output has the form of q; weights are (b, lq, lk), (b, h, lq, lk), summaries (b, h, …), or without b where
 * q has none.
 *
 * @param join the output projection, (b, h, lq, d) → (b, lq, E)
 */
export function attendHeads(
  m: MultiHead,
  what: string,
  [q, k, v]: Inputs,
  call: HeadsCall,
  { batchFirst, join }: { readonly batchFirst: boolean; readonly join: (heads: Tensor) => Tensor },
): Summarized {
  const inBatches = (x: Tensor): Tensor =>
    x.ndim === 2 ? x.unsqueeze(0) : batchFirst ? x : x.transpose(0, 1);
  // The same tensor stays the same object, so that self-attention is detected.
  const x = inBatches(q);
  const y = k === q ? x : inBatches(k);
  const z = v === q ? x : v === k ? y : inBatches(v);
  const { output, weights, ...more } = attendBatches(m, what, [x, y, z], call, join);
  const averaged = call.averageAttnWeights ? weights?.mean(1) : weights;
  if (q.ndim === 2)
    return {
      output: output.squeeze(0),
      weights: averaged?.squeeze(0),
      ...mapSummaries(more, (told) => told.squeeze(0)),
    };
  return { output: batchFirst ? output : output.transpose(0, 1), weights: averaged, ...more };
}

// All batch first: output (b, lq, E), weights (b, h, lq, lk).
function attendBatches(
  m: MultiHead,
  what: string,
  inputs: Inputs,
  { mask, keyMask, validLens, causal, bias, cache, needWeights, summaries, topK }: HeadsCall,
  join: (heads: Tensor) => Tensor,
): Summarized {
  const [q, k] = inputs;
  const { numHeads, positions, dropout, training, maskFill } = m;
  const [lq, offset, { backend }] = [q.size(1), cache?.fixed ? 0 : (cache?.length ?? 0), q];
  const lk = offset + k.size(1);
  const scores = { what, shape: [q.size(0), numHeads, lq, lk], headsHidden: true };
  // (lk) for keys without a batch.
  const rows = keyMask?.ndim === 1 ? keyMask.unsqueeze(0) : keyMask;
  const given = allow(scores, { mask, keyMask: rows, validLens, causal, bias }, backend, offset);
  if (positions !== null) {
    checkSpan(what, "q", lq, offset, positions.maxLen);
    checkSpan(what, "k", k.size(1), offset, positions.maxLen);
  }
  const span = { queries: lq, keys: lk, offset, backend };
  const added = positions && addedBias(what, positions, span, scores.shape);
  const all = added ? { ...given, bias: given.bias?.add(added) ?? added } : given;
  const call = cache ? withCache(m, what, inputs, all, cache) : withExtra(m, inputs, all);
  const turn = (which: "q" | "k", heads: Tensor): Tensor =>
    positions === null ? heads : tapHeads(`hook_rot_${which}`, turned(what, positions, heads, offset));
  const wanted = wantedSummaries(what, { summaries, topK }, call.allowed.shape.at(-1)!);
  const attention = ([queries, own, values]: readonly Tensor[]): Summarized => {
    const [x, y] = [turn("q", queries!), own && turn("k", own)];
    const [keys, z] = call.keysOf(y!, values!);
    const settings = { dropout, training, maskFill, needWeights, summaries: wanted };
    return dotProductAttention(call.allowed, x, keys, z, settings);
  };
  return throughHeads(call.inputs, numHeads, mapsOf(m), attention, join);
}

function mapsOf(m: MultiHead): InProjections {
  const { in_proj, in_proj_weight, in_proj_bias } = m;
  const qkv = in_proj ?? (in_proj_weight && { weight: in_proj_weight, bias: in_proj_bias });
  if (qkv) return { qkv };
  const [q, k, v] = in_proj_bias?.chunk(3) ?? [];
  return {
    q: { weight: m.q_proj_weight!, bias: q },
    k: { weight: m.k_proj_weight!, bias: k },
    v: { weight: m.v_proj_weight!, bias: v },
  };
}

/** A call with what comes beside the input's keys. */
interface Call {
  /** Those to project: q, k and v, or q alone. */
  readonly inputs: readonly Tensor[];
  /** The keys and values of the heads, (b, h, length, d) each, from those of the inputs. */
  readonly keysOf: (k: Tensor, v: Tensor) => readonly [Tensor, Tensor];
  readonly allowed: Allowed;
}

// No gradients flow here, so masked inputs need not be zeroed: the attention ignores them.
function withCache(
  m: MultiHead,
  what: string,
  inputs: Inputs,
  allowed: Allowed,
  cache: AttentionCache,
): Call {
  if (extraCount(m) > 0)
    throw new ArgumentError(
      `${what}: addBiasKv and addZeroAttn append keys to the input's, which a cache would separate; ` +
        "leave out the cache.",
    );
  const { numHeads } = m;
  const [q, k] = inputs;
  const { backend } = q;
  const width = m.embedDim / numHeads;
  cache.check(what, { batch: q.size(0), numHeads, keyWidth: width, valueWidth: width, backend });
  if (cache.fixed) checkFixed(m, what, k, cache);
  if (cache.fixed && cache.length > 0) return { inputs: [q], keysOf: () => cache.read(), allowed };
  return { inputs, keysOf: (y, z) => cache.append(y, z), allowed };
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

// Keys and values appended to those of the input, which every query may attend to: learned ones, and zeros.
function extraCount({ bias_k, addZeroAttn }: MultiHead): number {
  return (bias_k ? 1 : 0) + (addZeroAttn ? 1 : 0);
}

function withExtra(m: MultiHead, inputs: Inputs, allowed: Allowed): Call {
  const extra = extraCount(m);
  if (extra === 0)
    return { inputs: zeroMaskedInputs(allowed, inputs, m.maskFill), keysOf: (k, v) => [k, v], allowed };
  const keysOf = (k: Tensor, v: Tensor) => [appended(m, k, m.bias_k), appended(m, v, m.bias_v)] as const;
  return { ...besideExtra(allowed, inputs, extra), keysOf };
}

// Appends the extra keys to k (b, h, lk, d); the same for values, with their `bias`.
function appended({ addZeroAttn }: MultiHead, k: Tensor, bias: Tensor | null): Tensor {
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
