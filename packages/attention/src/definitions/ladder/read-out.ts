// Any attention as a change of scores and a mask, and what can be said of weights without keeping them.

import { cat, full, type Tensor, where } from "@saccade/tensor";
import { type Attended, attend, defaultScale } from "../attention.ts";
import { maskedSoftmax, positions, products } from "../masks.ts";
import { sharedHeads } from "./softmax.ts";

/** A value for every query and key, and where it stands: the batch, the head, the query's and the key's position, int32, broadcast. */
export type Places = readonly [b: Tensor, h: Tensor, query: Tensor, key: Tensor];

/** Changes the scores (b, h, lq, lk), after the scale and before the mask. */
export type ScoreMod = (score: Tensor, ...places: Places) => Tensor;

/** True where a query may attend to a key: bool, (b, h, lq, lk) or broadcast to it. */
export type MaskMod = (...places: Places) => Tensor;

/**
 * softmax(mask(change(q kᵀ / √d))) v, for a change of scores and a mask that are functions of the places (FlexAttention; Dong et
 * al. 2024, section 3): q (b, h, lq, d), k, v (b, hk, lk, d). `logSumExp` (b, h, lq) is natural, −∞ for a query without keys.
 *
 * @example
 * const x = zeros([1, 1, 2, 1]);
 * flexAttention(x, x, x, { maskMod: (_b, _h, query, key) => key.le(query) }).weights.select(2, 0).flatten() // tensor([1, 0])
 */
// #region flex
export function flexAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  {
    scoreMod,
    maskMod,
    scale = defaultScale(q),
  }: { scoreMod?: ScoreMod; maskMod?: MaskMod; scale?: number } = {},
): Attended & { readonly logSumExp: Tensor } {
  const [b, h, lq, lk] = [q.size(0), q.size(1), q.size(-2), k.size(-2)];
  const along = (n: number, dim: number): Tensor => {
    const shape = [1, 1, 1, 1];
    shape[dim] = n;
    return positions(n, q.backend).reshape(shape);
  };
  const places: Places = [along(b, 0), along(h, 1), along(lq, 2), along(lk, 3)];
  const plain = products(q.mul(scale), sharedHeads(k, h));
  const scores = scoreMod ? scoreMod(plain, ...places) : plain;
  const mask = maskMod?.(...places).expand([b, h, lq, lk]);
  return { ...attend(scores, sharedHeads(v, h), mask), logSumExp: logSumExpOf(scores, mask) };
}
// #endregion flex

function logSumExpOf(scores: Tensor, mask: Tensor | undefined): Tensor {
  return (mask ? where(mask, scores, Number.NEGATIVE_INFINITY) : scores).logsumexp(-1);
}

/** What {@link weightSummaries} says of weights (b, h, lq, lk). */
export interface WeightSummaries {
  /** (b, h, lk): how much weight each key received (H2O; Zhang et al. 2023). */
  readonly columnSums: Tensor;
  /** (b, h, lq): −Σ p ln p in nats, 0 for one key (Zhai et al. 2023). */
  readonly entropy: Tensor;
  /** (b, h, lq): the largest score. */
  readonly max: Tensor;
  /** (b, h, lq). */
  readonly logSumExp: Tensor;
  /** (b, h, lq, k): the largest weights, falling, and 0 where there are fewer. */
  readonly topWeights: Tensor;
  /** int32 (b, h, lq, k): their keys, and −1 where there are fewer. */
  readonly topKeys: Tensor;
}

/**
 * What people ask of attention weights, in memory that a fused kernel can afford: q (b, h, lq, d), k (b, hk, lk, d). A query without
 * keys has entropy 0, and −∞ as largest score and as logarithm of the sum.
 *
 * @example weightSummaries(zeros([1, 1, 1, 1]), zeros([1, 1, 2, 1]), 1).entropy.item() // 0.6931
 */
// #region summaries
export function weightSummaries(q: Tensor, k: Tensor, top: number, mask?: Tensor): WeightSummaries {
  const scores = products(q.mul(defaultScale(q)), sharedHeads(k, q.size(1)));
  const allowed = mask?.expand(scores.shape);
  const weights = maskedSoftmax(scores, allowed); // (b, h, lq, lk)
  const logarithms = where(weights.gt(0), weights, 1).log();
  const seen = allowed ? where(allowed, scores, Number.NEGATIVE_INFINITY) : scores;
  const none = full([...scores.shape.slice(0, -1), top], -1, { dtype: q.dtype, backend: q.backend }); // where there are fewer keys
  const { values, indices } = cat([allowed ? where(allowed, weights, -1) : weights, none], -1).topk(top, -1);
  const found = values.ge(0);
  return {
    columnSums: weights.sum(-2),
    entropy: weights.mul(logarithms).sum(-1).neg(),
    max: seen.amax(-1),
    logSumExp: logSumExpOf(scores, allowed),
    topWeights: where(found, values, 0),
    topKeys: where(found, indices, -1),
  };
}
// #endregion summaries
