import { gather, mean, onesLike, pad, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  type Rule,
  type Rules,
  required,
  type Tensors,
  tensors,
} from "@saccade/tensor/contract";
import { maxPoolIndex, windowCount } from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { layerCall } from "../rules.ts";
import { unfold } from "./unfold.ts";
import {
  checkWindows,
  oneSize,
  onPlane,
  type Pair,
  type SizeRule,
  showWindows,
  sizeOrPair,
  type Windows,
  windowsFrom,
} from "./windows.ts";

// Without a stride it is the size of the kernel.
const noStride = <Size>(of: SizeRule<Size>): Rule<Size, undefined> => ({ ...of(1), default: undefined });
const maxRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: noStride(of),
    /** Added on both sides (and never the maximum); at most half of the kernel. Default 0. */
    padding: of(0),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
  }) as const;
const avgRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: noStride(of),
    /** Zeros added on both sides; at most half of the kernel. Default 0. */
    padding: of(0),
    /** Whether the padding counts in the average. Default true. */
    countIncludePad: flag(true),
  }) as const;
/** The calls of a pooling layer: its constructor, and `forward`. */
/* @__NO_SIDE_EFFECTS__ */
function poolCalls<Size, R extends Rules>(layer: string, of: SizeRule<Size>, rules: R, x: string) {
  const construct = layerCall(layer, { kernelSize: required(of(1)) }, rules, {
    example: `new ${layer}(3, { stride: 2 })`,
    renamed: {
      ceilMode: "a last window that does not fit is left out; pad the input first",
      returnIndices: "the indices are not returned; leave the option out",
    },
  });
  const inputs: Tensors<string> = tensors(`${layer}.forward`, x);
  return { construct, inputs };
}
const max1d = poolCalls("MaxPool1d", oneSize, maxRules(oneSize), "x (n, c, l) | (c, l)");
const max2d = poolCalls("MaxPool2d", sizeOrPair, maxRules(sizeOrPair), "x (n, c, h, w) | (c, h, w)");
const avg1d = poolCalls("AvgPool1d", oneSize, avgRules(oneSize), "x float (n, c, l) | (c, l)");
const avg2d = poolCalls("AvgPool2d", sizeOrPair, avgRules(sizeOrPair), "x float (n, c, h, w) | (c, h, w)");

/** Options of MaxPool1d (`Size` is a number) and MaxPool2d (a number, or [rows, columns]). Sizes count elements. */
export type MaxPoolOptions<Size> = Given<ReturnType<typeof maxRules<Size>>>;

/** Options of AvgPool1d (`Size` is a number) and AvgPool2d (a number, or [rows, columns]). Sizes count elements. */
export type AvgPoolOptions<Size> = Given<ReturnType<typeof avgRules<Size>>>;

/** The common part of the pooling layers. */
abstract class Pool extends Module {
  readonly #windows: Windows;
  readonly #inputs: Tensors<string>;

  constructor(windows: Windows, inputs: Tensors<string>) {
    const { layer, kernel, padding } = windows;
    const wrong = padding.findIndex((size, i) => size > kernel[i]! / 2);
    if (wrong >= 0)
      throw new ShapeError(
        `${layer}: padding is ${padding[wrong]}, at most half of the kernelSize ${kernel[wrong]} is allowed.`,
      );
    super();
    this.#windows = windows;
    this.#inputs = inputs;
  }

  /** The windows of images (…, H, W) as one element each: (…, OH, OW). */
  protected abstract pool(images: Tensor, windows: Windows): Tensor;

  /** @throws ShapeError unless x has the layer's dims, where N may be absent, and room for a window. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check(arguments);
    return onPlane(x, this.#windows.dims, (images) => {
      checkWindows(this.#windows, images);
      return this.pool(images, this.#windows);
    });
  }

  protected override describeOptions(): string {
    return showWindows(this.#windows, ["stride", "padding"]);
  }
}

// The maximum gets the whole gradient.
abstract class MaxPool extends Pool {
  protected override pool(x: Tensor, windows: Windows): Tensor {
    checkPadding(windows, x);
    const { kernel, stride, padding, dilation } = windows;
    const index = maxPoolIndex(x.detach(), { kernel, stride, padding, dilation }); // (…, OH, OW)
    return gather(x.flatten(-2), -1, index.flatten(-2)).reshape(index.shape);
  }
}

/** @throws ShapeError if a window lies entirely in the padding, whose elements are never the maximum. */
function checkPadding({ layer, kernel, stride, padding, dilation }: Windows, { shape }: Tensor): void {
  for (const i of [0, 1] as const) {
    const size = shape.at(i - 2)!;
    const count = windowCount(size + 2 * padding[i], kernel[i], stride[i], dilation[i]);
    for (let window = 0; window < count; window++) {
      const start = window * stride[i] - padding[i];
      const steps = start < 0 ? Math.ceil(-start / dilation[i]) : 0; // to its first element from 0 on
      if (steps < kernel[i] && start + steps * dilation[i] < size) continue;
      throw new ShapeError(
        `${layer}: a window lies in the padding altogether, for input ${formatShape(shape)}; take less padding or ` +
          "a smaller dilation.",
      );
    }
  }
}

abstract class AvgPool extends Pool {
  /** Whether padding counts in the average. */
  readonly countIncludePad: boolean;

  constructor(windows: Windows, inputs: Tensors<string>, countIncludePad: boolean) {
    super(windows, inputs);
    this.countIncludePad = countIncludePad;
  }

  protected override pool(x: Tensor, windows: Windows): Tensor {
    const padded = paddedWindows(x, windows); // (…, OH, OW, KH KW)
    if (this.countIncludePad) return mean(padded, -1);
    return padded.sum(-1).div(paddedWindows(onesLike(x.detach()), windows).sum(-1));
  }
}

function paddedWindows(x: Tensor, windows: Windows): Tensor {
  const [rows, columns] = windows.padding;
  return unfold(rows + columns > 0 ? pad(x, [columns, columns, rows, rows]) : x, windows).flatten(-2);
}

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[4, 3]]])
 */
export class MaxPool1d extends MaxPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number, options?: MaxPoolOptions<number>);
  constructor() {
    super(windowsFrom("MaxPool1d", 1, max1d.construct(arguments)), max1d.inputs);
  }
}

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to
 * the first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class MaxPool2d extends MaxPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options?: MaxPoolOptions<number | Pair>);
  constructor() {
    super(windowsFrom("MaxPool2d", 2, max2d.construct(arguments)), max2d.inputs);
  }
}

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new AvgPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[2.5000, 2.5000]]])
 */
export class AvgPool1d extends AvgPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number, options?: AvgPoolOptions<number>);
  constructor() {
    const settings = avg1d.construct(arguments);
    super(windowsFrom("AvgPool1d", 1, settings), avg1d.inputs, settings.countIncludePad);
  }
}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new AvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class AvgPool2d extends AvgPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options?: AvgPoolOptions<number | Pair>);
  constructor() {
    const settings = avg2d.construct(arguments);
    super(windowsFrom("AvgPool2d", 2, settings), avg2d.inputs, settings.countIncludePad);
  }
}
