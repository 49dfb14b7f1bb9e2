// Elements by their number in row-major order.

import * as c from "@saccade/contract";
import { full, zerosLike } from "../../create.ts";
import {
  apply1,
  checkInputs,
  checkNumbers,
  checkTensor,
  contiguousStrides,
  formatShape,
  numelOf,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";
import { checkSameDType } from "./gather.ts";
import { checkIndices, nonzero } from "./index-check.ts";
import { indexAddOp, indexCopyOp, indexSelectOp } from "./index-select.ts";
import { cat } from "./join.ts";

/** The indices as a vector, counted from the start. */
function numbersIn(what: string, x: Tensor, index: Tensor): Tensor {
  if (x.numel === 0 && index.numel > 0)
    throw new c.IndexError(`${what}: ${x.describe()} has no elements, got the index ${index.describe()}.`);
  checkIndices(what, index, 0, x.numel, -x.numel);
  return index.reshape([index.numel]).remainder(Math.max(1, x.numel));
}

/**
 * The elements of x at indices into its row-major order, in the shape of the index. Negative indices count from the end.
 *
 * @throws IndexError for an index out of range; DTypeError unless it is int32.
 * @example take(tensor([[1, 2], [3, 4]]), tensor([0, -1], { dtype: "int32" })) // tensor([1, 4])
 */
export function take(x: Tensor, index: Tensor): Tensor {
  checkInputs("take", { x, index });
  const at = numbersIn("take", x, index);
  return apply1(indexSelectOp, [x.reshape([x.numel]), at], { dim: 0 }).reshape(index.shape);
}

const putOptions = c.options("put(x, index, source, { accumulate: true })", {
  /** Adds to the elements of x instead of replacing them. Repeated indices accumulate. Default false. */
  accumulate: c.flag(false),
});

/** Options of {@link put}. */
export interface PutOptions extends c.OptionsOf<typeof putOptions> {}

/**
 * A copy of x with the elements of `source` at indices into its row-major order. Negative indices count from the end. For
 * repeated indices the last element wins, unless `accumulate` is set.
 *
 * @throws IndexError for an index out of range; ShapeError unless the source has as many elements as the index; DTypeError
 * for an index that is not int32, or a source of another dtype.
 * @example put(zeros([2, 2]), tensor([0, -1], { dtype: "int32" }), tensor([5, 6])) // tensor([[5, 0], [0, 6]])
 */
export function put(x: Tensor, index: Tensor, source: Tensor, given?: PutOptions): Tensor {
  checkInputs(putOptions.what, { x, index, source });
  const { accumulate } = putOptions(given);
  if (accumulate) refuseBool("put", x.dtype);
  checkSameDType("put", x, source);
  const at = numbersIn("put", x, index);
  if (source.numel !== at.numel)
    throw new c.ShapeError(
      `put: source ${formatShape(source.shape)} must have as many elements as the index ${formatShape(index.shape)}.`,
    );
  const flat = [x.reshape([x.numel]), at, source.reshape([at.numel])] as const;
  return apply1(accumulate ? indexAddOp : indexCopyOp, flat, { dim: 0 }).reshape(x.shape);
}

/**
 * The indices of the elements that are not zero (or true), in row-major order: int32 (n, x.ndim). NumPy's name for
 * `nonzero`. x is read on the host, which waits for the backend.
 *
 * @example argwhere(tensor([0, 3, 4])) // tensor([[1], [2]], dtype=int32)
 */
export function argwhere(x: Tensor): Tensor {
  checkTensor("argwhere", "x", x);
  return nonzero(x);
}

const staticOptions = c.options("nonzeroStatic(x, { size: 4 })", {
  /** The number of rows of the result: elements beyond are dropped. */
  size: c.required(c.whole(undefined, { min: 0, max: 2 ** 31 - 1 })),
  /** The fill value of rows after the last element. Default -1. */
  fillValue: c.whole(-1, { min: -(2 ** 31), max: 2 ** 31 - 1 }),
});

/** Options of {@link nonzeroStatic}. */
export interface NonzeroStaticOptions extends c.OptionsOf<typeof staticOptions> {}

/**
 * The indices of the first `size` elements that are not zero (or true), in row-major order: int32 (size, x.ndim), filled up
 * with `fillValue`. x is read on the host, which waits for the backend.
 *
 * @throws ArgumentError unless `size` is a whole number ≥ 0.
 * @example nonzeroStatic(tensor([0, 3, 4]), { size: 3 }) // tensor([[1], [2], [-1]], dtype=int32)
 */
export function nonzeroStatic(x: Tensor, given: NonzeroStaticOptions): Tensor {
  checkTensor(staticOptions.what, "x", x);
  const { size, fillValue } = staticOptions(given);
  const found = nonzero(x);
  const count = Math.min(size, found.size(0));
  const rest = full([size - count, x.ndim], fillValue, { dtype: "int32", backend: x.backend });
  return cat([found.narrow(0, 0, count), rest], 0);
}

/**
 * The indices, one tensor a dim, of elements of a tensor of `shape` by their number in row-major order.
 *
 * @throws IndexError for a number out of range; DTypeError unless the numbers are int32; ShapeError for a wrong shape.
 * @example unravelIndex(tensor([5], { dtype: "int32" }), [2, 3])[1] // tensor([2], dtype=int32)
 */
export function unravelIndex(index: Tensor, shape: Shape): Tensor[] {
  checkInputs("unravelIndex", { index });
  checkNumbers("unravelIndex", "shape", shape, "write unravelIndex(index, [2, 3])");
  for (const size of shape) c.checkInteger("unravelIndex", "shape", size, 0);
  const size = numelOf(shape);
  // Where not all numbers fit int32, none counts from the end.
  const all = size < 2 ** 31;
  checkIndices("unravelIndex", index, 0, size, all ? -size : 0);
  const at = all ? index.remainder(Math.max(1, size)) : index;
  return contiguousStrides(shape).map((step, dim) =>
    step < 2 ** 31 ? at.floorDivide(Math.max(1, step)).remainder(Math.max(1, shape[dim]!)) : zerosLike(at),
  );
}
