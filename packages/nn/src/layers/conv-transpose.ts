// Transposed convolutions: functions and layers.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  listOf,
  nullable,
  readRule,
  type Settings,
  size,
  type Tensors,
} from "@saccade/tensor/contract";
import { checkGroups } from "../functional/conv.ts";
import {
  type ConvolutionTranspose,
  type ConvTransposeSteps,
  convolutionTranspose,
  outputSizes,
  transposedRules,
  transposedSteps,
} from "../functional/conv-transpose.ts";
import {
  batched,
  functionCall,
  inEachDim,
  line,
  plane,
  type SizeOrList,
  type SizeRule,
  type Space,
  shownSizes,
  volume,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import { withName } from "../operation.ts";
import type { Parameter } from "../parameter.ts";
import { showSettings } from "../show-settings.ts";
import { convInputs, convTensors, type FilterSettings, filterCall } from "./conv.ts";
import { uniformParameter } from "./uniform-parameter.ts";

export type { ConvTransposeSteps };

export const convTransposeRules = <Size>(of: SizeRule<Size>) =>
  ({
    ...transposedRules(of),
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
  }) as const;

// The steps come first: published types keep their docstrings, and lose those of rules that are spread.
/** Options of a transposed convolution layer; `Size` is a number, or a list of one for each dim. Sizes count elements. */
export interface ConvTransposeOptions<Size>
  extends ConvTransposeSteps<Size>,
    Given<ReturnType<typeof convTransposeRules<Size>>> {}

/** The settings of a layer, checked. */
type ConvTransposeSettings = Settings<ReturnType<typeof convTransposeRules<SizeOrList>>> & FilterSettings;

function transposeFunction<Size extends SizeOrList>(name: string, space: Space<Size>) {
  const shapes = `x ${batched(space, "channels")}  weight (in, out, ${space.window})  bias? (outs)`;
  const example = `${name}(x, weight, bias, { stride: 2 })`;
  const read = functionCall(name, convTensors, transposedRules(space.of), shapes, example);
  return withName(
    name,
    (x: Tensor, weight: Tensor, bias?: Tensor | null, options?: ConvTransposeSteps<Size>): Tensor => {
      const settings = read([x, weight, bias, options]);
      return convolutionTranspose(name, x, weight, settings.bias, transposedSteps(space.dims, settings));
    },
  );
}

const sizeRule = /* @__PURE__ */ nullable(listOf(size()), null);

/** The common part of ConvTranspose1d, ConvTranspose2d and ConvTranspose3d. */
export abstract class ConvTransposeNd extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (inChannels, outChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #what: string;
  readonly #inputs: Tensors<string>;
  readonly #kernel: readonly number[];
  readonly #steps: ConvolutionTranspose;

  constructor(what: string, dims: 1 | 2 | 3, inputs: Tensors<string>, settings: ConvTransposeSettings) {
    const { inChannels, outChannels, groups, bias } = settings;
    checkGroups(what, groups, inChannels, outChannels);
    super();
    this.#what = what;
    this.#inputs = inputs;
    this.#kernel = inEachDim(settings.kernelSize, dims);
    this.#steps = transposedSteps(dims, settings);
    this.inChannels = inChannels;
    const outs = outChannels / groups;
    const bound = 1 / Math.sqrt(outs * this.#kernel.reduce((a, b) => a * b));
    this.weight = uniformParameter(what, [inChannels, outs, ...this.#kernel], bound);
    this.bias = bias ? uniformParameter(what, [outChannels], bound) : null;
  }

  /**
   * @param outputSize the spatial sizes of the result, in place of outputPadding: inputs of several sizes give a convolution's
   * output the same size.
   * @throws ShapeError unless x has inChannels channels, for an outputPadding not below the stride or the dilation,
   * and for an outputSize that no outputPadding gives.
   */
  override forward(x: Tensor, outputSize?: readonly number[] | null): Tensor;
  override forward(x: Tensor, given?: unknown): Tensor {
    this.#inputs.check([x], { inChannels: this.inChannels });
    const what = `${this.#what}.forward`;
    const outputSize = readRule(what, "outputSize", sizeRule, given, "layer.forward(x, [8, 8])");
    const how = outputSize ? this.#reaching(x, outputSize) : this.#steps;
    return convolutionTranspose(this.#what, x, this.weight, this.bias, how);
  }

  /** The steps whose result has a size. */
  #reaching(x: Tensor, outputSize: readonly number[]): ConvolutionTranspose {
    const none = { ...this.#steps, outputPadding: this.#kernel.map(() => 0) };
    const least = outputSizes(x, this.weight, none);
    const sizes = outputSize.slice(-least.length);
    const outputPadding = sizes.map((one, i) => one - least[i]!);
    const { stride, dilation } = none;
    const fits = outputPadding.every((more, i) => more >= 0 && more < Math.max(stride[i]!, dilation[i]!));
    if (fits && (outputSize.length === least.length || outputSize.length === x.ndim))
      return { ...none, outputPadding };
    throw new ShapeError(
      `${this.#what}: outputSize ${formatShape(outputSize)} must be [${least}], or exceed it by less than the stride or dilation.`,
    );
  }

  protected override describeOptions(): string {
    const { groups, ...steps } = this.#steps;
    const { stride, padding, outputPadding, dilation } = steps;
    const windows = {
      ...{ kernelSize: shownSizes(this.#kernel), stride: shownSizes(stride), padding: shownSizes(padding) },
      ...{ outputPadding: shownSizes(outputPadding), dilation: shownSizes(dilation) },
    };
    const shown = showSettings({ ...windows, groups, bias: this.bias !== null });
    return `${this.inChannels}, ${this.weight.size(1) * groups}, ${shown}`;
  }
}

type TransposeGiven<Size> = [
  inChannels: number,
  outChannels: number,
  kernelSize: Size,
  options?: ConvTransposeOptions<Size>,
];

function transposeLayer<Size extends SizeOrList>(
  name: string,
  space: Space<Size>,
): new (
  ...given: TransposeGiven<Size>
) => ConvTransposeNd {
  const construct = filterCall(name, space.of, convTransposeRules(space.of), {
    example: `new ${name}(4, 8, 3, { stride: 2, outputPadding: 1 })`,
    renamed: { paddingMode: "only zeros are cut off; leave it out" },
  });
  const inputs = convInputs(name, space);
  return class extends ConvTransposeNd {
    constructor(...given: TransposeGiven<Size>) {
      super(name, space.dims, inputs, construct(given));
    }
  };
}

/**
 * Transposed convolution over sequences, the adjoint of a convolution: x (N, C, L), weight (C, O / groups, K), bias (O) →
 * (N, O, OL) with OL = (L − 1) stride − 2 padding + dilation (K − 1) + 1 + outputPadding; the batch dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for an outputPadding not below the stride or the dilation.
 * @example functional.convTranspose1d(tensor([[[1, 2]]]), tensor([[[1, 1]]]), null, { stride: 2 }) // tensor([[[1, 1, 2, 2]]])
 */
export const convTranspose1d = /* @__PURE__ */ transposeFunction("convTranspose1d", line);

/**
 * Transposed convolution over images, the adjoint of a convolution: x (N, C, H, W), weight (C, O / groups, KH, KW), bias (O) →
 * (N, O, OH, OW) with OH = (H − 1) stride − 2 padding + dilation (KH − 1) + 1 + outputPadding and OW likewise; the batch dim
 * may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for an outputPadding not below the stride or the dilation.
 * @example functional.convTranspose2d(ones([1, 1, 1, 2]), ones([1, 1, 1, 2])) // tensor([[[[1, 2, 1]]]])
 */
export const convTranspose2d = /* @__PURE__ */ transposeFunction("convTranspose2d", plane);

/**
 * Transposed convolution over volumes, the adjoint of a convolution: x (N, C, D, H, W), weight (C, O / groups, KD, KH, KW),
 * bias (O) → (N, O, OD, OH, OW) with OD = (D − 1) stride − 2 padding + dilation (KD − 1) + 1 + outputPadding and OH, OW
 * likewise; the batch dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for an outputPadding not below the stride or the dilation.
 * @example functional.convTranspose3d(ones([1, 1, 2, 1, 1]), ones([1, 1, 2, 1, 1])).shape // [1, 1, 3, 1, 1]
 */
export const convTranspose3d = /* @__PURE__ */ transposeFunction("convTranspose3d", volume);

/**
 * Transposed convolution over sequences, the adjoint of `Conv1d`: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = (L − 1) stride − 2 padding + dilation (kernelSize − 1) + 1 + outputPadding; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, kernelSize) and `bias` (outChannels).
 * They start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new ConvTranspose1d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3])).shape // [1, 2, 6]
 */
export class ConvTranspose1d extends /* @__PURE__ */ transposeLayer("ConvTranspose1d", line) {}

/**
 * Transposed convolution over images, the adjoint of `Conv2d`: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = (H − 1) stride − 2 padding + dilation (KH − 1) + 1 + outputPadding and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, KH, KW) and `bias` (outChannels).
 * They start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new ConvTranspose2d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3, 3])).shape // [1, 2, 6, 6]
 */
export class ConvTranspose2d extends /* @__PURE__ */ transposeLayer("ConvTranspose2d", plane) {}

/**
 * Transposed convolution over volumes, the adjoint of `Conv3d`: (N, inChannels, D, H, W) → (N, outChannels, OD, OH, OW), with
 * OD = (D − 1) stride − 2 padding + dilation (KD − 1) + 1 + outputPadding and OH, OW likewise; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, KD, KH, KW) and `bias` (outChannels).
 * They start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new ConvTranspose3d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3, 3, 3])).shape // [1, 2, 6, 6, 6]
 */
export class ConvTranspose3d extends /* @__PURE__ */ transposeLayer("ConvTranspose3d", volume) {}
