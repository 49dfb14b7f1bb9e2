import { DTypeError, gather, mean, onesLike, pad, ShapeError, type Tensor } from "@saccade/tensor";
import {
  checkBoolean,
  checkOptions,
  checkTensor,
  formatShape,
  isFloat,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import type { MaxPoolIndexAttrs } from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { poolIndex } from "./max-pool-index.ts";
import { checkPair, type Pair, pair } from "./pair.ts";
import { unfold } from "./unfold.ts";

/** Options of MaxPool1d (`Size` is a number) and MaxPool2d (a number, or [rows, columns]). Sizes count elements. */
export interface MaxPoolOptions<Size> {
  /** Steps from one window to the next. Default the kernel size. */
  readonly stride?: Size;
  /** Added on both sides (and never the maximum); at most half of the kernel. Default 0. */
  readonly padding?: Size;
  /** Steps from one element of a window to the next. Default 1. */
  readonly dilation?: Size;
}

/** Options of AvgPool1d (`Size` is a number) and AvgPool2d (a number, or [rows, columns]). Sizes count elements. */
export interface AvgPoolOptions<Size> {
  /** Steps from one window to the next. Default the kernel size. */
  readonly stride?: Size;
  /** Zeros added on both sides; at most half of the kernel. Default 0. */
  readonly padding?: Size;
  /** Whether the padding counts in the average. Default true. */
  readonly countIncludePad?: boolean;
}

const maxKnown = { stride: true, padding: true, dilation: true } as const;
const avgKnown = { stride: true, padding: true, countIncludePad: true } as const;
const noIndices = {
  returnIndices: "the indices are not returned; leave the option out",
  ceilMode: "a last window that does not fit is left out; pad the input first",
};
const noCeil = { ceilMode: noIndices.ceilMode };
const maxPool1dOptions = optionNames<MaxPoolOptions<number>>(
  "MaxPool1d",
  maxKnown,
  "new MaxPool1d(3, { stride: 2 })",
  noIndices,
);
const maxPool2dOptions = optionNames<MaxPoolOptions<number | Pair>>(
  "MaxPool2d",
  maxKnown,
  "new MaxPool2d(2, { stride: 2 })",
  noIndices,
);
const avgPool1dOptions = optionNames<AvgPoolOptions<number>>(
  "AvgPool1d",
  avgKnown,
  "new AvgPool1d(3, { stride: 2 })",
  noCeil,
);
const avgPool2dOptions = optionNames<AvgPoolOptions<number | Pair>>(
  "AvgPool2d",
  avgKnown,
  "new AvgPool2d(2, { stride: 2 })",
  noCeil,
);

interface PoolPlan extends MaxPoolIndexAttrs {
  readonly layer: string;
}

function checkedPlan(plan: PoolPlan): PoolPlan {
  const { layer, kernel, padding } = plan;
  for (const i of [0, 1] as const) {
    if (padding[i] > kernel[i] / 2) {
      throw new ShapeError(
        `${layer}: padding is ${padding[i]}, at most half of the kernelSize ${kernel[i]} is allowed.`,
      );
    }
  }
  return plan;
}

// The padded windows of (…, H, W), flattened: (…, OH, OW, KH KW).
function windowsOf(x: Tensor, plan: PoolPlan): Tensor {
  const [rows, columns] = plan.padding;
  const padded = rows + columns > 0 ? pad(x, [columns, columns, rows, rows]) : x;
  return unfold(plan.layer, padded, plan).flatten(-2);
}

// The maximum gets the whole gradient. See poolIndex.
function maxPool(x: Tensor, plan: PoolPlan): Tensor {
  const { kernel, stride, padding, dilation } = plan;
  const index = poolIndex(plan.layer, x.detach(), { kernel, stride, padding, dilation }); // (…, OH, OW)
  return gather(x.flatten(-2), -1, index.flatten(-2)).reshape(index.shape);
}

function avgPool(x: Tensor, plan: PoolPlan, countIncludePad: boolean): Tensor {
  if (!isFloat(x.dtype))
    throw new DTypeError(
      `${plan.layer}: input is ${x.describe()}, expected floats; convert with to("float32").`,
    );
  const windows = windowsOf(x, plan);
  if (countIncludePad) return mean(windows, -1);
  const counts = windowsOf(onesLike(x.detach()), plan).sum(-1);
  return windows.sum(-1).div(counts);
}

function checkNdim(layer: string, x: Tensor, layout: readonly string[]): void {
  checkTensor(layer, "x", x);
  if (x.ndim === layout.length || x.ndim === layout.length - 1) return;
  throw new ShapeError(
    `${layer}: input ${formatShape(x.shape)}, expected (${layout.join(", ")}) or without the batch dim.`,
  );
}

function plan1d(
  layer: string,
  kernelSize: number,
  { stride = kernelSize, padding = 0, dilation = 1 }: MaxPoolOptions<number>,
): PoolPlan {
  checkSizes(layer, { kernelSize, stride, dilation }, 1);
  checkSizes(layer, { padding });
  return checkedPlan({
    layer,
    kernel: [1, kernelSize],
    stride: [1, stride],
    padding: [0, padding],
    dilation: [1, dilation],
  });
}

function plan2d(
  layer: string,
  kernelSize: number | Pair,
  { stride = kernelSize, padding = 0, dilation = 1 }: MaxPoolOptions<number | Pair>,
): PoolPlan {
  checkPair(layer, "kernelSize", kernelSize, 1);
  checkPair(layer, "stride", stride, 1);
  checkPair(layer, "dilation", dilation, 1);
  checkPair(layer, "padding", padding, 0);
  return checkedPlan({
    layer,
    kernel: pair(kernelSize),
    stride: pair(stride),
    padding: pair(padding),
    dilation: pair(dilation),
  });
}

function describePlan({ kernel, stride, padding }: PoolPlan, dims: 1 | 2): string {
  const show = (sizes: Pair): string => (dims === 1 ? String(sizes[1]) : formatShape(sizes));
  return `kernelSize=${show(kernel)}, stride=${show(stride)}, padding=${show(padding)}`;
}

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[4, 3]]])
 */
