import type { Tensor } from "@saccade/tensor";
import { linear } from "@saccade/tensor/fused";

/** A change of a weight (o, i), of low rank. */
export interface LowRank {
  /** (r, i) */
  readonly a: Tensor;
  /** (o, r); zeros at first, so that training starts from the weight as it is. */
  readonly b: Tensor;
  /** α / r, or α / √r with rank stabilization. */
  readonly scale: number;
}

/**
 * W x + scale · B A x: x (…, i), weight W (o, i) → (…, o). Only A and B are trained (Hu et al. 2022, equation 3).
 *
 * @example lora(ones([2, 4]), ones([3, 4]), { a: ones([1, 4]), b: zeros([3, 1]), scale: 2 }).shape // [2, 3]
 */
export function lora(x: Tensor, weight: Tensor, change: LowRank): Tensor {
  return linear(x, weight).add(lowRankChange(x, change));
}

/**
 * The addition to the output, scale · B A x: (…, i) → (…, o).
 *
 * @example lowRankChange(ones([2, 4]), { a: ones([1, 4]), b: ones([3, 1]), scale: 2 }).shape // [2, 3]
 */
export function lowRankChange(x: Tensor, { a, b, scale }: LowRank): Tensor {
  return linear(linear(x, a).mul(scale), b); // (…, i) → (…, r) → (…, o)
}
