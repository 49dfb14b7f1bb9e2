// Attention to a few: softmaxes that give exact zeros, and keys chosen by blocks.

import { cat, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { type Attended, attend, defaultScale } from "../attention.ts";
import { causalMask, positions, products } from "../masks.ts";
import { sharedHeads } from "./softmax.ts";

/**
 * The nearest point to z (…, n) among all weights that sum to 1 (Martins & Astudillo 2016, algorithm 1): small scores get exactly
 * 0. Scores of −∞ are masked.
 *
 * @example sparsemax(tensor([1, 0.5, -1])) // tensor([0.7500, 0.2500, 0.0000])
 */
// #region sparsemax
export function sparsemax(z: Tensor): Tensor {
  // The k largest scores are the support for as long as 1 + k z_k > their sum.
  const sorted = z.detach().sort(-1, { descending: true }).values;
  const ranks = positions(z.size(-1), z.backend).add(1);
  const count = ranks.mul(sorted).add(1).gt(sorted.cumsum(-1)).sum(-1, { keepdim: true }); // (…, 1)
  const least = sorted.gather(-1, count.sub(1).clamp({ min: 0 })); // none is in a row without scores
  const support = z.ge(least).logicalAnd(z.gt(Number.NEGATIVE_INFINITY));
  const kept = where(support, z, 0);
  const tau = kept
    .sum(-1, { keepdim: true })
    .sub(1)
    .div(support.sum(-1, { keepdim: true }));
  return where(support, z.sub(tau), 0);
}
// #endregion sparsemax

/**
 * ((α − 1) z − τ)₊^(1 / (α − 1)) with the τ for which the weights sum to 1 (Peters, Niculae & Martins 2019, equation 10): α → 1 is
 * softmax, 2 sparsemax. z (…, n), alpha a number or a tensor that broadcasts, such as (b, h, 1, 1) with a learned one a head.
 *
 * @example entmax(tensor([1, 0, -2]), 1.5) // tensor([0.8307, 0.1693, 0.0000])
 */
// #region entmax
export function entmax(z: Tensor, alpha: number | Tensor): Tensor {
  const less = (typeof alpha === "number" ? tensor(alpha, { backend: z.backend }) : alpha).sub(1);
  const allowed = z.gt(Number.NEGATIVE_INFINITY);
  const below = where(allowed, z.sub(z.amax(-1, { keepdim: true })), 0); // −∞ times a number has no gradient
  const x = where(allowed, below.mul(less), Number.NEGATIVE_INFINITY);
  const weights = (y: Tensor, tau: Tensor): Tensor => {
    const above = y.sub(tau);
    const support = above.gt(0);
    return where(support, where(support, above, 1).pow(less.reciprocal()), 0);
  };
  // The root lies between −1, where the largest score alone gives 1, and 0; it is halved until it stands still, on the side …
  const fixed = x.detach();
  let high = zeros([...z.shape.slice(0, -1), 1], { backend: z.backend });
  let low = high.sub(1);
  for (let i = 0; i < 30; i++) {
    const middle = low.add(high).div(2);
    const tooMuch = weights(fixed, middle).sum(-1, { keepdim: true }).ge(1);
    [low, high] = [where(tooMuch, middle, low), where(tooMuch, high, middle)];
  }
  // … and Newton's steps make it exact and give it its gradients: one the first derivative, two the second.
  let tau = low;
  for (let i = 0; i < 2; i++) {
    const p = weights(x, tau);
    const slope = where(p.gt(0), where(p.gt(0), p, 1).pow(less.rsub(1)), 0).div(less); // −∂p/∂τ
    const steepness = slope.sum(-1, { keepdim: true }).clamp({ min: 1e-9 }); // 0 in a row without scores
    tau = tau.add(p.sum(-1, { keepdim: true }).sub(1).div(steepness));
  }
  return weights(x, tau);
}
// #endregion entmax

/**
 * Attention with another map from scores to weights, such as {@link sparsemax}: q (b, h, t, d), k, v (b, hk, t, d). Causal by default.
 *
 * @example simplexAttention(ones([1, 1, 1, 1]), ones([1, 1, 1, 1]), ones([1, 1, 1, 1]), sparsemax).weights.item() // 1
 */
export function simplexAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  simplex: (scores: Tensor) => Tensor,
  mask: Tensor = causalMask(q.size(-2), k.size(-2), 0, q.backend),
): Attended {
  const [keys, values] = [sharedHeads(k, q.size(1)), sharedHeads(v, q.size(1))];
  return attend(products(q.mul(defaultScale(q)), keys), values, mask, { softmax: onSimplex(simplex) });
}

