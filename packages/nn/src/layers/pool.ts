import { max, mean, onesLike, pad, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { checkSizes } from "./check-sizes.ts";
import { pair } from "./conv.ts";
import { type Pair, unfold } from "./unfold.ts";

export interface MaxPoolOptions<Size> {
  /** Steps from one window to the next. Default the kernel size. */
  readonly stride?: Size;
  /** Added on both sides (and never the maximum); at most half of the kernel. Default 0. */
  readonly padding?: Size;
  /** Steps from one element of a window to the next. Default 1. */
  readonly dilation?: Size;
}

export interface AvgPoolOptions<Size> {
  /** Steps from one window to the next. Default the kernel size. */
  readonly stride?: Size;
  /** Zeros added on both sides; at most half of the kernel. Default 0. */
  readonly padding?: Size;
  /** Whether those zeros count in the average. Default true. */
  readonly countIncludePad?: boolean;
}

interface PoolPlan {
  readonly layer: string;
  readonly kernel: Pair;
  readonly stride: Pair;
  readonly padding: Pair;
  readonly dilation: Pair;
}

function checkedPlan(plan: PoolPlan): PoolPlan {
  const { layer, kernel, stride, padding, dilation } = plan;
  for (const i of [0, 1] as const) {
    checkSizes(layer, { kernelSize: kernel[i], stride: stride[i], dilation: dilation[i] }, 1);
    checkSizes(layer, { padding: padding[i] });
    if (padding[i] > kernel[i] / 2) {
      throw new ShapeError(
        `${layer}: padding is ${padding[i]}, at most half of the kernelSize ${kernel[i]} is allowed.`,
      );
    }
  }
  return plan;
}

// The padded windows of (…, H, W), flat: (…, OH, OW, KH KW).
function windowsOf(x: Tensor, plan: PoolPlan, fill: number): Tensor {
  const [rows, columns] = plan.padding;
  const padded = rows + columns > 0 ? pad(x, [columns, columns, rows, rows], { value: fill }) : x;
  return unfold(plan.layer, padded, plan).flatten(-2);
}

// The first of equal elements gets the gradient.
function maxPool(x: Tensor, plan: PoolPlan): Tensor {
  return max(windowsOf(x, plan, Number.NEGATIVE_INFINITY), -1).values;
}

function avgPool(x: Tensor, plan: PoolPlan, countIncludePad: boolean): Tensor {
  const windows = windowsOf(x, plan, 0);
  if (countIncludePad) return mean(windows, -1);
  const counts = windowsOf(onesLike(x.detach()), plan, 0).sum(-1);
  return windows.sum(-1).div(counts);
}

function checkNdim(layer: string, x: Tensor, layout: readonly string[]): void {
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

/** The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. */
export class MaxPool1d extends Module {
  readonly #plan: PoolPlan;

  constructor(kernelSize: number, options: MaxPoolOptions<number> = {}) {
    super();
    this.#plan = plan1d("MaxPool1d", kernelSize, options);
  }

  override forward(x: Tensor): Tensor {
    checkNdim("MaxPool1d", x, ["N", "C", "L"]);
    return maxPool(x.unsqueeze(-2), this.#plan).squeeze(-2);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 1);
  }
}

/** The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. */
export class MaxPool2d extends Module {
  readonly #plan: PoolPlan;

  constructor(kernelSize: number | Pair, options: MaxPoolOptions<number | Pair> = {}) {
    super();
    this.#plan = plan2d("MaxPool2d", kernelSize, options);
  }

  override forward(x: Tensor): Tensor {
    checkNdim("MaxPool2d", x, ["N", "C", "H", "W"]);
    return maxPool(x, this.#plan);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 2);
  }
}

/** The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. */
export class AvgPool1d extends Module {
  readonly #plan: PoolPlan;
  readonly countIncludePad: boolean;

  constructor(kernelSize: number, { countIncludePad = true, ...options }: AvgPoolOptions<number> = {}) {
    super();
    this.#plan = plan1d("AvgPool1d", kernelSize, options);
    this.countIncludePad = countIncludePad;
  }

  override forward(x: Tensor): Tensor {
    checkNdim("AvgPool1d", x, ["N", "C", "L"]);
    return avgPool(x.unsqueeze(-2), this.#plan, this.countIncludePad).squeeze(-2);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 1);
  }
}

/** The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. */
export class AvgPool2d extends Module {
  readonly #plan: PoolPlan;
  readonly countIncludePad: boolean;

  constructor(
    kernelSize: number | Pair,
    { countIncludePad = true, ...options }: AvgPoolOptions<number | Pair> = {},
  ) {
    super();
    this.#plan = plan2d("AvgPool2d", kernelSize, options);
    this.countIncludePad = countIncludePad;
  }

  override forward(x: Tensor): Tensor {
    checkNdim("AvgPool2d", x, ["N", "C", "H", "W"]);
    return avgPool(x, this.#plan, this.countIncludePad);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 2);
  }
}
