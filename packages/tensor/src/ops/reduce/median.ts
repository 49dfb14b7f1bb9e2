import type { Options } from "../../contract/options.ts";
import { ArgumentError } from "../../errors.ts";
import { isFloat } from "../../memory/dtype.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, isnan } from "../elementwise/comparison.ts";
import { where } from "../elementwise/select.ts";
import { gather } from "../indexing/gather.ts";
import {
  type ReduceOptions,
  reduceDimAttrs,
  type reduceRules,
  requireElements,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";
import { max } from "./extremes.ts";
import { dropDim, keepdimOptions, onlyDim } from "./function-options.ts";
import { argsort } from "./sort.ts";

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

const medianOptions = keepdimOptions("median");

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

const nanmedianOptions = keepdimOptions("nanmedian");

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
