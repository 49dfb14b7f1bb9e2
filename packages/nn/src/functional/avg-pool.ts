import { ones, pad, type Tensor } from "@saccade/tensor";
import { flag, type Given, nullable, number, required, rule, tensorRule } from "@saccade/tensor/contract";
import { convolve } from "./conv.ts";
import {
  checkFits,
  checkHalf,
  countsOf,
  functionCall,
  lastSizes,
  oneSize,
  type Pair,
  poolStride,
  type SizeOrList,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  spans,
  type Triple,
  type Windows,
  windowsFrom,
} from "./windows.ts";

const divisor = rule(
  "a number other than 0",
  (value): value is number => number().holds(value) && value !== 0,
);

export const avgPoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** Zeros added on both sides; at most half of the kernel. Default 0. */
    padding: of(0),
    /** Whether a last window that does not fit counts too. Default false. */
    ceilMode: flag(false),
    /** Whether the padding counts in the average. Default true. */
    countIncludePad: flag(true),
    /** A number to divide each sum by, in place of the count of elements. */
    divisorOverride: nullable(divisor, null),
  }) as const;

/** Options of average pooling; `Size` is a number, or a list of one for each dim. */
export type AvgPoolOptions<Size> = Given<ReturnType<typeof avgPoolRules<Size>>>;

/** The divisor of a sum. */
export interface Divisor {
  readonly countIncludePad: boolean;
  readonly divisorOverride: number | null;
}

/**
 * The averages of windows over x (…, H, W), or (…, L), or (…, D, H, W): their sums, divided by how many elements they hold.
 *
 * @throws ShapeError if no window fits.
 */
export function averageWindows(
  x: Tensor,
  windows: Windows,
  { countIncludePad, divisorOverride }: Divisor,
): Tensor {
  checkFits(windows, x);
  const { kernel, stride, padding } = windows;
  const [sizes, span, counts] = [lastSizes(x, kernel.length), spans(windows), countsOf(windows, x)];
  // How far the last window extends past x; with ceilMode possibly beyond the padding.
  const after = padding.map((size, i) =>
    Math.max(size, (counts[i]! - 1) * stride[i]! + span[i]! - sizes[i]! - size),
  );
  const sums = sumWindows(x, windows, padding, after);
  if (divisorOverride !== null) return sums.div(divisorOverride);
  const within = countIncludePad ? padding : padding.map(() => 0);
  if (after.every((size, i) => size === within[i])) return sums.div(kernel.reduce((a, b) => a * b));
  const inside = ones([1, ...sizes], { dtype: x.dtype, backend: x.backend });
  const counted = pad(inside, within.flatMap((size) => [size, size]).reverse(), { value: 1 });
  const rest = (all: readonly number[]): number[] => all.map((size, i) => size - within[i]!);
  return sums.div(sumWindows(counted, windows, rest(padding), rest(after)));
}

/** The sums of the windows of x (…, …sizes). */
function sumWindows(
  x: Tensor,
  { kernel, stride }: Windows,
  before: readonly number[],
  after: readonly number[],
): Tensor {
  const dims = kernel.length;
  const sizes = lastSizes(x, dims);
  const lead = x.shape.slice(0, -dims);
  // Windows that tile x are dims of a view.
  const tiled = kernel.every(
    (size, i) => stride[i] === size && before[i] === 0 && after[i] === 0 && sizes[i]! % size === 0,
  );
  if (tiled) {
    const blocks = x.reshape([...lead, ...kernel.flatMap((size, i) => [sizes[i]! / size, size])]);
    return blocks.sum(kernel.map((_, i) => lead.length + 2 * i + 1));
  }
  const images = x.reshape([lead.reduce((a, b) => a * b, 1), 1, ...sizes]);
  const filter = ones([1, 1, ...kernel], { dtype: x.dtype, backend: x.backend });
  const dilation = kernel.map(() => 1);
  const sums = convolve(images, filter, null, { stride, before, after, dilation, groups: 1 });
  return sums.reshape([...lead, ...sums.shape.slice(2)]);
}

/** Declares average pooling of some dims as a function. */
/* @__NO_SIDE_EFFECTS__ */
function declare<Size extends SizeOrList>(what: string, dims: number, of: SizeRule<Size>, shapes: string) {
  const positional = { x: required(tensorRule("float")), kernelSize: required(of(1)) };
  const read = functionCall(what, positional, avgPoolRules(of), shapes, `${what}(x, 3, { stride: 2 })`);
  return (given: readonly unknown[]): Tensor => {
    const settings = read(given);
    const windows = windowsFrom(what, dims, settings);
    checkHalf(windows);
    return averageWindows(settings.x, windows, settings);
  };
}

const of1d = /* @__PURE__ */ declare("avgPool1d", 1, oneSize, "x (n, c, l) | (c, l)");
const of2d = /* @__PURE__ */ declare("avgPool2d", 2, sizeOrPair, "x (n, c, h, w) | (c, h, w)");
const of3d = /* @__PURE__ */ declare("avgPool3d", 3, sizeOrTriple, "x (n, c, d, h, w) | (c, d, h, w)");

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool1d(tensor([[[1, 4, 2, 3]]]), 2) // tensor([[[2.5000, 2.5000]]])
 */
export function avgPool1d(
  x: Tensor,
  kernelSize: number | readonly [number],
  options?: AvgPoolOptions<number | readonly [number]>,
): Tensor {
  return of1d([x, kernelSize, options]);
}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool2d(tensor([[[[1, 2], [3, 4]]]]), 2) // tensor([[[[2.5000]]]])
 */
export function avgPool2d(
  x: Tensor,
  kernelSize: number | Pair,
  options?: AvgPoolOptions<number | Pair>,
): Tensor {
  return of2d([x, kernelSize, options]);
}

/**
 * The average of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool3d(tensor([[[[[1, 2], [3, 4]]]]]), [1, 2, 2]) // tensor([[[[[2.5000]]]]])
 */
export function avgPool3d(
  x: Tensor,
  kernelSize: number | Triple,
  options?: AvgPoolOptions<number | Triple>,
): Tensor {
  return of3d([x, kernelSize, options]);
}
