// Attention: weights of the keys, and the mean of the values that they give.

import { dropout as drop, isTapped, tap } from "@saccade/nn";
import { arange, type Tensor, where } from "@saccade/tensor";
import { causalMask, maskedSoftmax, products, softmaxInPlace, weightedSum, windowMask } from "./masks.ts";

/** The result of an attention: weighted means of the values, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk), before dropout: each row sums to 1, or to 0 if all keys are masked. */
  readonly weights: Tensor;
}

/** The taps of every attention: its scores (…, lq, lk) before masks, and its weights before dropout. */
export const patternSites: readonly string[] = ["hook_attn_scores", "hook_pattern"];

/** How scores become the weights of values. */
export interface Weighing {
  /** Added to the scores. Default: nothing. */
  readonly bias?: Tensor | undefined;
  /** The score of masked keys, whose values then count. Default null: masked keys have no effect. */
  readonly maskFill?: number | null | undefined;
  /** The probability with which a weight becomes 0. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout applies. Default true. */
  readonly training?: boolean | undefined;
  /** Whether the weights may replace the scores in memory, which nothing else reads. Default false. */
  readonly inPlace?: boolean | undefined;
  /** What makes weights of scores. Default {@link maskedSoftmax}. */
  readonly softmax?: ((scores: Tensor, mask: Tensor | undefined, fill: number | null) => Tensor) | undefined;
}

/**
 * The last step of every attention (Bahdanau, Cho & Bengio 2015, equations 5 and 6): scores (…, lq, lk), values (…, lk, dv).
 *
 * @example attend(tensor([[0, 0]]), tensor([[2], [4]])).output // tensor([[3]])
 */
export function attend(
  scores: Tensor,
  values: Tensor,
  mask?: Tensor,
  {
    bias,
    maskFill = null,
    dropout = 0,
    training = true,
    inPlace = false,
    softmax = inPlace ? softmaxInPlace : maskedSoftmax,
  }: Weighing = {},
): Attended {
  // #region attend
  const all = tap("hook_attn_scores", bias ? scores.add(bias) : scores);
  const weights = tap("hook_pattern", softmax(all, mask, maskFill));
  const kept = dropout === 0 ? weights : drop(weights, dropout, { training });
  return { output: weightedSum(kept, values, maskFill === null ? mask : undefined), weights };
  // #endregion attend
}

/**
 * The pairs of queries and keys whose scores are needed: those that the mask allows, or all where masked keys have a score, and
 * while something listens to the scores.
 *
 * @example scoredPairs(ones([2, 2], { dtype: "bool" }), -1e9) // undefined
 */
export function scoredPairs(mask: Tensor | undefined, maskFill: number | null = null): Tensor | undefined {
  return maskFill === null && !isTapped(...patternSites) ? mask : undefined;
}

/** The terms of the equation other than q, k and v. */
export interface Terms extends Weighing {
  /** bool, true where a query may attend. Default: everywhere. */
  readonly mask?: Tensor | undefined;
  /** The factor of the products. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The divisor of the queries instead. */
  readonly temperature?: number | undefined;
}

/**
 * softmax(q kᵀ / √d) v (Vaswani et al. 2017, equation 1): q (…, lq, d), k (…, lk, d), v (…, lk, dv).
 *
 * @example scaledDotProductAttention(tensor([[1]]), tensor([[0], [1]]), tensor([[1], [3]])).output // tensor([[2.4621]])
 */
export function scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, terms: Terms = {}): Attended {
  const { mask, bias, scale, temperature, maskFill, dropout, training } = terms;
  // #region scores
  // The queries have fewer elements than the scores.
  const scaled = temperature === undefined ? q.mul(scale ?? defaultScale(q)) : q.div(temperature);
  const scores = products(scaled, k, scoredPairs(mask, maskFill)); // (…, lq, lk)
  const inPlace = !isTapped(...patternSites);
  return attend(scores, v, mask, { bias, maskFill, dropout, training, inPlace });
  // #endregion scores
}

