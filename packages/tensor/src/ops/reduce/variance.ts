import { number, type Options, type OptionsOf, options } from "@saccade/contract";
import { apply1, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, where } from "../elementwise/comparison.ts";
import {
  countAlong,
  type Dims,
  forEachRun,
  optionsRenamed,
  type ReduceAttrs,
  reduceAttrs,
  reducedFloats,
  reduceRules,
  unreduce,
} from "./dims.ts";
import { mean } from "./sum.ts";

interface VarianceAttrs extends ReduceAttrs {
  /** Whether all dims are reduced because no dim was given. */
  readonly whole: boolean;
  readonly correction: number;
}

type VarianceOp = Op<readonly [Tensor], readonly [Tensor], VarianceAttrs>;

export const varianceOp: VarianceOp = {
  name: "variance",
  batch: true,
  infer: ([x], attrs) => [reducedFloats("var", x, attrs)],
  forward: ([x], [out], attrs) => out.data.set(variances(x, out.data.length, attrs)),
  gradient: ([g], [x], _outputs, attrs) => [() => throughVariance(g, x, attrs)],
};

export const stdOp: VarianceOp = {
  name: "std",
  batch: true,
  infer: ([x], attrs) => [reducedFloats("std", x, attrs)],
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

/** The rules of the options of a variance. */
export const varianceRules = {
  /** The sum of squared deviations is divided by max(0, n − correction). Default 1. */
  correction: number(1, { min: 0 }),
  ...reduceRules,
} as const;
const varianceOptions = (what: string): Options<typeof varianceRules> =>
  options(`x.${what}(1, { correction: 0 })`, varianceRules, {
    renamed: {
      ...optionsRenamed(what),
      unbiased: "write correction: 0 for unbiased: false",
      ddof: "write correction",
    },
  });
const [varOptions, stdOptions] = [varianceOptions("var"), varianceOptions("std")];

/** Options of the variance and the standard deviation. */
export interface VarianceOptions extends OptionsOf<typeof varOptions, typeof reduceRules> {}

/**
 * The variance over dims (all dims by default), with divisor n − `correction` (1 by default); NaN for too few elements.
 * Also available as the method `var`, as in PyTorch.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3, 4]).var() // tensor(1.6667)
 */
export function variance(x: Tensor, dim?: Dims, given?: VarianceOptions): Tensor {
  const attrs = reduceAttrs(varOptions, x, dim, given);
  return apply1(varianceOp, [x], { whole: dim === undefined || x.ndim === 0, ...attrs });
}

/**
 * The standard deviation over dims (all dims by default): the square root of {@link variance}. The gradient is 0 where
 * all elements are equal.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3, 4]).std(0, { correction: 0 }) // tensor(1.1180)
 */
export function std(x: Tensor, dim?: Dims, given?: VarianceOptions): Tensor {
  const attrs = reduceAttrs(stdOptions, x, dim, given);
  return apply1(stdOp, [x], { whole: dim === undefined || x.ndim === 0, ...attrs });
}
