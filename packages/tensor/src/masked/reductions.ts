// Reductions of the elements that a mask lets through.

import { number, type Options, type OptionsOf } from "../contract.ts";
import type { Dims, Tensor } from "../core.ts";
import * as core from "../core.ts";
import { vectorNorm } from "../linalg/properties.ts";
import {
  checkOrder,
  filled,
  inDtype,
  limits,
  type MaskedOptions,
  maskedOptions,
  maskedRules,
  maskRules,
} from "./mask.ts";

const sumOptions = /* @__PURE__ */ maskedOptions("sum", maskedRules);
const prodOptions = /* @__PURE__ */ maskedOptions("prod", maskedRules);
const meanOptions = /* @__PURE__ */ maskedOptions("mean", maskedRules);
const amaxOptions = /* @__PURE__ */ maskedOptions("amax", maskedRules);
const aminOptions = /* @__PURE__ */ maskedOptions("amin", maskedRules);
const indexRules = { ...maskRules, ...core.reduceRules } as const;
const argmaxOptions = /* @__PURE__ */ maskedOptions("argmax", indexRules);
const argminOptions = /* @__PURE__ */ maskedOptions("argmin", indexRules);
const medianOptions = /* @__PURE__ */ maskedOptions("median", maskedRules);
const normOptions = /* @__PURE__ */ maskedOptions("norm", maskedRules, "masked.norm(x, 2, 1, { mask })");
const logsumexpOptions = /* @__PURE__ */ maskedOptions("logsumexp", maskedRules);
const varianceRules = {
  /** The sum of squared deviations is divided by max(0, count − correction). Default 1. */
  correction: number(1, { min: 0 }),
  ...maskedRules,
} as const;
const varOptions = /* @__PURE__ */ maskedOptions("var", varianceRules);
const stdOptions = /* @__PURE__ */ maskedOptions("std", varianceRules);

/** Options of a masked reduction that gives indices. */
export interface MaskedIndexOptions
  extends OptionsOf<typeof argmaxOptions, typeof maskRules & typeof core.reduceRules> {}

/** Options of a masked variance or standard deviation. */
export interface MaskedVarianceOptions extends OptionsOf<typeof varOptions, typeof maskedRules> {}

/**
 * The sum over dims (all dims by default) of the unmasked elements; 0 if all are masked. bool and int32 give int32.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x.
 * @example masked.sum(tensor([1, 2, 3]), 0, { mask: tensor([true, false, true]) }) // tensor(4)
 */
export function sum(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(sumOptions, x, dim, given);
  return core.sum(filled("masked.sum", inDtype(x, dtype), mask, 0), dims, { keepdim, dtype });
}

/**
 * The product over dims (all dims by default) of the unmasked elements; 1 if all are masked. bool and int32 give int32.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x.
 * @example masked.prod(tensor([2, 3, 4]), 0, { mask: tensor([true, false, true]) }) // tensor(8)
 */
export function prod(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(prodOptions, x, dim, given);
  let y = core.prod(filled("masked.prod", inDtype(x, dtype), mask, 1), dims.at(-1), { keepdim, dtype });
  for (const d of dims.slice(0, -1).reverse()) y = core.prod(y, d, { keepdim });
  return y;
}

/**
 * The mean over dims (all dims by default) of the unmasked elements; NaN if all are masked.
 *
 * @throws DTypeError for int32 and bool without a dtype of floats, and unless the mask is bool; ShapeError unless it
 * broadcasts to the shape of x.
 * @example masked.mean(tensor([1, 2, 3]), 0, { mask: tensor([true, false, true]) }) // tensor(2)
 */
export function mean(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(meanOptions, x, dim, given);
  const y = inDtype(x, dtype);
  core.requireFloat("masked.mean", y);
  return core.sum(filled("masked.mean", y, mask, 0), dims, { keepdim }).div(count(y, mask, dims, keepdim));
}

