// The mechanisms in plain ops, by their equations: nothing here is shared with the library, whose definitions are held to it.

import { arange, cat, embedding, stack, type Tensor, tensor, where } from "@saccade/tensor";
import type { Attended, Buckets, LinearWeights, Projections } from "../../src/definitions/index.ts";
import { relativePositionBucket } from "../../src/definitions/index.ts";

const linear = (x: Tensor, { weight, bias }: LinearWeights): Tensor => {
  const product = x.matmul(weight.t());
  return bias ? product.add(bias) : product;
};

/** bool (lq, lk), true where key j ≤ query i, which is at position offset + i. */
export function causalMask(lq: number, lk: number = lq, offset: number = 0): Tensor {
  return arange(lk).le(arange(offset, offset + lq).unsqueeze(1));
}

/** bool (b, 1, lk). */
export function lengthsMask(lengths: Tensor, lk: number): Tensor {
  return arange(lk).lt(lengths.reshape([-1, 1, 1]));
}

/** bool (n, n). */
export function windowMask(n: number, window: number, dilation: number): Tensor {
  const distance = arange(n).unsqueeze(1).sub(arange(n)).abs();
  return distance.lt(window * dilation).logicalAnd(distance.remainder(dilation).eq(0));
}

/** softmax over the allowed keys; other weights are 0. */
export function maskedSoftmax(scores: Tensor, mask?: Tensor): Tensor {
  if (!mask) return scores.softmax(-1);
  return where(mask, where(mask, scores, Number.NEGATIVE_INFINITY).softmax(-1), 0);
}

/** q kᵀ, each query with zeros in place of the keys that it may not attend to. */
export function products(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  if (!mask) return q.matmul(k.transpose(-2, -1));
  return q.unsqueeze(-2).matmul(allowedRows(k, mask).transpose(-2, -1)).squeeze(-2);
}

/** weights · values, likewise. */
export function weightedSum(weights: Tensor, values: Tensor, mask?: Tensor): Tensor {
  if (!mask) return weights.matmul(values);
  return weights.unsqueeze(-2).matmul(allowedRows(values, mask)).squeeze(-2);
}

// (…, lk, d) → (…, lq, lk, d).
function allowedRows(x: Tensor, mask: Tensor): Tensor {
  return where(mask.unsqueeze(-1), x.unsqueeze(-3), 0);
}

export function attend(scores: Tensor, values: Tensor, mask?: Tensor): Attended {
  const weights = maskedSoftmax(scores, mask);
  return { output: weightedSum(weights, values, mask), weights };
}

/** The terms of an attention. */
export interface Terms {
  readonly mask?: Tensor | undefined;
  readonly bias?: Tensor | undefined;
  readonly scale?: number | undefined;
}

export function scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, terms: Terms = {}): Attended {
  const { mask, bias, scale = 1 / Math.sqrt(q.size(-1)) } = terms;
  const scores = products(q, k, mask).mul(scale);
  return attend(bias ? scores.add(bias) : scores, v, mask);
}

/** Heads one after the other: each has its rows of the projections. */
export function multiHeadAttention(
  [q, k, v]: readonly Tensor[],
  heads: number,
  maps: Record<keyof Projections, LinearWeights>,
  { mask, bias }: Terms,
): Attended {
  const each = Array.from({ length: heads }, (_, head) => {
    const own = (x: Tensor, map: LinearWeights): Tensor => linear(x, map).chunk(heads, -1)[head]!;
    const allowed = mask && (mask.size(1) === 1 ? mask.select(1, 0) : mask.select(1, head));
    const terms = { bias, mask: allowed };
    return scaledDotProductAttention(own(q!, maps.q), own(k!, maps.k), own(v!, maps.v), terms);
  });
  const merged = cat(
    each.map(({ output }) => output),
    -1,
  );
  const weights = stack(
    each.map((one) => one.weights),
    1,
  );
  return { output: linear(merged, maps.out), weights };
}

/** vᵀ tanh(q + k) of projected queries and keys. */
export function additiveScores(q: Tensor, k: Tensor, v: Tensor): Tensor {
  return q.unsqueeze(-2).add(k.unsqueeze(-3)).tanh().mul(v).sum(-1);
}

/** −|q − k|² / (2 σ²). */
export function gaussianScores(q: Tensor, k: Tensor, bandwidth: number): Tensor {
  const differences = q.unsqueeze(-2).sub(k.unsqueeze(-3)); // (…, lq, lk, d)
  return differences
    .square()
    .sum(-1)
    .div(-2 * bandwidth ** 2);
}

/** W [q; k] + b of every pair, (…, lq, lk, h). */
export function ofPairs(q: Tensor, k: Tensor, map: LinearWeights): Tensor {
  const [batch, lq, lk] = [q.shape.slice(0, -2), q.size(-2), k.size(-2)];
  const queries = q.unsqueeze(-2).expand([...batch, lq, lk, q.size(-1)]);
  const keys = k.unsqueeze(-3).expand([...batch, lq, lk, k.size(-1)]);
  return linear(cat([queries, keys], -1), map);
}

export function nadarayaWatson(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  kernel: (u: Tensor) => Tensor,
  bandwidth: number = 1,
): Attended {
  const density = kernel(queries.unsqueeze(1).sub(keys).div(bandwidth));
  const total = density.sum(-1, { keepdim: true });
  const weights = density.div(where(total.eq(0), 1, total));
  return { output: weights.mul(values).sum(-1), weights };
}

export function attentionPooling(x: Tensor, W: LinearWeights, u: Tensor, mask?: Tensor): Attended {
  const scores = linear(x, W).tanh().mul(u).sum(-1); // (…, n)
  const { output, weights } = attend(scores.unsqueeze(-2), x, mask?.unsqueeze(-2));
  return { output: output.squeeze(-2), weights: weights.squeeze(-2) };
}

export function positionalEncoding(n: number, d: number): Tensor {
  const divisors = tensor(10_000).pow(arange(0, d, 2).div(d)); // (⌈d / 2⌉)
  const angles = arange(n).unsqueeze(1).div(divisors);
  return stack([angles.sin(), angles.cos()], -1).flatten(1).narrow(1, 0, d);
}

export function relativeBias(
  weight: Tensor,
  buckets: Buckets,
  lq: number,
  lk: number,
  offset: number,
): Tensor {
  const rows = Array.from({ length: lq }, (_, i) =>
    Array.from({ length: lk }, (_, j) => relativePositionBucket(j - i - offset, buckets)),
  );
  return embedding(weight, tensor(rows, { dtype: "int32" })).permute([2, 0, 1]);
}

/** −slope · |i − j|, the slopes of 1 to n heads being 2^(−8 i / n) where n is a power of two. */
export function alibiBias(slopes: readonly number[], lq: number, lk: number, offset: number): number[][][] {
  return slopes.map((slope) =>
    Array.from({ length: lq }, (_, i) =>
      Array.from({ length: lk }, (_, j) => slope * (0 - Math.abs(i + offset - j))),
    ),
  );
}
