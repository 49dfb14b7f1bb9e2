// How positions enter: added to vectors, turning them, or added to scores.

import {
  arange,
  type Backend,
  cat,
  embedding,
  fromData,
  getBackend,
  stack,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { positions } from "./masks.ts";

/**
 * (n, d): column 2i of row p is sin(p / 10000^(2i / d)), column 2i + 1 the cosine (Vaswani et al. 2017, section 3.5). An odd
 * width ends in a sine.
 *
 * @example positionalEncoding(2, 4) // tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])
 */
export function positionalEncoding(n: number, d: number, backend?: Backend): Tensor {
  return fromData(sines(n, d), [n, d], backend && { backend });
}

/**
 * The numbers of {@link positionalEncoding}, on the host. Angles are rounded to float32 as in d2l, where they are float32 tensors.
 *
 * @example Array.from(sines(2, 1)) // [0, 0.8415]
 */
export function sines(n: number, d: number): Float32Array {
  const out = new Float32Array(n * d);
  for (let column = 0; column < d; column++) {
    const divisor = Math.fround(10_000 ** Math.fround((column - (column % 2)) / d));
    const wave = column % 2 === 0 ? Math.sin : Math.cos;
    for (let p = 0; p < n; p++) out[p * d + column] = wave(Math.fround(p / divisor));
  }
  return out;
}

/**
 * Turns pair i of position p by the angle p / base^(2i / d) (Su et al. 2021, equation 34): x (…, n, d), the first position
 * being number `offset`. Pairs are (i, i + d / 2), as in Hugging Face's checkpoints of Llama, or neighbors, as in the paper
 * and in Meta's original Llama files.
 *
 * @example rotary(tensor([[1, 0], [1, 0]])) // tensor([[1.0000, 0.0000], [0.5403, 0.8415]])
 */
export function rotary(
  x: Tensor,
  offset: number = 0,
  {
    base = 10_000,
    interleaved = false,
  }: {
    /** The base of the angles. Default 10000. */
    readonly base?: number;
    /** Whether pairs are neighbors, (2i, 2i + 1). Default false: (i, i + d / 2). */
    readonly interleaved?: boolean;
  } = {},
): Tensor {
  const [n, half] = [x.size(-2), x.size(-1) / 2];
  const { dtype, backend } = x;
  const exponents = arange(0, half, 1, { dtype, backend }).div(-half);
  const frequencies = tensor(base, { dtype, backend }).pow(exponents); // (d / 2)
  const angles = arange(offset, offset + n, 1, { dtype, backend })
    .unsqueeze(1)
    .mul(frequencies); // (n, d / 2)
  const [cos, sin] = [angles.cos(), angles.sin()];
  const pairs = interleaved ? x.reshape([...x.shape.slice(0, -1), half, 2]).unbind(-1) : x.chunk(2, -1);
  const [a, b] = pairs as [Tensor, Tensor]; // (…, n, d / 2) each
  const turned = [a.mul(cos).sub(b.mul(sin)), b.mul(cos).add(a.mul(sin))];
  return interleaved ? stack(turned, -1).reshape(x.shape) : cat(turned, -1);
}

/**
 * The slope of each head: 2^(−8/n), 2^(−16/n), … for n heads where n is a power of two; otherwise those of the power below,
 * then every second one of the power above (Press et al. 2022, section 3 and its code).
 *
 * @example alibiSlopes(4) // [0.25, 0.0625, 0.015625, 0.0039]
 */
export function alibiSlopes(heads: number): number[] {
  const below = 2 ** Math.floor(Math.log2(heads));
  const slopes = Array.from({ length: below }, (_, i) => 2 ** ((-8 * (i + 1)) / below));
  const more = Array.from({ length: heads - below }, (_, i) => 2 ** ((-4 * (2 * i + 1)) / below));
  return [...slopes, ...more];
}

/**
 * −slope · |i − j|, added to the scores of query i and key j, a slope a head (Press et al. 2022, section 3): (h, lq, lk), the
 * first query being at position `offset`.
 *
 * @example alibiBias(1, 2, 2) // tensor([[[0.0000, -0.0039], [-0.0039, 0.0000]]])
 */
export function alibiBias(
  heads: number,
  lq: number,
  lk: number = lq,
  offset: number = 0,
  backend: Backend = getBackend(),
): Tensor {
  const slopes = fromData(Float32Array.from(alibiSlopes(heads)), [heads, 1, 1], { backend });
  const queries = arange(offset, offset + lq, 1, { backend }).unsqueeze(1); // (lq, 1)
  const distances = queries.sub(arange(0, lk, 1, { backend })).abs(); // (lq, lk)
  return slopes.mul(distances.rsub(0)); // not neg(), which gives −0
}

/** How distances are put into buckets. */
export interface Buckets {
  /** The number of buckets. */
  readonly numBuckets: number;
  /** From this distance on, all share the last bucket. */
  readonly maxDistance: number;
  /** Whether keys after the query have half of the buckets. */
  readonly bidirectional: boolean;
}

/**
 * The bucket of a key's position minus the query's (Raffel et al. 2020, section 2.1): one for each small distance, then wider
 * ones on a logarithmic scale.
 *
 * @example relativePositionBucket(-3, { numBuckets: 32, maxDistance: 128, bidirectional: false }) // 3
 */
export function relativePositionBucket(
  distance: number,
  { numBuckets, maxDistance, bidirectional }: Buckets,
): number {
  const count = bidirectional ? numBuckets / 2 : numBuckets;
  const first = bidirectional && distance > 0 ? count : 0;
  const away = bidirectional ? Math.abs(distance) : Math.max(-distance, 0);
  const exact = Math.floor(count / 2);
  if (away < exact) return first + away;
  const share = Math.log(away / exact) / Math.log(maxDistance / exact);
  return first + Math.min(count - 1, exact + Math.floor(share * (count - exact)));
}

/**
 * A learned number for each head and bucket, added to the scores: weight (numBuckets, h) → (h, lq, lk), the first query being at
 * position `offset`.
 *
 * @example relativeBias(tensor([[5], [6]]), { numBuckets: 2, maxDistance: 4, bidirectional: false }, 2, 2).toArray() // [[[5, 5], [6, 5]]]
 */
export function relativeBias(
  weight: Tensor,
  buckets: Buckets,
  lq: number,
  lk: number,
  offset: number = 0,
): Tensor {
  const { backend } = weight;
  // From maxDistance on, all distances are in one bucket: a table of those below it is enough.
  const { maxDistance: far } = buckets;
  const table = Array.from({ length: 2 * far + 1 }, (_, i) => relativePositionBucket(i - far, buckets));
  const queries = positions(lq, backend).add(offset).unsqueeze(1); // (lq, 1)
  const distances = positions(lk, backend).sub(queries).clamp({ min: -far, max: far }); // (lq, lk)
  const rows = distances.add(far).reshape([lq * lk]);
  const chosen = fromData(Int32Array.from(table), [table.length], { backend }).indexSelect(0, rows);
  return embedding(weight, chosen.reshape([lq, lk])).permute([2, 0, 1]);
}
