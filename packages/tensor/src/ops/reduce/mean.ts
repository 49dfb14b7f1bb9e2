import { numelOf, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "./along.ts";
import { type Dims, type ReduceOptions, reduceAttrs, sum } from "./sum.ts";

/**
 * The mean over dims (all without `dim`); NaN where there are no elements.
 *
 * @throws DTypeError for int32 and bool.
 */
export function mean(x: Tensor, dim?: Dims, options: ReduceOptions = {}): Tensor {
  requireFloat("mean", x);
  const { dims } = reduceAttrs("mean", x, dim, options);
  return sum(x, dims, options).div(countAlong(x.shape, dims));
}

/** How many elements of `shape` a reduction of `dims` makes one. */
export function countAlong(shape: Shape, dims: readonly number[]): number {
  return numelOf(dims.map((dim) => shape[dim]!));
}
