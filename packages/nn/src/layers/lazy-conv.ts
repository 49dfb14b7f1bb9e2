// Convolutions whose count of input channels the first input gives.
import { keep, type Tensor } from "@saccade/tensor";
import { withBatcher } from "@saccade/tensor/backend";
import { type Rules, required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import { batched, line, plane, type SizeOrList, type Space, volume } from "../functional/windows.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { Conv1d, Conv2d, Conv3d, type ConvLayer, type ConvNd, type ConvOptions, convRules } from "./conv.ts";
import {
  ConvTranspose1d,
  ConvTranspose2d,
  ConvTranspose3d,
  type ConvTransposeLayer,
  type ConvTransposeNd,
  type ConvTransposeOptions,
  convTransposeRules,
} from "./conv-transpose.ts";

/**
 * The common part of the lazy layers. Run one sample before parameters are listed, as for an optimizer or `loadStateDict`: the
 * first input makes them.
 */
abstract class LazyConv extends Module {
  /** The filters; null before the first input. */
  weight: Parameter | null = null;
  /** (outChannels); null without a bias, and before the first input. */
  bias: Parameter | null = null;
  readonly #dims: number;
  readonly #inputs: Tensors<string>;
  readonly #make: (inChannels: number) => ConvNd | ConvTransposeNd;
  #layer: ConvNd | ConvTransposeNd | undefined;

  constructor(dims: number, inputs: Tensors<string>, make: (inChannels: number) => ConvNd | ConvTransposeNd) {
    super();
    this.#dims = dims;
    this.#inputs = inputs;
    this.#make = make;
  }

  /** @throws ShapeError unless x has the channels of the first input, and is, with its padding, at least as large as the kernel. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check([x]);
    this.#layer ??= this.#first(x);
    const layer = this.#layer;
    // A program may have replaced the fields, and functionalCall does.
    if (this.weight) layer.weight = this.weight;
    layer.bias = this.bias;
    return layer.forward(x);
  }

  /**
   * Makes the layer for a first input. Its parameters outlive the scopes and steps around it and are not batched by vmap;
   * parameters that a program has set are kept.
   */
  #first(x: Tensor): ConvNd | ConvTransposeNd {
    const layer = withBatcher(null, () => keep(this.#make(x.size(x.ndim - this.#dims - 1))));
    this.weight ??= layer.weight;
    this.bias ??= layer.bias;
    return layer;
  }

  protected override describeOptions(): string {
    return this.#layer ? this.#layer.toString() : "no input yet";
  }
}

/** A lazy layer of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function lazyLayer<Size extends SizeOrList, Options>(
  name: string,
  space: Space<Size>,
  Layer: new (
    inChannels: number,
    outChannels: number,
    kernelSize: Size,
    options?: Options,
  ) => ConvNd | ConvTransposeNd,
  rules: Rules,
  options: string,
): new (
  outChannels: number,
  kernelSize: Size,
  options?: Options,
) => LazyConv {
  const positional = { outChannels: required(size()), kernelSize: required(space.of(1)) };
  const construct = layerCall(name, positional, rules, { example: `new ${name}(8, 3, ${options})` });
  const inputs = tensors<string>(`${name}.forward`, `x ${batched(space)}`);
  return class extends LazyConv {
    constructor(outChannels: number, kernelSize: Size, options?: Options) {
      construct([outChannels, kernelSize, options]);
      super(space.dims, inputs, (channels) => new Layer(channels, outChannels, kernelSize, options));
    }
  };
}

function convLayer<Size extends SizeOrList>(
  name: string,
  space: Space<Size>,
  Layer: ConvLayer<Size>,
): new (
  outChannels: number,
  kernelSize: Size,
  options?: ConvOptions<Size>,
) => LazyConv {
  return lazyLayer(name, space, Layer, convRules(space.of), "{ padding: 1 }");
}

function transposeLayer<Size extends SizeOrList>(
  name: string,
  space: Space<Size>,
  Layer: ConvTransposeLayer<Size>,
): new (
  outChannels: number,
  kernelSize: Size,
  options?: ConvTransposeOptions<Size>,
) => LazyConv {
  return lazyLayer(name, space, Layer, convTransposeRules(space.of), "{ stride: 2 }");
}

/**
 * `Conv1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 3]
 */
export class LazyConv1d extends /* @__PURE__ */ convLayer("LazyConv1d", line, Conv1d) {}

/**
 * `Conv2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 3, 3]
 */
export class LazyConv2d extends /* @__PURE__ */ convLayer("LazyConv2d", plane, Conv2d) {}

/**
 * `Conv3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 3, 3, 3]
 */
export class LazyConv3d extends /* @__PURE__ */ convLayer("LazyConv3d", volume, Conv3d) {}

/**
 * `ConvTranspose1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 7]
 */
export class LazyConvTranspose1d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose1d",
  line,
  ConvTranspose1d,
) {}

/**
 * `ConvTranspose2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 7, 7]
 */
export class LazyConvTranspose2d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose2d",
  plane,
  ConvTranspose2d,
) {}

/**
 * `ConvTranspose3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 7, 7, 7]
 */
export class LazyConvTranspose3d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose3d",
  volume,
  ConvTranspose3d,
) {}
