import { apply1 } from "../../apply/apply.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { checkRange, type OptionNames, optionNames } from "../../arguments.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { eq } from "../elementwise/comparison.ts";
import { where } from "../elementwise/select.ts";
import { requireFloat } from "./along.ts";
import { countAlong, mean } from "./mean.ts";
import { forEachRun } from "./runs.ts";
import {
  type Dims,
  optionsRenamed,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reducedShape,
  unreduce,
} from "./sum.ts";

/** Options of the variance and the standard deviation. */
export interface VarianceOptions extends ReduceOptions {
  /** The sum of squared deviations is divided by max(0, n − correction). Default 1. */
  readonly correction?: number;
}

interface VarianceAttrs extends ReduceAttrs {
  /** Whether all dims are reduced because no dim was given. */
  readonly whole: boolean;
  readonly correction: number;
}

type VarianceOp = Op<readonly [Tensor], readonly [Tensor], VarianceAttrs>;

export const varianceOp: VarianceOp = {
  name: "variance",
  infer: ([x], attrs) => {
    requireFloat("var", x);
    return [{ shape: reducedShape(x.shape, attrs), dtype: x.dtype }];
  },
  forward: ([x], [out], attrs) => out.data.set(variances(x, out.data.length, attrs)),
  gradient: ([g], [x], _outputs, attrs) => [() => throughVariance(g, x, attrs)],
};

export const stdOp: VarianceOp = {
  name: "std",
  infer: ([x], attrs) => {
    requireFloat("std", x);
    return [{ shape: reducedShape(x.shape, attrs), dtype: x.dtype }];
  },
  forward: ([x], [out], attrs) => out.data.set(variances(x, out.data.length, attrs).map(Math.sqrt)),
  // d√v = dv / 2√v, and 0 where all elements are equal: dividing by infinity.
  gradient: ([g], [x], [y], attrs) => [
    () => throughVariance(g.div(where(eq(y, 0), Number.POSITIVE_INFINITY, y.mul(2))), x, attrs),
  ],
};

// Two passes in float64, mean first: a single pass over squares would suffer from cancellation.
function variances(x: HostArray, length: number, { dims, correction }: VarianceAttrs): Float64Array {
  const { data, offset } = inOrder(x);
  const count = countAlong(x.shape, dims);
  const means = new Float64Array(length);
  forEachRun(x.shape, dims, (o, start, step, n) => {
    let total = 0;
    for (let j = 0, at = offset + start; j < n; j++, at += step) total += data[at]!;
    means[o] = means[o]! + total / count;
  });
  const out = new Float64Array(length);
  forEachRun(x.shape, dims, (o, start, step, n) => {
    let total = 0;
    for (let j = 0, at = offset + start; j < n; j++, at += step) total += (data[at]! - means[o]!) ** 2;
    out[o] = out[o]! + total;
  });
  const divisor = divisorOf(count, correction);
  return out.map((total) => total / divisor);
}

// 0 for too few elements, which makes 0/0 = NaN.
function divisorOf(count: number, correction: number): number {
  return Math.max(0, count - correction);
}

function throughVariance(g: Tensor, x: Tensor, attrs: VarianceAttrs): Tensor {
  const centred = x.sub(mean(x, attrs.dims, { keepdim: true }));
  const divisor = divisorOf(countAlong(x.shape, attrs.dims), attrs.correction);
  const all = unreduce(g, x.shape, attrs);
  // For one element, PyTorch's gradient of the variance is ∞ if no dim is given, and ∞ · 0 = NaN along dims.
  if (attrs.whole && divisor === 0) return all.mul(Number.POSITIVE_INFINITY).expand(x.shape);
  return all.mul(2 / divisor).mul(centred);
}

const varianceOptions = (what: string): OptionNames =>
  optionNames<VarianceOptions>(what, { correction: true, keepdim: true }, `x.${what}(1, { correction: 0 })`, {
    ...optionsRenamed(what),
    unbiased: "write correction: 0 for unbiased: false",
    ddof: "write correction",
  });

const [varOptions, stdOptions] = [varianceOptions("var"), varianceOptions("std")];

/**
 * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
 * Also available as the method `var`, as in PyTorch.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3, 4]).var() // tensor(1.6667)
 */
export function variance(x: Tensor, dim?: Dims, options?: VarianceOptions): Tensor {
  refuseExtra("variance", arguments, 3);
  return apply1(varianceOp, [x], varianceAttrs(varOptions, x, dim, options));
}

/**
 * The standard deviation over dims (all dims by default): the square root of {@link variance}. The gradient is 0 where
 * all elements are equal.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3, 4]).std(0, { correction: 0 }) // tensor(1.1180)
 */
export function std(x: Tensor, dim?: Dims, options?: VarianceOptions): Tensor {
  refuseExtra("std", arguments, 3);
  return apply1(stdOp, [x], varianceAttrs(stdOptions, x, dim, options));
}

function varianceAttrs(
  names: OptionNames,
  x: Tensor,
  dim: Dims,
  options: VarianceOptions | undefined,
): VarianceAttrs {
  const attrs = reduceAttrs(names, x, dim, options);
  const { correction = 1 } = options ?? {};
  checkRange(names.what, "correction", correction, 0, Number.MAX_VALUE);
  return { ...attrs, correction, whole: dim === undefined || x.ndim === 0 };
}
