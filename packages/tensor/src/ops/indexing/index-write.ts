// Slices by a vector of indices, written to.

import { checkChoice, options, ShapeError } from "@saccade/contract";
import { filled } from "../../create.ts";
import { apply1, checkInputs, checkOperand, formatShape, type Shape, sameShape } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import { atLeast1d, checkSameDType } from "./gather.ts";
import { checkVector, indexCopyOp } from "./index-select.ts";
import {
  type ReduceName,
  reduceAt,
  type ScatterReduceOptions,
  scatterReduceRules,
} from "./scatter-reduce.ts";

/**
 * A copy of x in which slice i of `source` replaces slice `index[i]` along `dim`. For repeated indices the last one wins.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not.
 * @example indexCopy(zeros([3]), 0, tensor([2, 0], { dtype: "int32" }), tensor([5, 6])) // tensor([6, 0, 5])
 */
export function indexCopy(x: Tensor, dim: number, index: Tensor, source: Tensor): Tensor {
  checkInputs("indexCopy", { x, index, source });
  checkSameDType("indexCopy", x, source);
  const [data, d, at] = vectorOf("indexCopy", x, dim, index);
  const from = slicesOf("indexCopy", data, d, at, source);
  return apply1(indexCopyOp, [data, at, from], { dim: d }).reshape(x.shape);
}

/**
 * A copy of x in which one number, or a scalar tensor, fills the slices at the indices along `dim`.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1; ShapeError for a value with dims; DTypeError for one of
 * another dtype.
 * @example indexFill(zeros([3]), 0, tensor([2, 0], { dtype: "int32" }), 7) // tensor([7, 0, 7])
 */
export function indexFill(x: Tensor, dim: number, index: Tensor, value: Tensor | number | boolean): Tensor {
  checkOperand("indexFill", "value", value);
  checkInputs("indexFill", value instanceof Tensor ? { x, index, value } : { x, index });
  const one =
    value instanceof Tensor ? value : filled("indexFill", [], value, { dtype: x.dtype, backend: x.backend });
  if (one.ndim > 0)
    throw new ShapeError(`indexFill: value ${one.describe()} must be a scalar; indexCopy() takes slices.`);
  checkSameDType("indexFill", x, one);
  const [data, d, at] = vectorOf("indexFill", x, dim, index);
  // A mask, so that the value has one gradient per element, however often its index is repeated.
  const flag = (value: boolean, shape: Shape): Tensor =>
    filled("indexFill", [], value, { backend: x.backend }).expand(shape);
  const written = [flag(false, data.shape), at, flag(true, slicesShape(data, d, at))] as const;
  return where(apply1(indexCopyOp, written, { dim: d }), one, data).reshape(x.shape);
}

const indexReduceOptions = options("indexReduce", scatterReduceRules, {
  example: 'indexReduce(x, 0, index, source, "mean", { includeSelf: false })',
});

/**
 * Reduces slice i of `source` into slice `index[i]` of x along `dim`: their product, mean, maximum or minimum. indexAdd
 * adds.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or source do not fit; DTypeError when their dtypes do not; ArgumentError for another
 * reduction.
 * @example indexReduce(ones([2]), 0, tensor([1, 1], { dtype: "int32" }), tensor([3, 4]), "prod") // tensor([1, 12])
 */
export function indexReduce(
  x: Tensor,
  dim: number,
  index: Tensor,
  source: Tensor,
  reduce: Exclude<ReduceName, "sum">,
  given?: ScatterReduceOptions,
): Tensor {
  checkInputs(indexReduceOptions.what, { x, index, source });
  checkChoice("indexReduce", "reduce", reduce, ["prod", "mean", "amax", "amin"]);
  const { includeSelf } = indexReduceOptions(given);
  checkSameDType("indexReduce", x, source);
  const [data, d, at] = vectorOf("indexReduce", x, dim, index);
  const from = slicesOf("indexReduce", data, d, at, source);
  const along = at.reshape(from.shape.map((size, i) => (i === d ? size : 1))).expand(from.shape);
  return reduceAt("indexReduce", data, d, along, from, { reduce, includeSelf }).reshape(x.shape);
}

function vectorOf(
  what: string,
  x: Tensor,
  dim: number,
  index: Tensor,
): readonly [data: Tensor, dim: number, at: Tensor] {
  const data = atLeast1d(x);
  return [data, ...checkVector(what, data, dim, index)];
}

function slicesShape(x: Tensor, dim: number, at: Tensor): Shape {
  return x.shape.map((size, i) => (i === dim ? at.numel : size));
}

/** The source, one slice an index. */
function slicesOf(what: string, x: Tensor, dim: number, at: Tensor, source: Tensor): Tensor {
  const from = atLeast1d(source);
  const expected = slicesShape(x, dim, at);
  if (sameShape(from.shape, expected)) return from;
  throw new ShapeError(
    `${what}: source ${formatShape(source.shape)} must have the shape ${formatShape(expected)}, one slice an index.`,
  );
}
