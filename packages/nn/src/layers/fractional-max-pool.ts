// The largest elements of windows at random places: functions and layers.
import { arange, cat, full, rand, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { largestAt } from "../functional/placed-windows.ts";
import {
  batched,
  inEachDim,
  lastSizes,
  plane,
  renamed,
  type SizeOrList,
  type SizeRule,
  type Space,
  volume,
} from "../functional/windows.ts";
import { generatorRule } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { largestFunction, largestLayer, type MaxPoolResult } from "./max-pool.ts";

/** A share for all dims, or one for each. */
/* @__NO_SIDE_EFFECTS__ */
function ratios(dims: number): c.Rule<SizeOrList | null, null> {
  const one = c.number(undefined, { above: 0, below: 1 });
  const list = c.listOf(one);
  const holds = (value: unknown): value is SizeOrList =>
    one.holds(value) || (list.holds(value) && value.length === dims);
  return c.nullable(c.rule(`a number > 0 and < 1 or an array of ${dims} of them`, holds), null) as c.Rule<
    SizeOrList | null,
    null
  >;
}

const fractionalRules = <Size>(dims: number, of: SizeRule<Size>) =>
  ({
    /** The size of the result: either this is given, or outputRatio. */
    outputSize: c.nullable(of(1), null) as c.Rule<Size | null, null>,
    /** The size of the result as a share of the input's, rounded down. */
    outputRatio: ratios(dims),
    /** Where the windows lie: (N, C, dims) numbers in [0, 1). Drawn by default. */
    randomSamples: c.nullable(c.tensorRule("float"), null) as c.Rule<Tensor | null, null>,
    /** The generator of the samples. Default: the default generator. */
    generator: generatorRule(),
  }) as const;

/** Options of fractional max pooling; `Size` is a number, or a list of one for each dim. */
export interface FractionalMaxPoolOptions<Size> extends c.Given<ReturnType<typeof fractionalRules<Size>>> {}

/** The settings, checked. */
type FractionalSettings = c.Settings<ReturnType<typeof fractionalRules<SizeOrList>>> & {
  readonly kernelSize: SizeOrList;
};

/** @throws ShapeError unless one of outputSize and outputRatio is given. */
function checkOutput(what: string, { outputSize, outputRatio }: FractionalSettings): void {
  if (outputSize !== null && outputRatio !== null)
    throw new ShapeError(`${what}: outputSize and outputRatio are both given; leave one out.`);
  if (outputSize === null && outputRatio === null)
    throw new ShapeError(
      `${what}: give the size of the result, as in { outputSize: 4 } or { outputRatio: 0.5 }.`,
    );
}

/**
 * The largest elements of windows whose steps vary by one, drawn at random (Graham 2014, "Fractional max-pooling"): window i
 * of n begins at ⌊α (i + u)⌋ − ⌊α u⌋ with α = (size − kernel) / (n − 1), the last one at the end.
 */
function fractionalLargest(what: string, x: Tensor, dims: number, given: FractionalSettings): MaxPoolResult {
  checkOutput(what, given);
  const { outputSize, outputRatio, randomSamples, generator } = given;
  const [kernel, sizes] = [inEachDim(given.kernelSize, dims), lastSizes(x, dims)];
  const shares = outputRatio === null ? [] : inEachDim(outputRatio, dims);
  const counts =
    outputSize === null ? sizes.map((size, i) => Math.floor(size * shares[i]!)) : inEachDim(outputSize, dims);
  sizes.forEach((size, i) => {
    if (counts[i]! >= 1 && counts[i]! + kernel[i]! - 1 <= size) return;
    throw new ShapeError(
      `${what}: ${counts[i]} windows of ${kernel[i]} do not fit into ${size} elements of ${x.describe()}; take a ` +
        "smaller kernelSize or outputSize.",
    );
  });
  const lead = x.shape.slice(0, -dims);
  const drawn = [lead.length === 1 ? 1 : lead[0]!, lead.at(-1)!, dims];
  // As in PyTorch, an image without a batch takes the first samples of a batch.
  const own = lead.length === 1 && randomSamples?.ndim === 3 ? randomSamples.narrow(0, 0, 1) : randomSamples;
  if (own && !sameShape(own.shape, drawn))
    throw new ShapeError(
      `${what}: randomSamples ${randomSamples?.describe()} must have the shape ${formatShape(drawn)}.`,
    );
  const { backend } = x;
  const dtype = x.dtype === "float64" ? x.dtype : "float32";
  const samples = own?.detach().to(dtype) ?? rand(drawn, { dtype, backend, ...(generator && { generator }) });
  // (…, 1): each window's elements along one dim, then those of the windows of all dims.
  let at: Tensor | undefined;
  for (let dim = 0; dim < dims; dim++) {
    // As in PyTorch, the first sample of an image is that of its columns.
    const sample = samples.select(-1, dims === 2 ? 1 - dim : dim).reshape([...lead, 1]);
    const starts = startsOf(sample, sizes[dim]!, counts[dim]!, kernel[dim]!).unsqueeze(-1);
    const own = starts.add(arange(kernel[dim]!, { dtype: "int32", backend: x.backend })); // (…, OH, KH)
    if (!at) at = own;
    else {
      // (…, P, 1, K, 1) · W + (…, 1, OW, 1, KW)
      const both = at.mul(sizes[dim]!).unsqueeze(-1).unsqueeze(-3).add(own.unsqueeze(-2).unsqueeze(-4));
      at = both.flatten(-2).flatten(-3, -2);
    }
  }
  const size = kernel.reduce((a, b) => a * b);
  return largestAt(x, at!.flatten(-2), counts, size);
}

/** Where the windows of one dim begin: u (…, 1) → (…, count) int32. */
function startsOf(u: Tensor, size: number, count: number, kernel: number): Tensor {
  const { backend, dtype } = u;
  const last = full([...u.shape.slice(0, -1), 1], size - kernel, { dtype: "int32", backend });
  if (count === 1) return last;
  const alpha = (size - kernel) / (count - 1);
  const steps = arange(count - 1, { dtype, backend });
  const starts = steps.add(u).mul(alpha).trunc().sub(u.mul(alpha).trunc());
  return cat([starts.to("int32"), last], -1);
}

const fractional = <Size extends SizeOrList>(space: Space<Size>) => ({
  x: batched(space),
  dtype: "float" as const,
  positional: { kernelSize: c.required(space.of(1)) },
  options: fractionalRules(space.dims, space.of),
  renamed,
  example: "2, { outputRatio: 0.5 }",
  prepare(what: string, settings: FractionalSettings) {
    checkOutput(what, settings);
    const { kernelSize, outputSize, outputRatio } = settings;
    return {
      run: (x: Tensor) => fractionalLargest(what, x, space.dims, settings),
      show: () => showSettings({ kernelSize, ...(outputSize === null ? { outputRatio } : { outputSize }) }),
    };
  },
});

const fractionalFunction = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  largestFunction<[kernelSize: Size], FractionalMaxPoolOptions<Size>>(name, () => fractional(space));

const fractionalLayer = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  largestLayer<[kernelSize: Size, options?: FractionalMaxPoolOptions<Size>]>(name, () => fractional(space));

/**
 * Max pooling with windows at random places (Graham 2014, "Fractional max-pooling"): (N, C, H, W) → (N, C, OH, OW), where
 * OH / H need not be one over a whole number; the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given, and the windows fit.
 * @example functional.fractionalMaxPool2d(ones([1, 1, 7, 7]), 2, { outputRatio: 0.7 }).shape // [1, 1, 4, 4]
 */
export const fractionalMaxPool2d = /* @__PURE__ */ fractionalFunction("fractionalMaxPool2d", plane);

/**
 * Max pooling with windows at random places (Graham 2014, "Fractional max-pooling"): (N, C, D, H, W) → (N, C, OD, OH, OW),
 * where OD / D need not be one over a whole number; the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given, and the windows fit.
 * @example functional.fractionalMaxPool3d(ones([1, 1, 7, 7, 7]), 2, { outputSize: 4 }).shape // [1, 1, 4, 4, 4]
 */
export const fractionalMaxPool3d = /* @__PURE__ */ fractionalFunction("fractionalMaxPool3d", volume);

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given.
 * @example new FractionalMaxPool2d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7])).shape // [1, 3, 4, 4]
 */
export class FractionalMaxPool2d extends /* @__PURE__ */ fractionalLayer("FractionalMaxPool2d", plane) {}

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given.
 * @example new FractionalMaxPool3d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7, 7])).shape // [1, 3, 4, 4, 4]
 */
export class FractionalMaxPool3d extends /* @__PURE__ */ fractionalLayer("FractionalMaxPool3d", volume) {}
