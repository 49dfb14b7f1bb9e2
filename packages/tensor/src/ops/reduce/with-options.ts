// Sums, products and softmax in another dtype, with more options than the methods of the same name, and reductions made of
// others: programs that only use the methods need not bundle them.

import { type Options, type OptionsOf, options } from "@saccade/contract";
import { iterable } from "../../iterable.ts";
import { checkTensor, type DType, isFloat, tensorRules } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { isnan, ne, where } from "../elementwise/comparison.ts";
import * as scans from "./cumulative.ts";
import {
  type Dims,
  functionOptions,
  keepdimOptions,
  type ReduceOptions,
  reduceAttrs,
  reduceRules,
  requireElements,
  requireFloat,
} from "./dims.ts";
import { amax, amin } from "./extremes.ts";
import * as rows from "./softmax.ts";
import * as sums from "./sum.ts";
import { std, type VarianceOptions, variance, varianceRules } from "./variance.ts";

/** The rules where the dtype to compute in can be chosen. */
export const dtypeRules = {
  /** Converts x first, and the result too. */
  dtype: tensorRules.dtype,
} as const;
/** The rules of a sum's options. */
export const sumRules = { ...reduceRules, ...dtypeRules } as const;

/* @__NO_SIDE_EFFECTS__ */
function sumOptionsOf(what: string): Options<typeof sumRules> {
  return options(`${what}(x, 1, { dtype: "float64" })`, sumRules, {
    renamed: { axis: `the dim comes first: ${what}(x, 1)`, dim: `the dim comes first: ${what}(x, 1)` },
  });
}

/* @__NO_SIDE_EFFECTS__ */
function dtypeOptionsOf(what: string): Options<typeof dtypeRules> {
  return options(`${what}(x, -1, { dtype: "float64" })`, dtypeRules);
}

const sumOptions = sumOptionsOf("sum");
const meanOptions = sumOptionsOf("mean");
const prodOptions = sumOptionsOf("prod");
const cumsumOptions = dtypeOptionsOf("cumsum");
const cumprodOptions = dtypeOptionsOf("cumprod");
const softmaxOptions = dtypeOptionsOf("softmax");
const logSoftmaxOptions = dtypeOptionsOf("logSoftmax");

/** Options of a sum, a mean or a product. */
export interface SumOptions extends OptionsOf<typeof sumOptions, typeof reduceRules> {}

/** The dtype to compute in. */
export interface DTypeOptions extends OptionsOf<typeof cumsumOptions> {}

/** Runs a function on x in another dtype, which the result has too. */
function within(what: string, x: Tensor, dtype: DType | undefined, f: (x: Tensor) => Tensor): Tensor {
  checkTensor(what, "x", x);
  return cast(f(cast(x, dtype)), dtype);
}

/**
 * The sum over dims (all dims by default). bool and int32 give int32, unless `dtype` is another. As a method, without dtype.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example sum(tensor([[1, 2], [3, 4]]), 1, { keepdim: true }) // tensor([[3], [7]])
 */
export function sum(x: Tensor, dim?: Dims, given?: SumOptions): Tensor {
  const { dtype, keepdim } = sumOptions(given);
  return within("sum", x, dtype, (y) => sums.sum(y, dim, { keepdim }));
}

/**
 * The mean over dims (all dims by default); NaN for no elements. As a method, without dtype.
 *
 * @throws DTypeError for int32 and bool, unless `dtype` is of floats.
 * @example mean(tensor([[1, 2], [3, 5]]), 0) // tensor([2.0000, 3.5000])
 */
export function mean(x: Tensor, dim?: Dims, given?: SumOptions): Tensor {
  const { dtype, keepdim } = meanOptions(given);
  return within("mean", x, dtype, (y) => sums.mean(y, dim, { keepdim }));
}

/**
 * The product along `dim`, or of all elements without it; 1 for no elements. bool and int32 give int32, unless `dtype` is
 * another. The gradient is correct at zeros too. As a method, without dtype.
 *
 * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
 * @example prod(tensor([[1, 2], [3, 4]]), 1) // tensor([ 2, 12])
 */
export function prod(x: Tensor, dim?: number, given?: SumOptions): Tensor {
  const { dtype, keepdim } = prodOptions(given);
  return within("prod", x, dtype, (y) => sums.prod(y, dim, { keepdim }));
}

/**
 * The cumulative sum along a dim. bool gives int32, unless `dtype` is another. As a method, without dtype.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example cumsum(tensor([1, 2, 3]), 0) // tensor([1, 3, 6])
 */
export function cumsum(x: Tensor, dim: number, given?: DTypeOptions): Tensor {
  return within("cumsum", x, cumsumOptions(given).dtype, (y) => scans.cumsum(y, dim));
}

/**
 * The cumulative product along a dim. bool gives int32, unless `dtype` is another. The gradient is correct at zeros too. As
 * a method, without dtype.
 *
 * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
 * @example cumprod(tensor([1, 2, 3]), 0) // tensor([1, 2, 6])
 */
export function cumprod(x: Tensor, dim: number, given?: DTypeOptions): Tensor {
  return within("cumprod", x, cumprodOptions(given).dtype, (y) => scans.cumprod(y, dim));
}

/**
 * exp(x) / Σ exp(x) along a dim, without overflow. As a method, without dtype.
 *
 * @throws DTypeError for int32 and bool, unless `dtype` is of floats.
 * @example softmax(tensor([0, Math.log(3)]), 0) // tensor([0.2500, 0.7500])
 */
