// Any attention as a change of scores and a mask.

import { type Tensor, where } from "@saccade/tensor";
import { type Attended, attend, defaultScale } from "../attention.ts";
import { positions, products } from "../masks.ts";
import { sharedHeads } from "./softmax.ts";

/** A value for every query and key, and where it stands: the batch, the head, the query's and the key's position, int32, broadcast. */
export type Places = readonly [b: Tensor, h: Tensor, query: Tensor, key: Tensor];

/** Changes the scores (b, h, lq, lk), after the scale and before the mask. */
export type ScoreMod = (score: Tensor, ...places: Places) => Tensor;

/** True where a query may attend to a key: bool, (b, h, lq, lk) or broadcast to it. */
export type MaskMod = (...places: Places) => Tensor;

/** What {@link flexAttention} takes beside q, k and v. */
export interface FlexTerms {
  /** Changes the scores. Default: not. */
  readonly scoreMod?: ScoreMod;
  /** The keys that a query may attend to. Default: all. */
  readonly maskMod?: MaskMod;
  /** The factor of the products. Default 1/√d. */
  readonly scale?: number;
}

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
  { scoreMod, maskMod, scale = defaultScale(q) }: FlexTerms = {},
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
  const seen = mask ? where(mask, scores, Number.NEGATIVE_INFINITY) : scores;
  return { ...attend(scores, sharedHeads(v, h), mask), logSumExp: seen.logsumexp(-1) };
}
// #endregion flex