/** How many elements count. */
function count(x: Tensor, mask: Tensor | undefined, dims: readonly number[], keepdim: boolean): Tensor {
  const each = mask === undefined ? core.fullLike(x, true, { dtype: "bool" }) : mask.expand(x.shape);
  return core.sum(each, dims, { keepdim });
}

/**
 * The largest unmasked element, over dims (all dims by default); if all are masked, −∞, or the smallest of int32.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x, and where a reduced dim
 * has size 0.
 * @example masked.amax(tensor([1, 2, 3]), 0, { mask: tensor([true, true, false]) }) // tensor(2)
 */
export function amax(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(amaxOptions, x, dim, given);
  const y = inDtype(x, dtype);
  return core.amax(filled("masked.amax", y, mask, limits(y)[0]), dims, { keepdim });
}

/**
 * The smallest unmasked element, over dims (all dims by default); if all are masked, ∞, or the largest of int32.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x, and where a reduced dim
 * has size 0.
 * @example masked.amin(tensor([1, 2, 3]), 0, { mask: tensor([false, true, true]) }) // tensor(2)
 */
export function amin(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(aminOptions, x, dim, given);
  const y = inDtype(x, dtype);
  return core.amin(filled("masked.amin", y, mask, limits(y)[1]), dims, { keepdim });
}

/**
 * The index (int32) of the largest unmasked element along a dim, or in the flattened tensor; 0 if all are masked.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x, and where a reduced dim
 * has size 0.
 * @example masked.argmax(tensor([1, 2, 3]), 0, { mask: tensor([true, true, false]) }) // tensor(1, dtype=int32)
 */
export function argmax(x: Tensor, dim?: number, given?: MaskedIndexOptions): Tensor {
  const { keepdim, mask } = core.reduceDimAttrs(argmaxOptions, x, dim, given);
  return core.argmax(filled("masked.argmax", x, mask, limits(x)[0]), dim, { keepdim });
}

/**
 * The index (int32) of the smallest unmasked element along a dim, or in the flattened tensor; 0 if all are masked.
 *
 * @throws DTypeError unless the mask is bool; ShapeError unless it broadcasts to the shape of x, and where a reduced dim
 * has size 0.
 * @example masked.argmin(tensor([1, 2, 3]), 0, { mask: tensor([false, true, true]) }) // tensor(1, dtype=int32)
 */
export function argmin(x: Tensor, dim?: number, given?: MaskedIndexOptions): Tensor {
  const { keepdim, mask } = core.reduceDimAttrs(argminOptions, x, dim, given);
  return core.argmin(filled("masked.argmin", x, mask, limits(x)[1]), dim, { keepdim });
}

/**
 * The median along a dim (the last by default) of the unmasked elements that are not NaN: of an even number, the lower
 * of the two in the middle; NaN if all are masked.
 *
 * @throws ArgumentError where no element of a row of int32 counts; DTypeError unless the mask is bool; ShapeError unless
 * it broadcasts to the shape of x.
 * @example masked.median(tensor([5, 1, 2, 4]), 0, { mask: tensor([false, true, true, true]) }) // tensor(2)
 */
export function median(x: Tensor, dim: number = -1, given?: MaskedOptions): Tensor {
  const { keepdim, dtype, mask } = core.reduceDimAttrs(medianOptions, x, dim, given);
  const y = inDtype(x, dtype);
  if (core.isFloat(y.dtype) || mask === undefined)
    return core.nanmedian(filled("masked.median", y, mask, Number.NaN), dim, { keepdim }).values;
  // Whole numbers have no NaN: masked ones are sorted last.
  const { values } = core.sort(filled("masked.median", y, mask, limits(y)[1]), dim);
  const counts = mask.expand(y.shape).sum(y.ndim === 0 ? undefined : dim, { keepdim: true });
  if (counts.eq(0).any().item())
    throw new core.ArgumentError(
      `masked.median: no element of a row of ${y.describe()} counts, and int32 has no NaN; convert x with to("float32").`,
    );
  const place = counts.sub(1).floorDivide(2);
  return core.dropDim(core.gather(values, dim, place), dim, keepdim);
}

