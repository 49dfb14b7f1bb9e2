import type { Tensor } from "@saccade/tensor";
import { number, required, type Tensors, tensors } from "@saccade/tensor/contract";
import { type AvgPoolOptions, averageWindows, avgPoolRules, type Divisor } from "../functional/avg-pool.ts";
import { type LPPoolOptions, lpPoolRules, powerWindows } from "../functional/lp-pool.ts";
import { type MaxPoolOptions, type MaxPoolResult, maxPoolRules, maxWindows } from "../functional/max-pool.ts";
import {
  checkHalf,
  oneSize,
  type SizeOrList,
  type SizeRule,
  showWindows,
  sizeOrPair,
  sizeOrTriple,
  type Windows,
  windowsFrom,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

export type { AvgPoolOptions, LPPoolOptions, MaxPoolOptions, MaxPoolResult };

const shapes = ["(n, c, l) | (c, l)", "(n, c, h, w) | (c, h, w)", "(n, c, d, h, w) | (c, d, h, w)"];
const renamed = { returnIndices: "call withIndices(x), which gives { values, indices }" };

/** The common part of the max pooling layers. */
abstract class MaxPool extends Module {
  readonly #windows: Windows;
  readonly #inputs: Tensors<string>;

  constructor(windows: Windows, inputs: Tensors<string>) {
    checkHalf(windows);
    super();
    this.#windows = windows;
    this.#inputs = inputs;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent, and room for a window. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check([x]);
    return maxWindows(x, this.#windows).values;
  }

  /** The largest elements and their indices in the flattened spatial dims: the output of `forward` and the inputs of MaxUnpool. */
  withIndices(x: Tensor): MaxPoolResult {
    this.#inputs.check([x]);
    return maxWindows(x, this.#windows);
  }

  protected override describeOptions(): string {
    return showWindows(this.#windows, ["stride", "padding"]);
  }
}

/** The common part of the average pooling layers. */
abstract class AvgPool extends Module {
  /** Whether padding counts in the average. */
  readonly countIncludePad: boolean;
  readonly #windows: Windows;
  readonly #inputs: Tensors<string>;
  readonly #divisor: Divisor;

  constructor(windows: Windows, inputs: Tensors<string>, divisor: Divisor) {
    checkHalf(windows);
    super();
    this.#windows = windows;
    this.#inputs = inputs;
    this.#divisor = divisor;
    this.countIncludePad = divisor.countIncludePad;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent, and room for a window. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check([x]);
    return averageWindows(x, this.#windows, this.#divisor);
  }

  protected override describeOptions(): string {
    return showWindows(this.#windows, ["stride", "padding"]);
  }
}

/** The common part of the power-average pooling layers. */
abstract class LPPool extends Module {
  /** The power p. */
  readonly normType: number;
  readonly #windows: Windows;
  readonly #inputs: Tensors<string>;

  constructor(normType: number, windows: Windows, inputs: Tensors<string>) {
    super();
    this.normType = normType;
    this.#windows = windows;
    this.#inputs = inputs;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent, and room for a window. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check([x]);
    return powerWindows(x, this.normType, this.#windows);
  }

  protected override describeOptions(): string {
    return `${showSettings({ normType: this.normType })}, ${showWindows(this.#windows, ["stride", "ceilMode"])}`;
  }
}

/** A max pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function maxLayer<Size extends SizeOrList>(
  name: string,
  dims: number,
  of: SizeRule<Size>,
): new (
  kernelSize: Size,
  options?: MaxPoolOptions<Size>,
) => MaxPool {
  const example = `new ${name}(3, { stride: 2 })`;
  const construct = layerCall(name, { kernelSize: required(of(1)) }, maxPoolRules(of), { example, renamed });
  const inputs = tensors<string>(`${name}.forward`, `x ${shapes[dims - 1]}`);
  return class extends MaxPool {
    constructor(kernelSize: Size, options?: MaxPoolOptions<Size>) {
      super(windowsFrom(name, dims, construct([kernelSize, options])), inputs);
    }
  };
}

/** An average pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function averageLayer<Size extends SizeOrList>(
  name: string,
  dims: number,
  of: SizeRule<Size>,
): new (
  kernelSize: Size,
  options?: AvgPoolOptions<Size>,
) => AvgPool {
  const example = `new ${name}(3, { stride: 2 })`;
  const construct = layerCall(name, { kernelSize: required(of(1)) }, avgPoolRules(of), { example, renamed });
  const inputs = tensors<string>(`${name}.forward`, `x float ${shapes[dims - 1]}`);
  return class extends AvgPool {
    constructor(kernelSize: Size, options?: AvgPoolOptions<Size>) {
      const settings = construct([kernelSize, options]);
      super(windowsFrom(name, dims, settings), inputs, settings);
    }
  };
}

/** A power-average pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function powerLayer<Size extends SizeOrList>(
  name: string,
  dims: number,
  of: SizeRule<Size>,
): new (
  normType: number,
  kernelSize: Size,
  options?: LPPoolOptions<Size>,
) => LPPool {
  const example = `new ${name}(2, 3, { stride: 2 })`;
  const positional = { normType: required(number()), kernelSize: required(of(1)) };
  const construct = layerCall(name, positional, lpPoolRules(of), { example, renamed });
  const inputs = tensors<string>(`${name}.forward`, `x float ${shapes[dims - 1]}`);
  return class extends LPPool {
    constructor(normType: number, kernelSize: Size, options?: LPPoolOptions<Size>) {
      super(normType, windowsFrom(name, dims, construct([normType, kernelSize, options])), inputs);
    }
  };
}

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[4, 3]]])
 */
export class MaxPool1d extends /* @__PURE__ */ maxLayer("MaxPool1d", 1, oneSize) {}

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class MaxPool2d extends /* @__PURE__ */ maxLayer("MaxPool2d", 2, sizeOrPair) {}

/**
 * The largest element of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class MaxPool3d extends /* @__PURE__ */ maxLayer("MaxPool3d", 3, sizeOrTriple) {}

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[2.5000, 2.5000]]])
 */
export class AvgPool1d extends /* @__PURE__ */ averageLayer("AvgPool1d", 1, oneSize) {}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class AvgPool2d extends /* @__PURE__ */ averageLayer("AvgPool2d", 2, sizeOrPair) {}

/**
 * The average of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError for too much padding.
 * @example new AvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class AvgPool3d extends /* @__PURE__ */ averageLayer("AvgPool3d", 3, sizeOrTriple) {}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new LPPool1d(2, 2).forward(tensor([[[3, 4]]])) // tensor([[[5]]])
 */
export class LPPool1d extends /* @__PURE__ */ powerLayer("LPPool1d", 1, oneSize) {}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool2d(2, 2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class LPPool2d extends /* @__PURE__ */ powerLayer("LPPool2d", 2, sizeOrPair) {}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool3d(2, 2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class LPPool3d extends /* @__PURE__ */ powerLayer("LPPool3d", 3, sizeOrTriple) {}
