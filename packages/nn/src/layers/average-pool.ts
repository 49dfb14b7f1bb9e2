// Averages of windows, and their relatives, power averages: functions and layers.
import { ones, pad, type Tensor } from "@saccade/tensor";
import { flag, type Given, nullable, number, required, rule } from "@saccade/tensor/contract";
import { convolve } from "../functional/conv.ts";
import {
  batched,
  checkFits,
  checkHalf,
  countsOf,
  lastSizes,
  line,
  plane,
  poolStride,
  renamed,
  type SizeOrList,
  type SizeRule,
  type Space,
  showWindows,
  spans,
  volume,
  type WindowSettings,
  type Windows,
  windowsFrom,
} from "../functional/windows.ts";
import { functionOf, layerOf, type OperationLayer } from "../operation.ts";
import { showSettings } from "../show-settings.ts";

const divisor = /* @__PURE__ */ rule(
  "a number other than 0",
  (value): value is number => number().holds(value) && value !== 0,
);

const avgPoolRules = <Size>(of: SizeRule<Size>) =>
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
export interface AvgPoolOptions<Size> extends Given<ReturnType<typeof avgPoolRules<Size>>> {}

/** The divisor of a sum. */
interface Divisor {
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

const average = <Size extends SizeOrList>(space: Space<Size>) => ({
  x: batched(space),
  dtype: "float" as const,
  positional: { kernelSize: required(space.of(1)) },
  options: avgPoolRules(space.of),
  renamed,
  example: "3, { stride: 2 }",
  prepare(what: string, settings: Divisor & WindowSettings) {
    const windows = windowsFrom(what, space.dims, settings);
    checkHalf(windows);
    return {
      run: (x: Tensor) => averageWindows(x, windows, settings),
      fields: { countIncludePad: settings.countIncludePad },
      show: () => showWindows(windows, ["stride", "padding"]),
    };
  },
});

const averageFunction = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  functionOf<[kernelSize: Size, options?: AvgPoolOptions<Size>]>(name, () => average(space));

/** An average pool. */
interface AvgPool extends OperationLayer {
  /** Whether padding counts in the average. */
  readonly countIncludePad: boolean;
}

const averageLayer = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  layerOf<[kernelSize: Size, options?: AvgPoolOptions<Size>], AvgPool>(name, () => average(space));

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool1d(tensor([[[1, 4, 2, 3]]]), 2) // tensor([[[2.5000, 2.5000]]])
 */
export const avgPool1d = /* @__PURE__ */ averageFunction("avgPool1d", line);

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool2d(tensor([[[[1, 2], [3, 4]]]]), 2) // tensor([[[[2.5000]]]])
 */
export const avgPool2d = /* @__PURE__ */ averageFunction("avgPool2d", plane);

/**
 * The average of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding, and if no window fits; DTypeError unless x is of floats.
 * @example functional.avgPool3d(tensor([[[[[1, 2], [3, 4]]]]]), [1, 2, 2]) // tensor([[[[[2.5000]]]]])
 */
export const avgPool3d = /* @__PURE__ */ averageFunction("avgPool3d", volume);

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[2.5000, 2.5000]]])
 */
export class AvgPool1d extends /* @__PURE__ */ averageLayer("AvgPool1d", line) {}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class AvgPool2d extends /* @__PURE__ */ averageLayer("AvgPool2d", plane) {}

/**
 * The average of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class AvgPool3d extends /* @__PURE__ */ averageLayer("AvgPool3d", volume) {}

const lpPoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** Whether a last window that does not fit counts too. Default false. */
    ceilMode: flag(false),
  }) as const;

/** Options of power-average pooling; `Size` is a number, or a list of one for each dim. */
export interface LPPoolOptions<Size> extends Given<ReturnType<typeof lpPoolRules<Size>>> {}

/** (Σ xᵖ)^(1/p) over each window of x. */
function powerWindows(x: Tensor, p: number, windows: Windows): Tensor {
  const size = windows.kernel.reduce((a, b) => a * b);
  const average = averageWindows(p === 2 ? x.square() : x.pow(p), windows, {
    countIncludePad: true,
    divisorOverride: null,
  });
  // As in PyTorch: a window that a border cuts is the power mean of its elements, times its full size.
  return average
    .sign()
    .mul(average.abs().relu())
    .mul(size)
    .pow(1 / p);
}

const power = <Size extends SizeOrList>(space: Space<Size>) => ({
  x: batched(space),
  dtype: "float" as const,
  positional: { normType: required(number()), kernelSize: required(space.of(1)) },
  options: lpPoolRules(space.of),
  renamed,
  example: "2, 3, { stride: 2 }",
  prepare(what: string, settings: { readonly normType: number } & WindowSettings) {
    const { normType } = settings;
    const windows = windowsFrom(what, space.dims, settings);
    return {
      run: (x: Tensor) => powerWindows(x, normType, windows),
      fields: { normType },
      show: () => `${showSettings({ normType })}, ${showWindows(windows, ["stride", "ceilMode"])}`,
    };
  },
});

const powerFunction = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  functionOf<[normType: number, kernelSize: Size, options?: LPPoolOptions<Size>]>(name, () => power(space));

/** A power-average pool. */
interface LPPool extends OperationLayer {
  /** The power p. */
  readonly normType: number;
}

const powerLayer = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  layerOf<[normType: number, kernelSize: Size, options?: LPPoolOptions<Size>], LPPool>(name, () =>
    power(space),
  );

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, L) → (N, C, OL); the batch dim may be absent. p = 1 gives sums; an odd p takes the
 * root of the sum's size.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool1d(tensor([[[3, 4]]]), 2, 2) // tensor([[[5]]])
 */
export const lpPool1d = /* @__PURE__ */ powerFunction("lpPool1d", line);

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. See {@link lpPool1d}.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool2d(tensor([[[[3, 4]]]]), 2, [1, 2]) // tensor([[[[5]]]])
 */
export const lpPool2d = /* @__PURE__ */ powerFunction("lpPool2d", plane);

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. See {@link lpPool1d}.
 *
 * @throws ShapeError if no window fits; DTypeError unless x is of floats.
 * @example functional.lpPool3d(tensor([[[[[3, 4]]]]]), 2, [1, 1, 2]) // tensor([[[[[5]]]]])
 */
export const lpPool3d = /* @__PURE__ */ powerFunction("lpPool3d", volume);

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new LPPool1d(2, 2).forward(tensor([[[3, 4]]])) // tensor([[[5]]])
 */
export class LPPool1d extends /* @__PURE__ */ powerLayer("LPPool1d", line) {}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool2d(2, 2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class LPPool2d extends /* @__PURE__ */ powerLayer("LPPool2d", plane) {}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool3d(2, 2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class LPPool3d extends /* @__PURE__ */ powerLayer("LPPool3d", volume) {}