/**
 * The p-norm (Σ |x|^ord)^(1/ord) over dims (all dims by default) of the unmasked elements; masked ones are 0 (∞ for
 * `ord` −∞).
 *
 * @param ord the order, as in {@link vectorNorm}. Default 2.
 * @throws ArgumentError for an `ord` that is not a number; DTypeError for int32 and bool, and unless the mask is bool;
 * ShapeError unless it broadcasts to the shape of x.
 * @example masked.norm(tensor([3, 9, 4]), 2, 0, { mask: tensor([true, false, true]) }) // tensor(5)
 */
export function norm(x: Tensor, ord: number = 2, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(normOptions, x, dim, given);
  checkOrder("masked.norm", ord, normOptions.example);
  const y = inDtype(x, dtype);
  core.requireFloat("masked.norm", y);
  const value = ord === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : 0;
  return vectorNorm(filled("masked.norm", y, mask, value), { ord, dim: dims, keepdim });
}

/**
 * log Σ eˣ over dims (all dims by default) of the unmasked elements; −∞ if all are masked.
 *
 * @throws DTypeError for int32 and bool without a dtype of floats, and unless the mask is bool; ShapeError unless it
 * broadcasts to the shape of x.
 * @example masked.logsumexp(tensor([0, 0, 9]), 0, { mask: tensor([true, true, false]) }) // tensor(0.6931)
 */
export function logsumexp(x: Tensor, dim?: Dims, given?: MaskedOptions): Tensor {
  const { dims, keepdim, dtype, mask } = core.reduceAttrs(logsumexpOptions, x, dim, given);
  const y = inDtype(x, dtype);
  core.requireFloat("masked.logsumexp", y);
  return core.logsumexp(filled("masked.logsumexp", y, mask, Number.NEGATIVE_INFINITY), dims, { keepdim });
}

/**
 * The variance over dims (all dims by default) of the unmasked elements, with divisor max(0, count − `correction`); int32
 * and bool are computed as float32. Exported as `masked.var`.
 *
 * @throws ArgumentError for a negative correction; DTypeError unless the mask is bool; ShapeError unless it broadcasts to
 * the shape of x.
 * @example masked.var(tensor([1, 9, 3]), 0, { mask: tensor([true, false, true]) }) // tensor(2)
 */
function variance(x: Tensor, dim?: Dims, given?: MaskedVarianceOptions): Tensor {
  return varianceOf(varOptions, x, dim, given);
}

export { variance as var };

/**
 * The standard deviation over dims (all dims by default) of the unmasked elements: the square root of {@link variance}.
 *
 * @throws ArgumentError for a negative correction; DTypeError unless the mask is bool; ShapeError unless it broadcasts to
 * the shape of x.
 * @example masked.std(tensor([1, 9, 3]), 0, { mask: tensor([true, false, true]) }) // tensor(1.4142)
 */
export function std(x: Tensor, dim?: Dims, given?: MaskedVarianceOptions): Tensor {
  return varianceOf(stdOptions, x, dim, given).sqrt();
}

function varianceOf(
  of: Options<typeof varianceRules>,
  x: Tensor,
  dim: Dims,
  given: MaskedVarianceOptions | undefined,
): Tensor {
  const { dims, keepdim, dtype, mask, correction } = core.reduceAttrs(of, x, dim, given);
  const y = inDtype(x, dtype ?? (core.isFloat(x.dtype) ? x.dtype : "float32"));
  core.requireFloat(of.what, y);
  const numbers = core.cast(
    core.within(of.what, () => count(y, mask, dims, true)),
    y.dtype,
  );
  const center = core.sum(filled(of.what, y, mask, 0), dims, { keepdim: true }).div(numbers);
  const squares = filled(of.what, y.sub(center), mask, 0).square();
  const total = core.sum(squares, dims, { keepdim });
  return total.div(numbers.reshape(total.shape).sub(correction).clamp({ min: 0 }));
}
