// Convolutions whose count of input channels the first input gives.
import { keep, type Tensor } from "@saccade/tensor";
import { withBatcher } from "@saccade/tensor/backend";
import { required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import { oneSize, type SizeOrList, type SizeRule, sizeOrPair, sizeOrTriple } from "../functional/windows.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { Conv1d, Conv2d, Conv3d, type ConvNd, type ConvOptions, convRules } from "./conv.ts";
import {
  ConvTranspose1d,
  ConvTranspose2d,
  ConvTranspose3d,
  type ConvTransposeNd,
  type ConvTransposeOptions,
  convTransposeRules,
} from "./conv-transpose.ts";

const sizes = ["l", "h, w", "d, h, w"];
/* @__NO_SIDE_EFFECTS__ */
function inputsOf(layer: string, dims: 1 | 2 | 3): Tensors<string> {
  return tensors<string>(`${layer}.forward`, `x (n, c, ${sizes[dims - 1]}) | (c, ${sizes[dims - 1]})`);
}
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

/** A lazy convolution of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function convLayer<Size extends SizeOrList>(
  name: string,
  dims: 1 | 2 | 3,
  of: SizeRule<Size>,
  Layer: new (
    inChannels: number,
    outChannels: number,
    kernelSize: Size,
    options?: ConvOptions<Size>,
  ) => ConvNd,
): new (
  outChannels: number,
  kernelSize: Size,
  options?: ConvOptions<Size>,
) => LazyConv {
  const positional = { outChannels: required(size()), kernelSize: required(of(1)) };
  const construct = layerCall(name, positional, convRules(of), {
    example: `new ${name}(8, 3, { padding: 1 })`,
  });
  const inputs = inputsOf(name, dims);
  return class extends LazyConv {
    constructor(outChannels: number, kernelSize: Size, options?: ConvOptions<Size>) {
      construct([outChannels, kernelSize, options]);
      super(dims, inputs, (channels) => new Layer(channels, outChannels, kernelSize, options));
    }
  };
}

/** A lazy transposed convolution of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function transposeLayer<Size extends SizeOrList>(
  name: string,
  dims: 1 | 2 | 3,
  of: SizeRule<Size>,
  Layer: new (
    inChannels: number,
    outChannels: number,
    kernelSize: Size,
    options?: ConvTransposeOptions<Size>,
  ) => ConvTransposeNd,
): new (
  outChannels: number,
  kernelSize: Size,
  options?: ConvTransposeOptions<Size>,
) => LazyConv {
  const positional = { outChannels: required(size()), kernelSize: required(of(1)) };
  const construct = layerCall(name, positional, convTransposeRules(of), {
    example: `new ${name}(8, 3, { stride: 2 })`,
  });
  const inputs = inputsOf(name, dims);
  return class extends LazyConv {
    constructor(outChannels: number, kernelSize: Size, options?: ConvTransposeOptions<Size>) {
      construct([outChannels, kernelSize, options]);
      super(dims, inputs, (channels) => new Layer(channels, outChannels, kernelSize, options));
    }
  };
}

/**
 * `Conv1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 3]
 */
export class LazyConv1d extends /* @__PURE__ */ convLayer("LazyConv1d", 1, oneSize, Conv1d) {}

/**
 * `Conv2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 3, 3]
 */
export class LazyConv2d extends /* @__PURE__ */ convLayer("LazyConv2d", 2, sizeOrPair, Conv2d) {}

/**
 * `Conv3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 3, 3, 3]
 */
export class LazyConv3d extends /* @__PURE__ */ convLayer("LazyConv3d", 3, sizeOrTriple, Conv3d) {}

/**
 * `ConvTranspose1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 7]
 */
export class LazyConvTranspose1d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose1d",
  1,
  oneSize,
  ConvTranspose1d,
) {}

/**
 * `ConvTranspose2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 7, 7]
 */
export class LazyConvTranspose2d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose2d",
  2,
  sizeOrPair,
  ConvTranspose2d,
) {}

/**
 * `ConvTranspose3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 7, 7, 7]
 */
export class LazyConvTranspose3d extends /* @__PURE__ */ transposeLayer(
  "LazyConvTranspose3d",
  3,
  sizeOrTriple,
  ConvTranspose3d,
) {}
