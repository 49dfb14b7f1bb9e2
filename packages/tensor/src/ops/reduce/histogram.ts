// Histograms, of numbers and of points. They read x on the host, which waits for the backend.

import * as c from "@saccade/contract";
import { fromData } from "../../create.ts";
import { iterable } from "../../iterable.ts";
import {
  checkAddressable,
  checkInputs,
  checkTensor,
  readElements,
  sameShape,
  type TypedArray,
  tensorRule,
  typedArray,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { requireFloat } from "./dims.ts";

const histcOptions = /* @__PURE__ */ c.options("histc(x, { bins: 4, min: 0, max: 3 })", {
  /** The number of bins. Default 100. */
  bins: c.size(100),
  /** The lower end of the first bin. Default 0. */
  min: /* @__PURE__ */ c.number(0),
  /** The upper end of the last bin. Default 0. With min = max, the bins span the elements. */
  max: /* @__PURE__ */ c.number(0),
});

/** Options of {@link histc}. */
export interface HistcOptions extends c.OptionsOf<typeof histcOptions> {}

/**
 * How many elements lie in each of `bins` equal intervals from `min` to `max`, in x's dtype. The last interval includes
 * its end; elements outside and NaN do not count.
 *
 * @throws DTypeError for int32 and bool; ArgumentError unless min ≤ max, and for elements that are not finite where they set
 * the range.
 * @example histc(tensor([1, 2, 1]), { bins: 4, min: 0, max: 3 }) // tensor([0, 2, 1, 0])
 */
export function histc(x: Tensor, given?: HistcOptions): Tensor {
  checkTensor(histcOptions.what, "x", x);
  const { bins, min, max } = histcOptions(given);
  requireFloat("histc", x);
  if (min > max) throw c.badArgument("histc", "max", `at least min, ${min}`, max);
  const elements = readElements("histc", x);
  const [low, high] = min < max ? [min, max] : span("histc", elements, 1);
  const round = x.dtype === "float32" ? Math.fround : (value: number): number => value;
  const width = round(high - low);
  const counts = typedArray(x.dtype, bins);
  for (const value of elements) {
    if (!(value >= low && value <= high)) continue;
    // Rounded as x is, so that elements near a border fall into PyTorch's bin.
    const bin = Math.trunc(round(round(round(value - low) / width) * bins));
    counts[Math.min(bin, bins - 1)]!++;
  }
  return fromData(counts, [bins], { backend: x.backend });
}

/** The smallest and the largest element, `apart` to either side where they are equal; 0 and 1 without elements. */
export function span(
  what: string,
  elements: ArrayLike<number>,
  apart: number,
  from: number = 0,
  step: number = 1,
): readonly [number, number] {
  if (elements.length === 0) return [0, 1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < elements.length; i += step) {
    const value = elements[i]!;
    if (!Number.isFinite(value))
      throw new c.ArgumentError(
        `${what}: x must hold finite numbers where they set the range, got ${value}; give a range.`,
      );
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low < high ? [low, high] : [low - apart, high + apart];
}

const histogramRules = {
  /** The ends of the bins: lower and upper, for each dim in turn. Default: the smallest and largest elements. */
  range: /* @__PURE__ */ c.listOf(/* @__PURE__ */ c.number()),
  /** The weight of each element (or point). Default: 1. */
  weight: /* @__PURE__ */ tensorRule("float"),
  /** Whether to divide by the total and the bins' sizes, so that the integral is 1. Default false. */
  density: /* @__PURE__ */ c.flag(false),
} as const;
const histogramOptions = /* @__PURE__ */ c.options("histogram(x, 4, { range: [0, 1] })", histogramRules, {
  renamed: { weights: "write weight" },
});
const histogramddOptions = /* @__PURE__ */ c.options(
  "histogramdd(x, [4, 4], { range: [0, 1, 0, 1] })",
  histogramRules,
  {
    renamed: { weights: "write weight" },
  },
);

/** Options of {@link histogram}. */
export interface HistogramOptions extends c.OptionsOf<typeof histogramOptions> {}

/** A histogram. */
export interface Histogram extends Iterable<Tensor> {
  /** The counts, or densities. */
  readonly hist: Tensor;
  /** The borders of the bins, one more than there are bins. */
  readonly binEdges: Tensor;
}

/**
 * How many elements lie in each bin, with the bins' edges: `bins` equal ones, or those between the elements of an ascending
 * vector. A bin includes its lower edge, the last one both.
 *
 * @throws DTypeError for int32 and bool; ArgumentError for a wrong range; ShapeError unless the weight has x's shape.
 * @example histogram(tensor([1, 2, 1]), 4, { range: [0, 3] }).hist // tensor([0, 2, 1, 0])
 */
export function histogram(x: Tensor, bins: number | Tensor, given?: HistogramOptions): Histogram {
  checkTensor(histogramOptions.what, "x", x);
  const settings = histogramOptions(given);
  const { weight } = settings;
  if (weight !== undefined && !sameShape(weight.shape, x.shape))
    throw new c.ShapeError(
      `histogram: weight ${weight.describe()} must have the shape of x ${x.describe()}; expand() it.`,
    );
  const { hist, binEdges } = count("histogram", x, 1, [bins], "bins", settings);
  return iterable({ hist, binEdges: binEdges[0]! });
}

/** A histogram of points. */
export interface HistogramOfPoints extends Iterable<Tensor | readonly Tensor[]> {
  /** The counts, or densities: a dim for each coordinate. */
  readonly hist: Tensor;
  /** The borders of the bins along each dim. */
  readonly binEdges: readonly Tensor[];
}

/**
 * How many points lie in each cell of a grid: x is (…, d), points of d coordinates. `bins` is the number of bins along all
 * dims, or one for each, or a list of ascending vectors of edges. See {@link histogram}.
 *
 * @throws as histogram; ShapeError unless x has 2 dims or more and the weight has its dims but the last.
 * @example histogramdd(tensor([[0, 1], [1, 0], [0, 1]]), [2, 2]).hist // tensor([[0, 2], [1, 0]])
 */
export function histogramdd(
  x: Tensor,
  bins: number | readonly (number | Tensor)[],
  given?: HistogramOptions,
): HistogramOfPoints {
  checkTensor(histogramddOptions.what, "x", x);
  const settings = histogramddOptions(given);
  if (x.ndim < 2)
    throw new c.ShapeError(
      `histogramdd: x ${x.describe()} must be (…, d), points of d coordinates; unsqueeze() it.`,
    );
  const d = x.shape.at(-1)!;
  const { weight } = settings;
  if (weight !== undefined && !sameShape(weight.shape, x.shape.slice(0, -1)))
    throw new c.ShapeError(
      `histogramdd: weight ${weight.describe()} must have the dims of x ${x.describe()} but the last; expand() it.`,
    );
  const list = Array.isArray(bins)
    ? (bins as readonly (number | Tensor)[])
    : Array<number | Tensor>(d).fill(bins as number);
  if (list.length !== d)
    throw c.badArgument("histogramdd", "bins", `a list of ${d}, one for each coordinate`, bins);
  return count("histogramdd", x, d, list, Array.isArray(bins) ? "" : "bins", settings);
}

function count(
  what: string,
  x: Tensor,
  d: number,
  bins: readonly unknown[],
  name: string,
  { range, weight, density }: ReturnType<typeof histogramOptions>,
): { readonly hist: Tensor; readonly binEdges: readonly Tensor[] } & Iterable<Tensor | readonly Tensor[]> {
  requireFloat(what, x);
  if (weight !== undefined && weight.dtype !== x.dtype)
    throw new c.DTypeError(
      `${what}: weight must be ${x.dtype}, as x is, got ${weight.describe()}; convert it with to("${x.dtype}").`,
    );
  const counts = bins.map((given) =>
    given instanceof Tensor ? given.numel - 1 : typeof given === "number" ? given : Number.NaN,
  );
  if (counts.every((n) => n >= 1)) checkAddressable(what, counts);
  const elements = readElements(what, x);
  const edges = bins.map((given, i) => edgesOf(what, name || `bins[${i}]`, given, x, elements, i, d, range));
  const weights = weight && readElements(what, weight);
  const shape = edges.map((list) => list.length - 1);
  const totals = new Float64Array(shape.reduce((a, b) => a * b, 1));
  let sum = 0;
  for (let point = 0; point * d < elements.length; point++) {
    let cell = 0;
    for (let i = 0; i < d && cell >= 0; i++) {
      const bin = binOf(edges[i]!, elements[point * d + i]!);
      cell = bin < 0 ? -1 : cell * shape[i]! + bin;
    }
    if (cell < 0) continue;
    const amount = weights === undefined ? 1 : weights[point]!;
    totals[cell]! += amount;
    sum += amount;
  }
  if (density)
    for (let cell = 0; cell < totals.length; cell++) {
      let volume = sum;
      for (let i = d - 1, rest = cell; i >= 0; rest = Math.floor(rest / shape[i]!), i--) {
        const bin = rest % shape[i]!;
        volume *= edges[i]![bin + 1]! - edges[i]![bin]!;
      }
      totals[cell]! /= volume;
    }
  const make = (data: TypedArray, sizes: readonly number[]): Tensor =>
    fromData(data, sizes, { backend: x.backend });
  const hist = typedArray(x.dtype, totals.length);
  hist.set(totals);
  return iterable({ hist: make(hist, shape), binEdges: edges.map((list) => make(list, [list.length])) });
}

/** The bin of a value; -1 outside. */
function binOf(edges: TypedArray, value: number): number {
  const last = edges.length - 1;
  if (!(value >= edges[0]! && value <= edges[last]!)) return -1;
  let [low, high] = [0, last];
  while (low + 1 < high) {
    const half = (low + high) >> 1;
    if (edges[half]! <= value) low = half;
    else high = half;
  }
  return low;
}

function edgesOf(
  what: string,
  name: string,
  bins: unknown,
  x: Tensor,
  elements: TypedArray,
  i: number,
  d: number,
  range: readonly number[] | undefined,
): TypedArray {
  if (bins instanceof Tensor) {
    checkInputs(what, { x, [name]: bins });
    if (range !== undefined)
      throw new c.ArgumentError(`${what}: range cannot be combined with edges; leave it out.`);
    if (bins.ndim !== 1 || bins.numel < 2 || bins.dtype !== x.dtype)
      throw new c.ShapeError(
        `${what}: the edges ${bins.describe()} must be a vector of 2 elements or more, of dtype ${x.dtype} as x is; convert it with to("${x.dtype}").`,
      );
    const given = readElements(what, bins).slice();
    for (let k = 1; k < given.length; k++)
      if (!(given[k - 1]! < given[k]!))
        throw c.badArgument(what, `${name}[${k}]`, `above ${given[k - 1]}`, given[k]);
    return given;
  }
  if (!Number.isInteger(bins) || (bins as number) < 1)
    throw c.badArgument(what, name, "a whole number ≥ 1, or a vector of edges", bins);
  if (range !== undefined && range.length !== 2 * d)
    throw c.badArgument(
      what,
      "range",
      `a list of ${2 * d} numbers, lower and upper for each coordinate`,
      range,
    );
  const asked = range?.slice(2 * i, 2 * i + 2);
  if (asked && !(asked[0]! <= asked[1]!))
    throw c.badArgument(what, `range[${2 * i + 1}]`, `at least ${asked[0]}`, asked[1]);
  const [low, high] = span(what, asked ?? elements, 0.5, asked ? 0 : i, asked ? 1 : d);
  const n = bins as number;
  const edges = typedArray(x.dtype, n + 1);
  // From both ends inwards, as linspace.
  const step = (high - low) / n;
  for (let k = 0; k <= n; k++) edges[k] = k <= n / 2 ? low + step * k : high - step * (n - k);
  return edges;
}
