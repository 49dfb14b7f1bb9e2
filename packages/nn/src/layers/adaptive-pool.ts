import type { Tensor } from "@saccade/tensor";
import { required, type Signature, signature, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  adaptiveAverage,
  adaptiveLargest,
  type OutputSize,
  outputSizeRule,
} from "../functional/adaptive-pool.ts";
import type { MaxPoolResult } from "../functional/max-pool.ts";
import { DeclaredLayer } from "./declared-layer.ts";

export type { OutputSize };

interface Calls {
  readonly construct: Signature<
    { outputSize: ReturnType<typeof required<OutputSize>> },
    Record<never, never>
  >;
  readonly inputs: Tensors<string>;
}

/* @__NO_SIDE_EFFECTS__ */
function callsOf(layer: string, dims: number, x: string): Calls {
  const outputSize = required(outputSizeRule(dims));
  return {
    construct: signature(layer, { outputSize }, `new ${layer}(1)`),
    inputs: tensors<string>(`${layer}.forward`, x),
  };
}

/** The common part of the adaptive average pooling layers. */
abstract class AdaptiveAvgPool extends DeclaredLayer {
  /** The size of the result in each dim; null keeps that of the input. */
  readonly outputSize: OutputSize;
  readonly #what: string;
  readonly #dims: number;

  constructor(what: string, dims: number, { construct, inputs }: Calls, given: readonly unknown[]) {
    const { outputSize } = construct(given);
    super(inputs, { outputSize });
    this.#what = what;
    this.#dims = dims;
    this.outputSize = outputSize;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return adaptiveAverage(this.#what, x, this.#dims, this.outputSize);
  }
}

/** The common part of the adaptive max pooling layers. */
abstract class AdaptiveMaxPool extends DeclaredLayer {
  /** The size of the result in each dim; null keeps that of the input. */
  readonly outputSize: OutputSize;
  readonly #what: string;
  readonly #dims: number;

  constructor(what: string, dims: number, { construct, inputs }: Calls, given: readonly unknown[]) {
    const { outputSize } = construct(given);
    super(inputs, { outputSize });
    this.#what = what;
    this.#dims = dims;
    this.outputSize = outputSize;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return adaptiveLargest(this.#what, x, this.#dims, this.outputSize).values;
  }

  /** The largest elements and their indices in the flattened spatial dims. */
  withIndices(x: Tensor): MaxPoolResult {
    this.checkInputs([x]);
    return adaptiveLargest(this.#what, x, this.#dims, this.outputSize);
  }
}

const avg1d = /* @__PURE__ */ callsOf("AdaptiveAvgPool1d", 1, "x float (n, c, l) | (c, l)");
/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveAvgPool1d extends AdaptiveAvgPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveAvgPool1d", 1, avg1d, [outputSize]);
  }
}

const avg2d = /* @__PURE__ */ callsOf("AdaptiveAvgPool2d", 2, "x float (n, c, h, w) | (c, h, w)");
/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveAvgPool2d extends AdaptiveAvgPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveAvgPool2d", 2, avg2d, [outputSize]);
  }
}

const avg3d = /* @__PURE__ */ callsOf("AdaptiveAvgPool3d", 3, "x float (n, c, d, h, w) | (c, d, h, w)");
/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveAvgPool3d extends AdaptiveAvgPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveAvgPool3d", 3, avg3d, [outputSize]);
  }
}

const max1d = /* @__PURE__ */ callsOf("AdaptiveMaxPool1d", 1, "x (n, c, l) | (c, l)");
/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveMaxPool1d extends AdaptiveMaxPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveMaxPool1d", 1, max1d, [outputSize]);
  }
}

const max2d = /* @__PURE__ */ callsOf("AdaptiveMaxPool2d", 2, "x (n, c, h, w) | (c, h, w)");
/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveMaxPool2d extends AdaptiveMaxPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveMaxPool2d", 2, max2d, [outputSize]);
  }
}

const max3d = /* @__PURE__ */ callsOf("AdaptiveMaxPool3d", 3, "x (n, c, d, h, w) | (c, d, h, w)");
/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveMaxPool3d extends AdaptiveMaxPool {
  constructor(outputSize: OutputSize) {
    super("AdaptiveMaxPool3d", 3, max3d, [outputSize]);
  }
}
