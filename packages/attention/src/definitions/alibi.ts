import { arange, type Tensor, tensor } from "@saccade/tensor";

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
export function alibiBias(heads: number, lq: number, lk: number = lq, offset: number = 0): Tensor {
  const queries = arange(offset, offset + lq).unsqueeze(1); // (lq, 1)
  const distances = queries.sub(arange(lk)).abs(); // (lq, lk)
  return tensor(alibiSlopes(heads)).reshape([heads, 1, 1]).mul(distances.rsub(0));
}
