import { gather, mean, onesLike, pad, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, refuseExtra } from "@saccade/tensor/backend";
import { flag, options, type Rule, tensors } from "@saccade/tensor/contract";
import type { MaxPoolIndexAttrs } from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { poolIndex } from "./max-pool-index.ts";
import { checkKernelSize, oneSize, type Pair, pair, type SizeRule, sizeOrPair } from "./pair.ts";
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

// Without a stride it is the size of the kernel.
const noStride = <Size>(of: SizeRule<Size>): Rule<Size, undefined> => ({ ...of(1, 1), default: undefined });
const maxRules = <Size>(of: SizeRule<Size>) =>
  ({ stride: noStride(of), padding: of(0, 0), dilation: of(1, 1) }) as const;
const avgRules = <Size>(of: SizeRule<Size>) =>
  ({ stride: noStride(of), padding: of(0, 0), countIncludePad: flag(true) }) as const;
const noCeil = { ceilMode: "a last window that does not fit is left out; pad the input first" };
const noIndices = { ...noCeil, returnIndices: "the indices are not returned; leave the option out" };
const maxPool1dOptions = options("MaxPool1d", maxRules(oneSize), {
  example: "new MaxPool1d(3, { stride: 2 })",
  renamed: noIndices,
});
const maxPool2dOptions = options("MaxPool2d", maxRules(sizeOrPair), {
  example: "new MaxPool2d(2, { stride: 2 })",
  renamed: noIndices,
});
const avgPool1dOptions = options("AvgPool1d", avgRules(oneSize), {
  example: "new AvgPool1d(3, { stride: 2 })",
  renamed: noCeil,
});
const avgPool2dOptions = options("AvgPool2d", avgRules(sizeOrPair), {
  example: "new AvgPool2d(2, { stride: 2 })",
  renamed: noCeil,
});
const maxPool1dInputs = tensors("MaxPool1d.forward", "x (n, c, l) | (c, l)");
const maxPool2dInputs = tensors("MaxPool2d.forward", "x (n, c, h, w) | (c, h, w)");
const avgPool1dInputs = tensors("AvgPool1d.forward", "x float (n, c, l) | (c, l)");
const avgPool2dInputs = tensors("AvgPool2d.forward", "x float (n, c, h, w) | (c, h, w)");

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
  const windows = windowsOf(x, plan);
  if (countIncludePad) return mean(windows, -1);
  const counts = windowsOf(onesLike(x.detach()), plan).sum(-1);
  return windows.sum(-1).div(counts);
}

interface Windows<Size> {
  readonly stride: Size | undefined;
  readonly padding: Size;
  readonly dilation?: Size;
}

function plan1d(
  layer: string,
  kernelSize: number,
  { stride = kernelSize, padding, dilation = 1 }: Windows<number>,
): PoolPlan {
  checkKernelSize(layer, kernelSize, oneSize);
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
  { stride = kernelSize, padding, dilation = 1 }: Windows<number | Pair>,
): PoolPlan {
  checkKernelSize(layer, kernelSize, sizeOrPair);
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
  constructor(kernelSize: number, given: MaxPoolOptions<number> = {}) {
    refuseExtra(maxPool1dOptions, arguments, 2);
    const windows = maxPool1dOptions(given);
    super();
    this.#plan = plan1d("MaxPool1d", kernelSize, windows);
  }

  /** @throws ShapeError unless x is (N, C, L) or (C, L) and has room for a window. */
  override forward(x: Tensor): Tensor {
    maxPool1dInputs.check(arguments);
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
  constructor(kernelSize: number | Pair, given: MaxPoolOptions<number | Pair> = {}) {
    refuseExtra(maxPool2dOptions, arguments, 2);
    const windows = maxPool2dOptions(given);
    super();
    this.#plan = plan2d("MaxPool2d", kernelSize, windows);
  }

  /** @throws ShapeError unless x is (N, C, H, W) or (C, H, W) and has room for a window. */
  override forward(x: Tensor): Tensor {
    maxPool2dInputs.check(arguments);
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
  constructor(kernelSize: number, given: AvgPoolOptions<number> = {}) {
    refuseExtra(avgPool1dOptions, arguments, 2);
    const windows = avgPool1dOptions(given);
    super();
    this.#plan = plan1d("AvgPool1d", kernelSize, windows);
    this.countIncludePad = windows.countIncludePad;
  }

  /** @throws ShapeError unless x is (N, C, L) or (C, L) and has room for a window. */
  override forward(x: Tensor): Tensor {
    avgPool1dInputs.check(arguments);
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
  constructor(kernelSize: number | Pair, given: AvgPoolOptions<number | Pair> = {}) {
    refuseExtra(avgPool2dOptions, arguments, 2);
    const windows = avgPool2dOptions(given);
    super();
    this.#plan = plan2d("AvgPool2d", kernelSize, windows);
    this.countIncludePad = windows.countIncludePad;
  }

  /** @throws ShapeError unless x is (N, C, H, W) or (C, H, W) and has room for a window. */
  override forward(x: Tensor): Tensor {
    avgPool2dInputs.check(arguments);
    return avgPool(x, this.#plan, this.countIncludePad);
  }

  protected override describeOptions(): string {
    return describePlan(this.#plan, 2);
  }
}