export function softmax(x: Tensor, dim: number, given?: DTypeOptions): Tensor {
  return within("softmax", x, softmaxOptions(given).dtype, (y) => rows.softmax(y, dim));
}

/**
 * The logarithm of softmax along a dim, without overflow. As a method, without dtype.
 *
 * @throws DTypeError for int32 and bool, unless `dtype` is of floats.
 * @example logSoftmax(tensor([0, 0]), 0) // tensor([-0.6931, -0.6931])
 */
export function logSoftmax(x: Tensor, dim: number, given?: DTypeOptions): Tensor {
  return within("logSoftmax", x, logSoftmaxOptions(given).dtype, (y) => rows.logSoftmax(y, dim));
}

const countOptions = /* @__PURE__ */ functionOptions("countNonzero", {}, "countNonzero(x, 1)");

/**
 * How many elements are not 0, over dims (all dims by default), as int32. NaN counts.
 *
 * @example countNonzero(tensor([[1, 0], [2, 3]]), 0) // tensor([2, 1], dtype=int32)
 */
export function countNonzero(x: Tensor, dim?: Dims): Tensor {
  const { dims } = reduceAttrs(countOptions, x, dim, undefined);
  return ne(x, 0).sum(dims.length === 0 ? undefined : dims);
}

const nansumOptions = /* @__PURE__ */ functionOptions("nansum", sumRules);
const nanmeanOptions = /* @__PURE__ */ functionOptions("nanmean", sumRules);

/**
 * The sum over dims (all dims by default) of the elements that are not NaN. bool and int32 give int32.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example nansum(tensor([1, NaN, 2])) // tensor(3)
 */
export function nansum(x: Tensor, dim?: Dims, options?: SumOptions): Tensor {
  const { dims, keepdim, dtype } = reduceAttrs(nansumOptions, x, dim, options);
  return sum(withoutNaN(cast(x, dtype)), dims, { keepdim, dtype });
}

/**
 * The mean over dims (all dims by default) of the elements that are not NaN; NaN if all are.
 *
 * @throws DTypeError for int32 and bool.
 * @example nanmean(tensor([1, NaN, 2])) // tensor(1.5000)
 */
export function nanmean(x: Tensor, dim?: Dims, options?: SumOptions): Tensor {
  const { dims, keepdim, dtype } = reduceAttrs(nanmeanOptions, x, dim, options);
  const y = cast(x, dtype);
  requireFloat("nanmean", y);
  const count = isnan(y).logicalNot().sum(dims, { keepdim });
  return sum(withoutNaN(y), dims, { keepdim }).div(count);
}

function withoutNaN(x: Tensor): Tensor {
  return isFloat(x.dtype) ? where(isnan(x), 0, x) : x;
}

const aminmaxOptions = /* @__PURE__ */ keepdimOptions("aminmax");

/** The smallest and the largest element. */
export interface MinAndMax extends Iterable<Tensor> {
  /** The smallest element. */
  readonly min: Tensor;
  /** The largest element. */
  readonly max: Tensor;
}

/**
 * The smallest and the largest element over dims (all dims by default); NaN if there is one. Equal ones share the
 * gradient.
 *
 * @throws ShapeError where a reduced dim has size 0.
 * @example aminmax(tensor([2, 1, 3])) // { min: tensor(1), max: tensor(3) }
 */
export function aminmax(x: Tensor, dim?: Dims, options?: ReduceOptions): MinAndMax {
  const attrs = reduceAttrs(aminmaxOptions, x, dim, options);
  requireElements("aminmax", x, attrs);
  const { dims, keepdim } = attrs;
  return iterable({ min: amin(x, dims, { keepdim }), max: amax(x, dims, { keepdim }) });
}

const stdMeanOptions = /* @__PURE__ */ functionOptions(
  "stdMean",
  varianceRules,
  "stdMean(x, 1, { correction: 0 })",
);
const varMeanOptions = /* @__PURE__ */ functionOptions(
  "varMean",
  varianceRules,
  "varMean(x, 1, { correction: 0 })",
);

/** A standard deviation and a mean. */
export interface StdAndMean extends Iterable<Tensor> {
  /** The standard deviation. */
  readonly std: Tensor;
  /** The mean. */
  readonly mean: Tensor;
}

/** A variance and a mean. */
export interface VarAndMean extends Iterable<Tensor> {
  /** The variance. */
  readonly var: Tensor;
  /** The mean. */
  readonly mean: Tensor;
}

/**
 * The standard deviation (as {@link std} returns it) and the mean over dims (all dims by default).
 *
 * @throws DTypeError for int32 and bool.
 * @example stdMean(tensor([1, 2, 3])) // { std: tensor(1), mean: tensor(2) }
 */
export function stdMean(x: Tensor, dim?: Dims, given?: VarianceOptions): StdAndMean {
  const { keepdim } = reduceAttrs(stdMeanOptions, x, dim, given);
  requireFloat("stdMean", x);
  return iterable({ std: std(x, dim, given), mean: sums.mean(x, dim, { keepdim }) });
}

/**
 * The variance (as {@link variance} returns it) and the mean over dims (all dims by default).
 *
 * @throws DTypeError for int32 and bool.
 * @example varMean(tensor([1, 2, 3])) // { var: tensor(1), mean: tensor(2) }
 */
export function varMean(x: Tensor, dim?: Dims, given?: VarianceOptions): VarAndMean {
  const { keepdim } = reduceAttrs(varMeanOptions, x, dim, given);
  requireFloat("varMean", x);
  return iterable({ var: variance(x, dim, given), mean: sums.mean(x, dim, { keepdim }) });
}
