// Reductions of scattered elements.

import { checkChoice, DTypeError, flag, type OptionsOf, options, ShapeError } from "@saccade/contract";
import { filled, onesLike } from "../../create.ts";
import {
  apply1,
  checkInputs,
  checkOperand,
  type DType,
  formatShape,
  gatherElements,
  inOrder,
  type Op,
  type Shape,
  sameShape,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import {
  type AlongDim,
  atLeast1d,
  checkAlongDim,
  checkSameDType,
  forEachIndexed,
  gatherOp,
  scatterAddOp,
  scatterOp,
  sourceOf,
  zerosBeside,
} from "./gather.ts";
import { checkVector, indexCopyOp } from "./index-select.ts";

/** The reductions of elements scattered to one place. */
export type ReduceName = "sum" | "prod" | "mean" | "amax" | "amin";

interface ReduceAttrs extends AlongDim {
  readonly reduce: "prod" | "amax" | "amin";
}

const steps: Readonly<Record<ReduceAttrs["reduce"], (a: number, b: number) => number>> = {
  prod: (a, b) => a * b,
  amax: Math.max,
  amin: Math.min,
};

/** out = x, then out[index[i][j]][j] = f(out[index[i][j]][j], src[i][j]) (dim 0), f a product, maximum or minimum. */
export const scatterReduceOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "scatterReduce",
  batch: true,
  infer: ([x]) => [x],
  forward([x, index, src], [out], { dim, reduce }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(src);
    const f = out.dtype === "int32" && reduce === "prod" ? Math.imul : steps[reduce];
    forEachIndexed(index, out, dim, (i, at) => {
      out.data[at] = f(out.data[at]!, data[offset + i]!);
    });
  },
  gradient: ([g], [x, index, src], [y], attrs) => {
    const at = { dim: attrs.dim };
    const picked = (t: Tensor): Tensor => apply1(gatherOp, [t, index], at);
    if (attrs.reduce !== "prod") {
      // As in amax: elements equal to the result share its gradient.
      const own = x.eq(y).to(x.dtype);
      const among = src.eq(picked(y)).to(x.dtype);
      const share = g.div(apply1(scatterAddOp, [own, index, among], at));
      return [() => own.mul(share), null, () => among.mul(picked(share))];
    }
    return [
      () => g.mul(apply1(scatterReduceOp, [onesLike(x), index, src], attrs)),
      null,
      () => picked(g).mul(productOfOthers(x, index, src, y, attrs)),
    ];
  },
};

/**
 * For each element of src, the product of x and the other elements at its place: y / src, but around zeros the product of
 * those that are not zero, times the zeros' own, so that second derivatives are right too.
 */
function productOfOthers(x: Tensor, index: Tensor, src: Tensor, y: Tensor, attrs: ReduceAttrs): Tensor {
  const at = { dim: attrs.dim };
  const picked = (t: Tensor): Tensor => apply1(gatherOp, [t, index], at);
  const sumAt = (t: Tensor): Tensor => picked(apply1(scatterAddOp, [zerosBeside(x, x.shape), index, t], at));
  const isZero = src.eq(0);
  const filledIn = src.maskedFill(isZero, 1);
  const product = picked(apply1(scatterReduceOp, [x, index, filledIn], attrs));
  const zeros = sumAt(isZero.to(x.dtype));
  const zero = where(isZero, src, 0);
  const besideOne = product.mul(sumAt(zero).sub(zero));
  const besideNone = where(zeros.eq(1), product, where(zeros.eq(2), besideOne, 0));
  return where(isZero, besideNone, picked(y).div(filledIn));
}

/** The rules of the options of `scatterReduce` and `indexReduce`. */
const scatterReduceRules = {
  /** Whether the elements of x are reduced too, where something is scattered. Default true. */
  includeSelf: flag(true),
} as const;

const scatterReduceOptions = options(
  'scatterReduce(x, 0, index, src, "sum", { includeSelf: false })',
  scatterReduceRules,
);

/** Options of {@link scatterReduce} and `indexReduce`. */
export interface ScatterReduceOptions extends OptionsOf<typeof scatterReduceOptions> {}

/**
 * Reduces each element of `src` into x at its index, `out[index[i][j]][j]` for dim 0: the sum, product, mean, maximum or
 * minimum of the elements there, including x's unless `includeSelf` is false. src may be larger than the index; the
 * rest of it is ignored. Means of int32 are rounded down. Bools are added with or, multiplied with and.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not, and for the mean of bools;
 * ArgumentError for another reduction.
 * @example scatterReduce(ones([2]), 0, tensor([1, 1], { dtype: "int32" }), tensor([3, 4]), "prod") // tensor([1, 12])
 */
export function scatterReduce(
  x: Tensor,
  dim: number,
  index: Tensor,
  src: Tensor,
  reduce: ReduceName,
  given?: ScatterReduceOptions,
): Tensor {
  checkInputs(scatterReduceOptions.what, { x, index, src });
  checkChoice("scatterReduce", "reduce", reduce, ["sum", "prod", "mean", "amax", "amin"]);
  const { includeSelf } = scatterReduceOptions(given);
  const [data, at] = [atLeast1d(x), atLeast1d(index)];
  const source = sourceOf("scatterReduce", x, at, atLeast1d(src));
  const d = checkAlongDim("scatterReduce", data, dim, at);
  return reduceAt("scatterReduce", data, d, at, source, { reduce, includeSelf }).reshape(x.shape);
}

/** {@link scatterReduce} for checked tensors; `what` is the function for messages. */
function reduceAt(
  what: string,
  x: Tensor,
  dim: number,
  index: Tensor,
  src: Tensor,
  { reduce, includeSelf }: { readonly reduce: ReduceName; readonly includeSelf: boolean },
): Tensor {
  const attrs = { dim };
  const bool = x.dtype === "bool";
  if (bool && reduce === "mean")
    throw new DTypeError(`${what}: ${x.describe()} has no mean; convert it with to("float32").`);
  const name = bool && reduce === "sum" ? "amax" : bool && reduce === "prod" ? "amin" : reduce;
  const fill = (t: Tensor, value: number): Tensor => {
    const one = filled(what, [], value, { dtype: t.dtype, backend: t.backend });
    return apply1(scatterOp, [t, index, one.expand(index.shape)], attrs);
  };
  const start = includeSelf ? x : fill(x, neutral(name, x.dtype));
  if (name !== "sum" && name !== "mean")
    return apply1(scatterReduceOp, [start, index, src], { dim, reduce: name });
  const sum = apply1(scatterAddOp, [start, index, src], attrs);
  if (name === "sum") return sum;
  const ones = onesLike(x);
  const counts = apply1(scatterAddOp, [includeSelf ? ones : fill(ones, 0), index, onesLike(src)], attrs);
  return x.dtype === "int32" ? sum.floorDivide(counts) : sum.div(counts);
}

/** The number that changes no result of a reduction. */
function neutral(reduce: ReduceName, dtype: DType): number {
  if (reduce === "sum" || reduce === "mean") return 0;
  if (reduce === "prod" || dtype === "bool") return reduce === "amax" ? 0 : 1;
  const sign = reduce === "amax" ? -1 : 1;
  if (dtype === "int32") return sign < 0 ? -(2 ** 31) : 2 ** 31 - 1;
  return sign * Number.POSITIVE_INFINITY;
}

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

const indexReduceOptions = options(
  'indexReduce(x, 0, index, source, "mean", { includeSelf: false })',
  scatterReduceRules,
);

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