/**
 * 1/√d, and 1 for d = 0.
 *
 * @example defaultScale(ones([3, 4])) // 0.5
 */
export function defaultScale(q: Tensor): number {
  return 1 / Math.sqrt(q.size(-1) || 1);
}

/** The keys of each query's window. */
export interface Window {
  /** Keys within this distance, exclusive, in steps. */
  readonly window: number;
  /** The number of positions per step. Default 1. */
  readonly dilation?: number | undefined;
  /** Excludes the keys after the query. Default false. */
  readonly causal?: boolean | undefined;
}

/**
 * Scaled dot-product attention to the keys near each query (Longformer; Beltagy, Peters & Cohan 2020, section 3.1): q, k
 * (…, n, d), v (…, n, dv); `mask` excludes further keys.
 *
 * @example slidingWindowAttention(zeros([3, 1]), zeros([3, 1]), tensor([[1], [2], [4]]), { window: 2 }).output // tensor([[1.5000], [2.3333], [3.0000]])
 */
export function slidingWindowAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { window, dilation = 1, causal = false }: Window,
  mask?: Tensor,
): Attended {
  const n = q.size(-2);
  const near = windowMask(n, window, dilation);
  const past = causal ? near.logicalAnd(causalMask(n)) : near;
  return scaledDotProductAttention(q, k, v, { mask: mask ? past.logicalAnd(mask) : past });
}

/**
 * φ(x) = elu(x) + 1 (Katharopoulos et al. 2020, equation 7), without the rounding of exp(x) − 1 + 1.
 *
 * @example eluPlusOne(tensor([-1, 0, 2])) // tensor([0.3679, 1.0000, 3.0000])
 */
export function eluPlusOne(x: Tensor): Tensor {
  const positive = x.gt(0);
  return where(positive, x.add(1), where(positive, 0, x).exp()); // a minimum would halve the gradient at 0
}

/**
 * Weights φ(q)·φ(k) / Σ φ(q)·φ(k) instead of a softmax (Katharopoulos et al. 2020, equation 4): q (…, lq, d), k (…, lk, d),
 * v (…, lk, dv). The mask may be causal. A query without allowed keys gets zeros.
 *
 * @example linearAttention(zeros([1, 2]), zeros([2, 2]), tensor([[2], [4]])).output // tensor([[3]])
 */
export function linearAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask?: Tensor,
  featureMap: (x: Tensor) => Tensor = eluPlusOne,
): Attended {
  const similarities = products(featureMap(q), featureMap(k), mask); // (…, lq, lk)
  const total = similarities.sum(-1, { keepdim: true });
  const weights = similarities.div(where(total.eq(0), 1, total));
  return { output: weightedSum(weights, v, mask), weights };
}

/**
 * Causal attention with relative positions (Dai et al. 2019, section 3.3), where the last query is at the last key. The score
 * of query i and key j is (q·k + q·r + u·k + w·r) / √d, r the vector of their distance i − j: q (…, n, d), k and v (…, m, d),
 * r (…, m, d) from distance 0 on, u and w (…, 1, d).
 *
 * @example
 * const [x, none] = [zeros([2, 1]), zeros([1, 1])];
 * relativeAttention(x, x, tensor([[2], [4]]), x, none, none).output // tensor([[2], [3]])
 */
export function relativeAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  r: Tensor,
  u: Tensor,
  w: Tensor,
): Attended {
  const [n, m, d] = [q.size(-2), k.size(-2), q.size(-1)];
  const distance = arange(m - n, m)
    .unsqueeze(1)
    .sub(arange(m)); // (n, m)
  const rows = r.indexSelect(-2, distance.clamp({ min: 0 }).flatten().to("int32"));
  const ofPairs = rows.reshape([...r.shape.slice(0, -2), n, m, d]);
  const byContent = q.add(u).matmul(k.transpose(-2, -1)); // (…, n, m)
  const byDistance = q.add(w).unsqueeze(-2).mul(ofPairs).sum(-1); // (…, n, m)
  return attend(byContent.add(byDistance).div(Math.sqrt(d)), v, distance.ge(0));
}
