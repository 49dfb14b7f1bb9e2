// Reductions made of others: counts and sums that leave NaN out, and pairs of results.
import { iterable } from "../../iterable.ts";
import { isFloat } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { isnan, ne, where } from "../elementwise/comparison.ts";
import {
  type Dims,
  functionOptions,
  keepdimOptions,
  type ReduceOptions,
  reduceAttrs,
  requireElements,
  requireFloat,
} from "./dims.ts";
import { amax, amin } from "./extremes.ts";
import { mean } from "./sum.ts";
import { std, type VarianceOptions, variance, varianceRules } from "./variance.ts";

const countOptions = functionOptions("countNonzero", {}, "countNonzero(x, 1)");

import { type SumOptions, sum, sumRules } from "./with-options.ts";

/**
 * How many elements are not 0, over dims (all dims by default), as int32. NaN counts.
 *
 * @example countNonzero(tensor([[1, 0], [2, 3]]), 0) // tensor([2, 1], dtype=int32)
 */
export function countNonzero(x: Tensor, dim?: Dims): Tensor {
  const { dims } = reduceAttrs(countOptions, x, dim, undefined);
  return ne(x, 0).sum(dims.length === 0 ? undefined : dims);
}

const nansumOptions = functionOptions("nansum", sumRules);
const nanmeanOptions = functionOptions("nanmean", sumRules);

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

const aminmaxOptions = keepdimOptions("aminmax");

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

const stdMeanOptions = functionOptions("stdMean", varianceRules, "stdMean(x, 1, { correction: 0 })");
const varMeanOptions = functionOptions("varMean", varianceRules, "varMean(x, 1, { correction: 0 })");

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
  return iterable({ std: std(x, dim, given), mean: mean(x, dim, { keepdim }) });
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
  return iterable({ var: variance(x, dim, given), mean: mean(x, dim, { keepdim }) });
}
