// Convolutions whose count of input channels the first input gives.
import { keep, type Tensor } from "@saccade/tensor";
import { withBatcher } from "@saccade/tensor/backend";
import { type Rules, required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import { type ClassOf, declare } from "../declare.ts";
import {
  batched,
  line,
  plane,
  type SizeOrList,
  type SizeRule,
  type Space,
  volume,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { Conv1d, Conv2d, Conv3d, type ConvNd, convRules } from "./conv.ts";
import {
  ConvTranspose1d,
  ConvTranspose2d,
  ConvTranspose3d,
  type ConvTransposeNd,
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
function lazyLayer<Given extends unknown[]>(
  name: string,
  space: Space<SizeOrList>,
  Layer: ClassOf<[inChannels: number, ...given: Given], ConvNd | ConvTransposeNd>,
  rules: (of: SizeRule<SizeOrList>) => Rules,
  options: string,
): ClassOf<Given, LazyConv> {
  const construct = declare(`new ${name}(8, 3, ${options})`, () => ({
    positional: { outChannels: required(size()), kernelSize: required(space.of(1)) },
    options: rules(space.of),
  }));
  const inputs = tensors<string>(`${name}.forward`, `x ${batched(space)}`);
  return class extends LazyConv {
    constructor(...given: Given) {
      construct(given);
      super(space.dims, inputs, (channels) => new Layer(channels, ...given));
    }
  };
}

const padded = "{ padding: 1 }";
const strided = "{ stride: 2 }";

/**
 * `Conv1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 3]
 */
export class LazyConv1d extends /* @__PURE__ */ lazyLayer("LazyConv1d", line, Conv1d, convRules, padded) {}

/**
 * `Conv2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 3, 3]
 */
export class LazyConv2d extends /* @__PURE__ */ lazyLayer("LazyConv2d", plane, Conv2d, convRules, padded) {}

/**
 * `Conv3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConv3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 3, 3, 3]
 */
export class LazyConv3d extends /* @__PURE__ */ lazyLayer("LazyConv3d", volume, Conv3d, convRules, padded) {}

/**
 * `ConvTranspose1d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose1d(8, 3).forward(randn([1, 4, 5])).shape // [1, 8, 7]
 */
export class LazyConvTranspose1d extends /* @__PURE__ */ lazyLayer(
  "LazyConvTranspose1d",
  line,
  ConvTranspose1d,
  convTransposeRules,
  strided,
) {}

/**
 * `ConvTranspose2d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose2d(8, 3).forward(randn([1, 4, 5, 5])).shape // [1, 8, 7, 7]
 */
export class LazyConvTranspose2d extends /* @__PURE__ */ lazyLayer(
  "LazyConvTranspose2d",
  plane,
  ConvTranspose2d,
  convTransposeRules,
  strided,
) {}

/**
 * `ConvTranspose3d` whose inChannels is the count of channels of its first input.
 *
 * @example new LazyConvTranspose3d(8, 3).forward(randn([1, 4, 5, 5, 5])).shape // [1, 8, 7, 7, 7]
 */
export class LazyConvTranspose3d extends /* @__PURE__ */ lazyLayer(
  "LazyConvTranspose3d",
  volume,
  ConvTranspose3d,
  convTransposeRules,
  strided,
) {}
