import type { Tensor } from "@saccade/tensor";
import {
  number,
  type Rules,
  required,
  type Signature,
  type Tensors,
  tensors,
} from "@saccade/tensor/contract";
import { type AvgPoolOptions, averageWindows, avgPoolRules, type Divisor } from "../functional/avg-pool.ts";
import { type LPPoolOptions, lpPoolRules, powerWindows } from "../functional/lp-pool.ts";
import { type MaxPoolOptions, type MaxPoolResult, maxPoolRules, maxWindows } from "../functional/max-pool.ts";
import {
  checkHalf,
  oneSize,
  type Pair,
  type SizeRule,
  showWindows,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
  type Windows,
  windowsFrom,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

export type { AvgPoolOptions, LPPoolOptions, MaxPoolOptions, MaxPoolResult };

/** The calls of a pooling layer: its constructor, and `forward`. */
interface PoolCalls<P extends Rules, R extends Rules> {
  readonly construct: Signature<P, R>;
  readonly inputs: Tensors<string>;
}

/* @__NO_SIDE_EFFECTS__ */
function poolCalls<const P extends Rules, R extends Rules>(
  layer: string,
  positional: P,
  rules: R,
  x: string,
): PoolCalls<P, R> {
  const sizes = "normType" in positional ? "2, 3" : "3";
  const construct = layerCall(layer, positional, rules, {
    example: `new ${layer}(${sizes}, { stride: 2 })`,
    renamed: { returnIndices: "call withIndices(x), which gives { values, indices }" },
  });
  return { construct, inputs: tensors<string>(`${layer}.forward`, x) };
}
const [line, plane, space] = [
  "(n, c, l) | (c, l)",
  "(n, c, h, w) | (c, h, w)",
  "(n, c, d, h, w) | (c, d, h, w)",
];

/* @__NO_SIDE_EFFECTS__ */
function maxCalls<Size>(layer: string, of: SizeRule<Size>, x: string) {
  return poolCalls(layer, { kernelSize: required(of(1)) }, maxPoolRules(of), `x ${x}`);
}
/* @__NO_SIDE_EFFECTS__ */
function avgCalls<Size>(layer: string, of: SizeRule<Size>, x: string) {
  return poolCalls(layer, { kernelSize: required(of(1)) }, avgPoolRules(of), `x float ${x}`);
}
/* @__NO_SIDE_EFFECTS__ */
function powerCalls<Size>(layer: string, of: SizeRule<Size>, x: string) {
  const positional = { normType: required(number()), kernelSize: required(of(1)) };
  return poolCalls(layer, positional, lpPoolRules(of), `x float ${x}`);
}
const max1d = /* @__PURE__ */ maxCalls("MaxPool1d", oneSize, line);
const max2d = /* @__PURE__ */ maxCalls("MaxPool2d", sizeOrPair, plane);
const max3d = /* @__PURE__ */ maxCalls("MaxPool3d", sizeOrTriple, space);
const avg1d = /* @__PURE__ */ avgCalls("AvgPool1d", oneSize, line);
const avg2d = /* @__PURE__ */ avgCalls("AvgPool2d", sizeOrPair, plane);
const avg3d = /* @__PURE__ */ avgCalls("AvgPool3d", sizeOrTriple, space);
const lp1d = /* @__PURE__ */ powerCalls("LPPool1d", oneSize, line);
const lp2d = /* @__PURE__ */ powerCalls("LPPool2d", sizeOrPair, plane);
const lp3d = /* @__PURE__ */ powerCalls("LPPool3d", sizeOrTriple, space);

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

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[4, 3]]])
 */
export class MaxPool1d extends MaxPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | readonly [number], options?: MaxPoolOptions<number | readonly [number]>) {
    super(windowsFrom("MaxPool1d", 1, max1d.construct([kernelSize, options])), max1d.inputs);
  }
}

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class MaxPool2d extends MaxPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options?: MaxPoolOptions<number | Pair>) {
    super(windowsFrom("MaxPool2d", 2, max2d.construct([kernelSize, options])), max2d.inputs);
  }
}

/**
 * The largest element of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @example new MaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class MaxPool3d extends MaxPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Triple, options?: MaxPoolOptions<number | Triple>) {
    super(windowsFrom("MaxPool3d", 3, max3d.construct([kernelSize, options])), max3d.inputs);
  }
}

/**
 * The average of each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new AvgPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[2.5000, 2.5000]]])
 */
export class AvgPool1d extends AvgPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | readonly [number], options?: AvgPoolOptions<number | readonly [number]>) {
    const settings = avg1d.construct([kernelSize, options]);
    super(windowsFrom("AvgPool1d", 1, settings), avg1d.inputs, settings);
  }
}

/**
 * The average of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new AvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class AvgPool2d extends AvgPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Pair, options?: AvgPoolOptions<number | Pair>) {
    const settings = avg2d.construct([kernelSize, options]);
    super(windowsFrom("AvgPool2d", 2, settings), avg2d.inputs, settings);
  }
}

/**
 * The average of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @example new AvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class AvgPool3d extends AvgPool {
  /** @throws ShapeError for too much padding. */
  constructor(kernelSize: number | Triple, options?: AvgPoolOptions<number | Triple>) {
    const settings = avg3d.construct([kernelSize, options]);
    super(windowsFrom("AvgPool3d", 3, settings), avg3d.inputs, settings);
  }
}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, L) → (N, C, OL); the batch dim may be absent.
 *
 * @example new LPPool1d(2, 2).forward(tensor([[[3, 4]]])) // tensor([[[5]]])
 */
export class LPPool1d extends LPPool {
  constructor(
    normType: number,
    kernelSize: number | readonly [number],
    options?: LPPoolOptions<number | readonly [number]>,
  ) {
    const settings = lp1d.construct([normType, kernelSize, options]);
    super(settings.normType, windowsFrom("LPPool1d", 1, settings), lp1d.inputs);
  }
}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool2d(2, 2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class LPPool2d extends LPPool {
  constructor(normType: number, kernelSize: number | Pair, options?: LPPoolOptions<number | Pair>) {
    const settings = lp2d.construct([normType, kernelSize, options]);
    super(settings.normType, windowsFrom("LPPool2d", 2, settings), lp2d.inputs);
  }
}

/**
 * (Σ xᵖ)^(1/p) over each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @example new LPPool3d(2, 2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class LPPool3d extends LPPool {
  constructor(normType: number, kernelSize: number | Triple, options?: LPPoolOptions<number | Triple>) {
    const settings = lp3d.construct([normType, kernelSize, options]);
    super(settings.normType, windowsFrom("LPPool3d", 3, settings), lp3d.inputs);
  }
}
