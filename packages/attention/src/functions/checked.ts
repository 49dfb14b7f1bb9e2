// Attention of calls that have been checked, and whose masks have been combined.

import { dropout as drop, isTapped, tap } from "@saccade/nn";
import { type Shape, scope, type Tensor, where } from "@saccade/tensor";
import { broadcastShapes, iterable, promote } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { Attended, MaybeAttended } from "../contract/method.ts";
import type { MaskFillOptions } from "../contract/rules.ts";
import { dotScores } from "../definitions/scores.ts";
import { type Allowed, allowedPairs, type Inputs, weightsOf } from "../masks/align.ts";

/** The taps of every attention: its scores (…, lq, lk) before masks, and its weights before dropout. */
export const patternSites: readonly string[] = ["hook_attn_scores", "hook_pattern"];

/** The settings that change the weights of an attention. */
export interface WeightsSettings extends MaskFillOptions {
  /** The probability with which a weight becomes 0 in training. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout applies. Default true. */
  readonly training?: boolean | undefined;
}

/**
 * `attend` for scores of a known shape that are not computed yet, so that they are computed for the allowed pairs only:
 * scores outside of `pairs` are ignored; undefined means that no keys are excluded.
 *
 * @example
 * const allowed = allow({ what: "net", shape: [1, 1, 2], headsHidden: false }, {}, getBackend());
 * attendTo(allowed, () => zeros([1, 1, 2]), tensor([[[1], [3]]]), {}).output // tensor([[[2]]])
 */
export function attendTo(
  allowed: Allowed,
  compute: (pairs: Tensor | undefined) => Tensor,
  values: Tensor,
  { dropout = 0, training = true, maskFill = null }: WeightsSettings,
): Attended {
  return scope(() => {
    const pairs = allowedPairs(allowed, values.backend);
    // With a fill, masked keys and their values take part.
    const existing = maskFill === null ? pairs : undefined;
    const computed = compute(isTapped(...patternSites) ? undefined : existing);
    const scores = tap("hook_attn_scores", allowed.bias ? computed.add(allowed.bias) : computed);
    const weights = tap("hook_pattern", weightsOf(scores, pairs, maskFill));
    const kept = dropout === 0 ? weights : drop(weights, dropout, { training });
    return iterable({ output: weightedSum(kept, values, existing), weights });
  });
}

/** weights · values, only over the allowed keys. */
export function weightedSum(weights: Tensor, values: Tensor, allowed: Tensor | undefined): Tensor {
  if (allowed === undefined) return weights.matmul(values);
  const dtype = promote(weights.dtype, values.dtype);
  return fused.matmulWhere(weights.to(dtype), values.to(dtype), allowed);
}

/**
 * (…, lq, lk) for queries (…, lq, dq) and keys (…, lk, dk), whose leading dims broadcast.
 *
 * @example scoresShape(ones([2, 1, 3, 4]), ones([5, 6, 4])) // [2, 5, 3, 6]
 */
export function scoresShape(queries: Tensor, keys: Tensor): Shape {
  const front = (x: Tensor): Shape => x.shape.slice(0, -2);
  return [...broadcastShapes("attention", front(queries), front(keys)), queries.size(-2), keys.size(-2)];
}

/** Settings of {@link dotProductAttention}. */
export interface DotProductSettings extends WeightsSettings {
  /** Whether to return the weights; without them, a fused op needs no memory for them. Default true. */
  readonly needWeights?: boolean | undefined;
  /** The factor of the products. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The divisor of the queries instead. */
  readonly temperature?: number | undefined;
}

/**
 * `scaledDotProductAttention` of a call that has been checked, and whose masks have been combined: as one fused op where
 * it can be, or by its definition. Call it in a scope.
 *
 * @example
 * const x = ones([2, 3, 4]);
 * const allowed = allow({ what: "net", shape: [2, 3, 3], headsHidden: false }, { causal: true }, getBackend());
 * dotProductAttention(allowed, x, x, x, {}).output.shape // [2, 3, 4]
 */
export function dotProductAttention(
  allowed: Allowed,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  settings: DotProductSettings,
): MaybeAttended {
  const { needWeights = true } = settings;
  if (!needWeights && !isTapped(...patternSites) && isFusible(allowed, [q, k, v], settings))
    return { output: fusedAttention(allowed, [q, k, v], settings), weights: undefined };
  return scope(() => {
    const compute = (pairs: Tensor | undefined): Tensor => score(q, k, settings, pairs);
    const { output, weights } = attendTo(allowed, compute, v, settings);
    return { output, weights: needWeights ? weights : undefined };
  });
}

// A finite fill gives masked keys weight, all of it in a row with no other: the fused op does not. Types and batch dims
// that only some of the operands have are left to the ops that stretch them.
function isFusible(
  { shape, mask, causal }: Allowed,
  [q, k, v]: Inputs,
  { maskFill }: DotProductSettings,
): boolean {
  const fills = Number.isFinite(maskFill) && (mask !== undefined || causal);
  const [wanted, given] = [shape.slice(0, -2), v.shape.slice(0, -2)];
  const sizes = wanted.slice(wanted.length - given.length);
  const fits = given.length <= wanted.length && given.every((size, i) => size === 1 || size === sizes[i]);
  return fits && k.dtype === q.dtype && v.dtype === q.dtype && !fills;
}

// The op computes the causal limit itself. With −∞ as fill, masked keys keep their scores, and −∞ is added.
function fusedAttention(allowed: Allowed, [q, k, v]: Inputs, settings: DotProductSettings): Tensor {
  const { scale, temperature, dropout = 0, training = true, maskFill = null } = settings;
  const { mask, causal, bias } = allowed;
  const excludes = maskFill === null;
  const pairs = excludes ? undefined : allowedPairs(allowed, q.backend);
  const added = pairs && where(pairs, 0, Number.NEGATIVE_INFINITY);
  return fused.scaledDotProduct(q, k, v, {
    mask: excludes ? mask : undefined,
    causal: excludes && causal,
    bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
    scale: temperature === undefined ? (scale ?? defaultScale(q)) : 1 / temperature,
    dropout: training ? dropout : 0,
  });
}

function defaultScale(q: Tensor): number {
  return 1 / Math.sqrt(q.size(-1) || 1);
}

/** The scores (…, lq, lk) of checked q and k. Scales the queries instead of the scores: they have fewer elements. */
export function score(
  q: Tensor,
  k: Tensor,
  { scale, temperature }: Pick<DotProductSettings, "scale" | "temperature">,
  pairs: Tensor | undefined,
): Tensor {
  const scaled = temperature === undefined ? q.mul(scale ?? defaultScale(q)) : q.div(temperature);
  if (pairs === undefined) return dotScores(scaled, k); // (…, lq, lk)
  const dtype = promote(scaled.dtype, k.dtype);
  return fused.scoresWhere(scaled.to(dtype), k.to(dtype), pairs);
}
