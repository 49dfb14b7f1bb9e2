import type { Tensor } from "@saccade/tensor";
import { required, signature, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  adaptiveAverage,
  adaptiveLargest,
  type OutputSize,
  outputSizeRule,
} from "../functional/adaptive-pool.ts";
import type { MaxPoolResult } from "../functional/max-pool.ts";
import { DeclaredLayer } from "./declared-layer.ts";

export type { OutputSize };

/** The common part of the adaptive average pooling layers. */
abstract class AdaptiveAvgPool extends DeclaredLayer {
  /** The size of the result in each dim; null keeps that of the input. */
  readonly outputSize: OutputSize;
  readonly #what: string;
  readonly #dims: number;

  constructor(what: string, dims: number, inputs: Tensors<string>, outputSize: OutputSize) {
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

  constructor(what: string, dims: number, inputs: Tensors<string>, outputSize: OutputSize) {
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

/** An adaptive average pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function averageLayer(
  name: string,
  dims: number,
  x: string,
): new (
  outputSize: OutputSize,
) => AdaptiveAvgPool {
  const construct = signature(name, { outputSize: required(outputSizeRule(dims)) }, `new ${name}(1)`);
  const inputs = tensors<string>(`${name}.forward`, x);
  return class extends AdaptiveAvgPool {
    constructor(outputSize: OutputSize) {
      construct([outputSize]);
      super(name, dims, inputs, outputSize);
    }
  };
}

/** An adaptive max pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function largestLayer(
  name: string,
  dims: number,
  x: string,
): new (
  outputSize: OutputSize,
) => AdaptiveMaxPool {
  const construct = signature(name, { outputSize: required(outputSizeRule(dims)) }, `new ${name}(1)`);
  const inputs = tensors<string>(`${name}.forward`, x);
  return class extends AdaptiveMaxPool {
    constructor(outputSize: OutputSize) {
      construct([outputSize]);
      super(name, dims, inputs, outputSize);
    }
  };
}

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveAvgPool1d extends /* @__PURE__ */ averageLayer(
  "AdaptiveAvgPool1d",
  1,
  "x float (n, c, l) | (c, l)",
) {}

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveAvgPool2d extends /* @__PURE__ */ averageLayer(
  "AdaptiveAvgPool2d",
  2,
  "x float (n, c, h, w) | (c, h, w)",
) {}

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveAvgPool3d extends /* @__PURE__ */ averageLayer(
  "AdaptiveAvgPool3d",
  3,
  "x float (n, c, d, h, w) | (c, d, h, w)",
) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveMaxPool1d extends /* @__PURE__ */ largestLayer(
  "AdaptiveMaxPool1d",
  1,
  "x (n, c, l) | (c, l)",
) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveMaxPool2d extends /* @__PURE__ */ largestLayer(
  "AdaptiveMaxPool2d",
  2,
  "x (n, c, h, w) | (c, h, w)",
) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveMaxPool3d extends /* @__PURE__ */ largestLayer(
  "AdaptiveMaxPool3d",
  3,
  "x (n, c, d, h, w) | (c, d, h, w)",
) {}