/**
 * The softmax of {@link simplexAttention}: a map of scores (…, lq, lk), with 0 where the mask is false. A row without keys gives 0.
 *
 * @example onSimplex(sparsemax)(tensor([[0, 3, 9]]), tensor([[true, true, false]])) // tensor([[0, 1, 0]])
 */
export const onSimplex =
  (simplex: (scores: Tensor) => Tensor) =>
  (scores: Tensor, mask?: Tensor): Tensor => {
    if (!mask) return simplex(scores);
    const others = where(mask.any(-1, { keepdim: true }), Number.NEGATIVE_INFINITY, 0);
    return where(mask, simplex(where(mask, scores, others)), 0);
  };

/** The number of each position's block, int32 (t). */
const blockOf = (t: number, block: number, like: Tensor): Tensor =>
  positions(t, like.backend).floorDivide(block);

/**
 * The means of blocks of rows: (…, t, d) → (…, ⌈t / block⌉, d). The last may have fewer rows.
 *
 * @example blockMeans(tensor([[1], [3], [4]]), 2) // tensor([[2], [4]])
 */
export function blockMeans(x: Tensor, block: number): Tensor {
  const blocks = Math.ceil(x.size(-2) / block);
  return cat(
    Array.from({ length: blocks }, (_, i) => {
      const length = Math.min(block, x.size(-2) - i * block);
      return x.narrow(-2, i * block, length).mean(-2, { keepdim: true });
    }),
    -2,
  );
}

/** True at the `count` largest of the last dim, of those that are not −∞. */
function largest(x: Tensor, count: number): Tensor {
  const { indices } = x.topk(Math.min(count, x.size(-1)), -1);
  const numbers = positions(x.size(-1), x.backend).unsqueeze(-1);
  return indices.unsqueeze(-2).eq(numbers).any(-1).logicalAnd(x.gt(Number.NEGATIVE_INFINITY));
}

/** True where a query may see a key: in a chosen block (…, t, blocks), and not after itself. */
function inChosen(chosen: Tensor, block: number, t: number): Tensor {
  return chosen.indexSelect(-1, blockOf(t, block, chosen)).logicalAnd(causalMask(t, t, 0, chosen.backend));
}

/**
 * Mixture of block attention (Lu et al. 2025, section 2.2): each query attends to its own block of keys, and to those of the
 * blocks before it whose mean keys match it best, `count` in all. q (b, h, t, d), k, v (b, hk, t, d); `chosen` (b, h, t, blocks). The
 * choice has no gradient.
 *
 * @example
 * const x = ones([1, 1, 4, 1]);
 * mixtureOfBlocks(x, x, x, { block: 2, count: 1 }).chosen.select(2, 3).flatten() // tensor([False, True], dtype=bool)
 */
// #region moba
export function mixtureOfBlocks(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { block, count }: { readonly block: number; readonly count: number },
): Attended & { readonly chosen: Tensor } {
  const t = q.size(-2);
  const [keys, values] = [sharedHeads(k, q.size(1)), sharedHeads(v, q.size(1))];
  const match = q.detach().matmul(blockMeans(keys.detach(), block).transpose(-2, -1)); // (b, h, t, blocks)
  const [own, numbers] = [blockOf(t, block, q).unsqueeze(-1), positions(match.size(-1), q.backend)];
  const before = where(numbers.lt(own), match, Number.NEGATIVE_INFINITY);
  const chosen = largest(where(numbers.eq(own), Number.POSITIVE_INFINITY, before), count);
  const scores = products(q.mul(defaultScale(q)), keys);
  return { ...attend(scores, values, inChosen(chosen, block, t)), chosen };
}
// #endregion moba

