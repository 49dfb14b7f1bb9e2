// Elements by their rank or number: medians, the k-th smallest, the most frequent.

import { ArgumentError, checkInteger, IndexError, type Options } from "@saccade/contract";
import { apply1, checkTensor, dimOf, inOrder, isFloat, mapSizes, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, isnan, where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";
import {
  type DimAttrs,
  dropDim,
  forEachRow,
  keepdimOptions,
  onlyDim,
  type ReduceOptions,
  reduceDimAttrs,
  type reduceRules,
  requireElements,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";
import { max } from "./extremes.ts";
import { argsort, sort } from "./sort.ts";

type Of = Options<typeof reduceRules>;
/** The place of the median in a sorted row of n elements that ends in NaNs. */
type Place = (n: number, nans: Tensor) => Tensor;

// The first NaN if there is one, else the lower of two middle elements.
const middle: Place = (n, nans) => where(nans.gt(0), nans.neg().add(n), Math.floor((n - 1) / 2));
const middleOfNumbers: Place = (n, nans) =>
  nans
    .neg()
    .add(n - 1)
    .floorDivide(2)
    .clamp({ min: 0 });

/** The element at a place of each sorted row, and its index; the dim is kept. */
function atPlace(x: Tensor, dim: number, place: Place): ValuesAndIndices {
  const nans = isnan(x).sum(x.ndim === 0 ? undefined : dim, { keepdim: true });
  const indices = gather(argsort(x, dim), dim, place(x.shape[dim] ?? 1, nans));
  return valuesAndIndices([gather(x, dim, indices), indices]);
}

function medianOf(
  of: Of,
  place: Place,
  x: Tensor,
  dim: number | undefined,
  options: ReduceOptions | undefined,
): Tensor | ValuesAndIndices {
  if (dim === undefined && options !== undefined)
    throw new ArgumentError(`${of.what}: options need a dim; write ${of.example}.`);
  const attrs = reduceDimAttrs(of, x, dim, options);
  if (dim === undefined && x.numel === 0 && isFloat(x.dtype)) return x.sum().add(Number.NaN);
  requireElements(of.what, x, attrs);
  if (dim !== undefined) {
    const along = onlyDim(attrs);
    const { values, indices } = atPlace(x, along, place);
    const drop = (y: Tensor): Tensor => dropDim(y, along, attrs.keepdim);
    return valuesAndIndices([drop(values), drop(indices)]);
  }
  const all = x.flatten();
  const value = atPlace(all, 0, place).values.detach().reshape([]);
  if (!isFloat(x.dtype)) return value;
  // As in PyTorch, all elements that equal the median share its gradient.
  const ties = eq(all, value).logicalOr(isnan(all).logicalAnd(isnan(value)));
  return max(where(ties, all, Number.NEGATIVE_INFINITY));
}

const medianOptions = /* @__PURE__ */ keepdimOptions("median");

/**
 * The median of all elements: the lower of two middle ones; NaN if there is one, and without elements. Elements that equal
 * it share the gradient.
 *
 * @throws ShapeError for no int32 elements.
 * @example median(tensor([3, 1, 2, 4])) // tensor(2)
 */
export function median(x: Tensor): Tensor;
/**
 * The medians along a dim and their indices. The gradient goes to the element at the index: the first of equal ones in
 * the order of a stable sort, and the first NaN.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function median(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function median(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return medianOf(medianOptions, middle, x, dim, options);
}

const nanmedianOptions = /* @__PURE__ */ keepdimOptions("nanmedian");

/**
 * The {@link median} of the elements that are not NaN; NaN if all are.
 *
 * @throws ShapeError for no int32 elements.
 * @example nanmedian(tensor([3, NaN, 2, 4])) // tensor(3)
 */
export function nanmedian(x: Tensor): Tensor;
/**
 * The medians along a dim of the elements that are not NaN, and their indices.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function nanmedian(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function nanmedian(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return medianOf(nanmedianOptions, middleOfNumbers, x, dim, options);
}

/** The index of the last element of the most frequent value of each row of a sorted x. The dim is kept. */
export const longestRunOp: Op<readonly [Tensor], readonly [Tensor], DimAttrs> = {
  name: "longestRun",
  batch: true,
  infer: ([x], { dim }) => [
    { shape: mapSizes(x.shape, (size, i) => (i === dim ? 1 : size)), dtype: "int32" },
  ],
  forward([x], [out], { dim }) {
    const { data, offset } = inOrder(x);
    forEachRow(x.shape, dim, (start, step, length, row) => {
      const at = (j: number): number => data[offset + start + j * step]!;
      let [longest, end] = [0, 0];
      for (let j = 0, run = 1; j < length; j++, run++) {
        if (j + 1 < length && at(j) === at(j + 1)) continue;
        if (run > longest) [longest, end] = [run, j];
        run = 0;
      }
      out.data[row] = end;
    });
  },
  gradient: () => [null],
};

/** The elements of x at indices along a dim; the dim goes unless `keepdim`. */
function pick(x: Tensor, dim: number, indices: Tensor, keepdim: boolean): ValuesAndIndices {
  const values = gather(x, dim, indices);
  return valuesAndIndices([dropDim(values, dim, keepdim), dropDim(indices, dim, keepdim)]);
}

const kthvalueOptions = /* @__PURE__ */ keepdimOptions("kthvalue", "kthvalue(x, 2, 1, { keepdim: true })");

/**
 * The k-th smallest element along a dim (−1 by default; k from 1) and its index: of equal elements, the k-th in their
 * order. NaN counts as the largest.
 *
 * @throws IndexError unless k is in 1 to the dim's size.
 * @example kthvalue(tensor([3, 1, 2]), 2) // { values: tensor(2), indices: tensor(2, dtype=int32) }
 */
export function kthvalue(x: Tensor, k: number, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(kthvalueOptions.what, "x", x);
  const fix = `as in ${kthvalueOptions.example}`;
  checkInteger("kthvalue", "k", k, undefined, undefined, fix);
  const d = dimOf("kthvalue", dim === undefined ? -1 : dim, x.ndim, fix);
  const { keepdim } = kthvalueOptions(options);
  const size = x.shape[d] ?? 1;
  if (k < 1 || k > size)
    throw new IndexError(
      `kthvalue: k = ${k} is out of range for dim ${d} of ${x.describe()}; use a whole number from 1 to ${size}.`,
    );
  const order = argsort(x, d);
  return pick(x, d, x.ndim === 0 ? order : order.narrow(d, k - 1, 1), keepdim);
}

const modeOptions = /* @__PURE__ */ keepdimOptions("mode");

/**
 * The most frequent element along a dim (−1 by default) and the index of its last occurrence. Ties go
 * to the smallest element; each NaN is a different element.
 *
 * @throws ShapeError where the dim has size 0.
 * @example mode(tensor([3, 1, 3, 2])) // { values: tensor(3), indices: tensor(2, dtype=int32) }
 */
export function mode(x: Tensor, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(modeOptions.what, "x", x);
  const d = dimOf("mode", dim === undefined ? -1 : dim, x.ndim, `as in ${modeOptions.example}`);
  const { keepdim } = modeOptions(options);
  requireElements("mode", x, { dims: x.ndim === 0 ? [] : [d], keepdim });
  const { values, indices } = sort(x.detach(), d);
  return pick(x, d, gather(indices, d, apply1(longestRunOp, [values], { dim: d })), keepdim);
}

/**
 * x sorted along its first dim: `sort(x, 0).values`.
 *
 * @example msort(tensor([[3, 1], [2, 4]])) // tensor([[2, 1], [3, 4]])
 */
export function msort(x: Tensor): Tensor {
  checkTensor("msort", "x", x);
  return sort(x, 0).values;
}
