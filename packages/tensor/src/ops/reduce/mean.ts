import { apply1 } from "../../apply/apply.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { numelOf, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "./along.ts";
import { type Dims, type ReduceOptions, reduceAttrs, reduceOptions, sumOp } from "./sum.ts";

const meanOptions = reduceOptions("mean");

/**
 * The mean over dims (all dims by default); NaN for no elements.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([[1, 2], [3, 5]]).mean(0) // tensor([2.0000, 3.5000])
 */
export function mean(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  refuseExtra("mean", arguments, 3);
  const attrs = reduceAttrs(meanOptions, x, dim, options);
  requireFloat("mean", x);
  return apply1(sumOp, [x], attrs).div(countAlong(x.shape, attrs.dims));
}

/** The number of elements of `shape` that a reduction over `dims` combines into one. */
export function countAlong(shape: Shape, dims: readonly number[]): number {
  return numelOf(dims.map((dim) => shape[dim]!));
}
