import { ShapeError, type Tensor } from "@saccade/tensor";
import { flag, type Given, required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import { conv2d } from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { uniformParameter } from "./uniform-parameter.ts";
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

const convRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default 1. */
    stride: of(1),
    /** Zeros added on both sides. Default 0. */
    padding: of(0),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
    /** Channels are split into this many groups, each with its own filters. Default 1. */
    groups: size(1),
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
  }) as const;
const convCall = <Size>(layer: string, of: SizeRule<Size>) =>
  layerCall(
    layer,
    { inChannels: required(size()), outChannels: required(size()), kernelSize: required(of(1)) },
    convRules(of),
    {
      example: `new ${layer}(4, 8, 3, { stride: 2, padding: 1 })`,
      renamed: { paddingMode: "only zeros are padded; pad the input first for another mode" },
    },
  );
const makeConv1d = convCall("Conv1d", oneSize);
const makeConv2d = convCall("Conv2d", sizeOrPair);
const conv1dInputs = tensors("Conv1d.forward", "x (n, inChannels, l) | (inChannels, l)");
const conv2dInputs = tensors("Conv2d.forward", "x (n, inChannels, h, w) | (inChannels, h, w)");

/** Options of Conv1d (`Size` is a number) and Conv2d (a number, or [rows, columns]). Sizes count elements. */
export type ConvOptions<Size> = Given<ReturnType<typeof convRules<Size>>>;

interface ConvSettings {
  readonly inChannels: number;
  readonly outChannels: number;
  readonly groups: number;
  readonly bias: boolean;
}

/** The common part of Conv1d and Conv2d. */
abstract class Convolution extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (outChannels, inChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #windows: Windows;
  readonly #inputs: Tensors<string>;
  readonly #groups: number;

  constructor(
    windows: Windows,
    inputs: Tensors<string>,
    { inChannels, outChannels, groups, bias }: ConvSettings,
  ) {
    const { layer, kernel, dims } = windows;
    if (inChannels % groups !== 0 || outChannels % groups !== 0)
      throw new ShapeError(
        `${layer}: ${inChannels} inChannels and ${outChannels} outChannels must both be divisible by ${groups} (groups).`,
      );
    super();
    this.#windows = windows;
    this.#inputs = inputs;
    this.#groups = groups;
    this.inChannels = inChannels;
    const fanIn = (inChannels / groups) * kernel[0] * kernel[1];
    const bound = 1 / Math.sqrt(fanIn);
    const shape = [outChannels, inChannels / groups, ...kernel.slice(2 - dims)];
    this.weight = uniformParameter(layer, shape, bound);
    this.bias = bias ? uniformParameter(layer, [outChannels], bound) : null;
  }

  /** @throws ShapeError unless x has inChannels channels and is, with its padding, at least as large as the kernel. */
  override forward(x: Tensor): Tensor {
    this.#inputs.check(arguments, { inChannels: this.inChannels });
    const { dims, stride, padding, dilation } = this.#windows;
    const weight = dims === 1 ? this.weight.unsqueeze(2) : this.weight;
    const single = x.ndim === dims + 1;
    const y = onPlane(single ? x.unsqueeze(0) : x, dims, (images) => {
      checkWindows(this.#windows, images);
      return conv2d(images, weight, this.bias, { stride, padding, dilation, groups: this.#groups });
    });
    return single ? y.squeeze(0) : y;
  }

  protected override describeOptions(): string {
    const windows = showWindows(this.#windows, ["stride", "padding", "dilation"]);
    const rest = showSettings({ groups: this.#groups, bias: this.bias !== null });
    return `${this.inChannels}, ${this.weight.size(0)}, ${windows}, ${rest}`;
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = ⌊(L + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1; the batch dim may be absent. Parameters: `weight`
 * (outChannels, inChannels / groups, kernelSize) and `bias` (outChannels).
 *
 * @example new Conv1d(4, 8, 3, { padding: 1 }).forward(randn([2, 4, 10])).shape // [2, 8, 10]
 */
export class Conv1d extends Convolution {
  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · kernelSize, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(inChannels: number, outChannels: number, kernelSize: number, options?: ConvOptions<number>);
  constructor() {
    const settings = makeConv1d(arguments);
    super(windowsFrom("Conv1d", 1, settings), conv1dInputs, settings);
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over images: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = ⌊(H + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KH, KW) and `bias` (outChannels).
 *
 * @example new Conv2d(3, 8, 3, { padding: 1 }).forward(randn([2, 3, 28, 28])).shape // [2, 8, 28, 28]
 */
export class Conv2d extends Convolution {
  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · KH · KW, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Pair,
    options?: ConvOptions<number | Pair>,
  );
  constructor() {
    const settings = makeConv2d(arguments);
    super(windowsFrom("Conv2d", 2, settings), conv2dInputs, settings);
  }
}