/** The gates and sizes of {@link nativeSparseAttention}. */
export interface SparseTerms {
  /** (b, h, t) each, between 0 and 1. */
  readonly gates: readonly [compressed: Tensor, selected: Tensor, near: Tensor];
  /** The tokens of a block. */
  readonly block: number;
  /** The blocks of each query, at least 3: the first, its own and the one before are always among them. */
  readonly count: number;
  /** The keys of the third branch, the query's own included. */
  readonly window: number;
}

/** The sum of {@link nativeSparseAttention}, and its three parts. */
export interface SparseAttended {
  /** (b, h, t, d). */
  readonly output: Tensor;
  /** (b, h, t, d), before its gate: from the blocks' means. */
  readonly compressed: Tensor;
  /** (b, h, t, d), before its gate: from the chosen blocks' tokens. */
  readonly selected: Tensor;
  /** (b, h, t, d), before its gate: from the last tokens. */
  readonly near: Tensor;
  /** bool (b, hk, t, blocks). */
  readonly chosen: Tensor;
}

/**
 * Native sparse attention (Yuan et al. 2025, section 3): three attentions, to the means of all blocks, to the tokens of the
 * blocks whose means got the most weight, and to the last tokens, each with a gate. q (b, h, t, d), k, v (b, hk, t, d). Heads that
 * share keys choose together. A query sees the mean of a block once the block is complete.
 *
 * @example
 * const [x, gate] = [ones([1, 1, 4, 1]), ones([1, 1, 4])];
 * nativeSparseAttention(x, x, x, { gates: [gate, gate, gate], block: 2, count: 3, window: 2 }).output.flatten() // tensor([2, 3, 3, 3])
 */
// #region nsa
export function nativeSparseAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { gates, block, count, window }: SparseTerms,
): SparseAttended {
  const [heads, keyHeads, t] = [q.size(1), k.size(1), q.size(-2)];
  const scaled = q.mul(defaultScale(q));
  const [keys, values] = [sharedHeads(k, heads), sharedHeads(v, heads)];
  const steps = positions(t, q.backend).unsqueeze(-1);
  const numbers = positions(Math.ceil(t / block), q.backend);
  const complete = numbers.add(1).mul(block).le(steps.add(1)); // (t, blocks)
  const means = [blockMeans(keys, block), blockMeans(values, block)] as const;
  const blocks = attend(products(scaled, means[0]), means[1], complete);

  const groups = [q.size(0), keyHeads, heads / keyHeads, t, numbers.size(0)];
  const importance = blocks.weights.detach().reshape(groups).mean(2); // (b, hk, t, blocks)
  const own = steps.floorDivide(block);
  const always = numbers.eq(0).logicalOr(numbers.ge(own.sub(1)));
  const ranked = where(always, Number.POSITIVE_INFINITY, importance);
  const chosen = largest(where(numbers.le(own), ranked, Number.NEGATIVE_INFINITY), count);

  const scores = products(scaled, keys);
  const distance = steps.sub(positions(t, q.backend));
  const last = distance.ge(0).logicalAnd(distance.lt(window));
  const parts = [
    blocks.output,
    attend(scores, values, inChosen(sharedHeads(chosen, heads), block, t)).output,
    attend(scores, values, last).output,
  ] as const;
  const output = parts.map((part, i) => part.mul(gates[i]!.unsqueeze(-1))).reduce((a, b) => a.add(b));
  return { output, compressed: parts[0], selected: parts[1], near: parts[2], chosen };
}
// #endregion nsa
