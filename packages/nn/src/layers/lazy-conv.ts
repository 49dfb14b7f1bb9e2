// Convolutions whose count of input channels the first input gives.
import { keep, type Tensor } from "@saccade/tensor";
import { withBatcher } from "@saccade/tensor/backend";
import { required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  oneSize,
  type Pair,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
} from "../functional/windows.ts";
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
/* @__NO_SIDE_EFFECTS__ */
function convCall<Size>(layer: string, of: SizeRule<Size>) {
  const positional = { outChannels: required(size()), kernelSize: required(of(1)) };
  return layerCall(layer, positional, convRules(of), { example: `new ${layer}(8, 3, { padding: 1 })` });
}
/* @__NO_SIDE_EFFECTS__ */
function convTransposeCall<Size>(layer: string, of: SizeRule<Size>) {
  const positional = { outChannels: required(size()), kernelSize: required(of(1)) };
  return layerCall(layer, positional, convTransposeRules(of), {
    example: `new ${layer}(8, 3, { stride: 2 })`,
  });
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

const conv1d = /* @__PURE__ */ convCall("LazyConv1d", oneSize);
const conv1dInputs = /* @__PURE__ */ inputsOf("LazyConv1d", 1);
/**
 * `Conv1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 3]
 */
export class LazyConv1d extends LazyConv {
  constructor(
    outChannels: number,
    kernelSize: number | readonly [number],
    options?: ConvOptions<number | readonly [number]>,
  ) {
    conv1d([outChannels, kernelSize, options]);
    super(1, conv1dInputs, (channels) => new Conv1d(channels, outChannels, kernelSize, options));
  }
}

const conv2d = /* @__PURE__ */ convCall("LazyConv2d", sizeOrPair);
const conv2dInputs = /* @__PURE__ */ inputsOf("LazyConv2d", 2);
/**
 * `Conv2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 3, 3]
 */
export class LazyConv2d extends LazyConv {
  constructor(outChannels: number, kernelSize: number | Pair, options?: ConvOptions<number | Pair>) {
    conv2d([outChannels, kernelSize, options]);
    super(2, conv2dInputs, (channels) => new Conv2d(channels, outChannels, kernelSize, options));
  }
}

const conv3d = /* @__PURE__ */ convCall("LazyConv3d", sizeOrTriple);
const conv3dInputs = /* @__PURE__ */ inputsOf("LazyConv3d", 3);
/**
 * `Conv3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 3, 3, 3]
 */
export class LazyConv3d extends LazyConv {
  constructor(outChannels: number, kernelSize: number | Triple, options?: ConvOptions<number | Triple>) {
    conv3d([outChannels, kernelSize, options]);
    super(3, conv3dInputs, (channels) => new Conv3d(channels, outChannels, kernelSize, options));
  }
}

const transpose1d = /* @__PURE__ */ convTransposeCall("LazyConvTranspose1d", oneSize);
const transpose1dInputs = /* @__PURE__ */ inputsOf("LazyConvTranspose1d", 1);
/**
 * `ConvTranspose1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 7]
 */
export class LazyConvTranspose1d extends LazyConv {
  constructor(
    outChannels: number,
    kernelSize: number | readonly [number],
    options?: ConvTransposeOptions<number | readonly [number]>,
  ) {
    transpose1d([outChannels, kernelSize, options]);
    super(
      1,
      transpose1dInputs,
      (channels) => new ConvTranspose1d(channels, outChannels, kernelSize, options),
    );
  }
}

const transpose2d = /* @__PURE__ */ convTransposeCall("LazyConvTranspose2d", sizeOrPair);
const transpose2dInputs = /* @__PURE__ */ inputsOf("LazyConvTranspose2d", 2);
/**
 * `ConvTranspose2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 7, 7]
 */
export class LazyConvTranspose2d extends LazyConv {
  constructor(outChannels: number, kernelSize: number | Pair, options?: ConvTransposeOptions<number | Pair>) {
    transpose2d([outChannels, kernelSize, options]);
    super(
      2,
      transpose2dInputs,
      (channels) => new ConvTranspose2d(channels, outChannels, kernelSize, options),
    );
  }
}

const transpose3d = /* @__PURE__ */ convTransposeCall("LazyConvTranspose3d", sizeOrTriple);
const transpose3dInputs = /* @__PURE__ */ inputsOf("LazyConvTranspose3d", 3);
/**
 * `ConvTranspose3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 7, 7, 7]
 */
export class LazyConvTranspose3d extends LazyConv {
  constructor(
    outChannels: number,
    kernelSize: number | Triple,
    options?: ConvTransposeOptions<number | Triple>,
  ) {
    transpose3d([outChannels, kernelSize, options]);
    super(
      3,
      transpose3dInputs,
      (channels) => new ConvTranspose3d(channels, outChannels, kernelSize, options),
    );
  }
}