export class MaxPool1d extends Module {
  readonly #plan: PoolPlan;

  /** @throws ArgumentError for sizes out of range or an unknown option, ShapeError for too much padding. */
  constructor(kernelSize: number, options: MaxPoolOptions<number> = {}) {
    refuseExtra(maxPool1dOptions, arguments, 2);
    checkOptions(maxPool1dOptions, options);
    super();
    this.#plan = plan1d("MaxPool1d", kernelSize, options);
  }

  /** @throws ShapeError unless x is (N, C, L) or (C, L) and has room for a window. */
  override forward(x: Tensor): Tensor {
    refuseExtra("MaxPool1d.forward", arguments, 1);
    checkNdim("MaxPool1d", x, ["N", "C", "L"]);
    return maxPool(x.unsqueeze(-2), this.#plan).squeeze(-2);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 1);
  }
}

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to
 * the first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class MaxPool2d extends Module {
  readonly #plan: PoolPlan;

  /** @throws ArgumentError for sizes out of range or an unknown option, ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options: MaxPoolOptions<number | Pair> = {}) {
    refuseExtra(maxPool2dOptions, arguments, 2);
    checkOptions(maxPool2dOptions, options);
    super();
    this.#plan = plan2d("MaxPool2d", kernelSize, options);
  }

  /** @throws ShapeError unless x is (N, C, H, W) or (C, H, W) and has room for a window. */
  override forward(x: Tensor): Tensor {
    refuseExtra("MaxPool2d.forward", arguments, 1);
    checkNdim("MaxPool2d", x, ["N", "C", "H", "W"]);
    return maxPool(x, this.#plan);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 2);
  }
}

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new AvgPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[2.5000, 2.5000]]])
 */
export class AvgPool1d extends Module {
  readonly #plan: PoolPlan;
  /** Whether padding counts in the average. */
  readonly countIncludePad: boolean;

  /** @throws ArgumentError for sizes out of range or an unknown option, ShapeError for too much padding. */
  constructor(kernelSize: number, options: AvgPoolOptions<number> = {}) {
    refuseExtra(avgPool1dOptions, arguments, 2);
    checkOptions(avgPool1dOptions, options);
    const { countIncludePad = true, ...sizes } = options;
    checkBoolean("AvgPool1d", "countIncludePad", countIncludePad);
    super();
    this.#plan = plan1d("AvgPool1d", kernelSize, sizes);
    this.countIncludePad = countIncludePad;
  }

  /** @throws ShapeError unless x is (N, C, L) or (C, L) and has room for a window. */
  override forward(x: Tensor): Tensor {
    refuseExtra("AvgPool1d.forward", arguments, 1);
    checkNdim("AvgPool1d", x, ["N", "C", "L"]);
    return avgPool(x.unsqueeze(-2), this.#plan, this.countIncludePad).squeeze(-2);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 1);
  }
}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new AvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class AvgPool2d extends Module {
  readonly #plan: PoolPlan;
  /** Whether padding counts in the average. */
  readonly countIncludePad: boolean;

  /** @throws ArgumentError for sizes out of range or an unknown option, ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options: AvgPoolOptions<number | Pair> = {}) {
    refuseExtra(avgPool2dOptions, arguments, 2);
    checkOptions(avgPool2dOptions, options);
    const { countIncludePad = true, ...sizes } = options;
    checkBoolean("AvgPool2d", "countIncludePad", countIncludePad);
    super();
    this.#plan = plan2d("AvgPool2d", kernelSize, sizes);
    this.countIncludePad = countIncludePad;
  }

  /** @throws ShapeError unless x is (N, C, H, W) or (C, H, W) and has room for a window. */
  override forward(x: Tensor): Tensor {
    refuseExtra("AvgPool2d.forward", arguments, 1);
    checkNdim("AvgPool2d", x, ["N", "C", "H", "W"]);
    return avgPool(x, this.#plan, this.countIncludePad);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 2);
  }
}
