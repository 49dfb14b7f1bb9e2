import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  listOf,
  nullable,
  readRule,
  required,
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
} from "../functional/conv-transpose.ts";
import {
  inEachDim,
  oneSize,
  type Pair,
  type SizeOrList,
  type SizeRule,
  shownSizes,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { convInputs } from "./conv.ts";
import { uniformParameter } from "./uniform-parameter.ts";

export const convTransposeRules = <Size>(of: SizeRule<Size>) =>
  ({
    ...transposedRules(of),
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
  }) as const;

/** Options of a transposed convolution layer; `Size` is a number, or a list of one for each dim. Sizes count elements. */
export type ConvTransposeOptions<Size> = Given<ReturnType<typeof convTransposeRules<Size>>> &
  ConvTransposeSteps<Size>;

/** The settings of a layer, checked. */
export interface ConvTransposeSettings {
  readonly kernelSize: SizeOrList;
  readonly stride: SizeOrList;
  readonly padding: SizeOrList;
  readonly outputPadding: SizeOrList;
  readonly dilation: SizeOrList;
  readonly groups: number;
  readonly bias: boolean;
}

const convTransposeCall = <Size>(layer: string, of: SizeRule<Size>) =>
  layerCall(
    layer,
    { inChannels: required(size()), outChannels: required(size()), kernelSize: required(of(1)) },
    convTransposeRules(of),
    {
      example: `new ${layer}(4, 8, 3, { stride: 2, outputPadding: 1 })`,
      renamed: { paddingMode: "only zeros are cut off; leave it out" },
    },
  );

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

  constructor(
    what: string,
    dims: 1 | 2 | 3,
    inputs: Tensors<string>,
    inChannels: number,
    outChannels: number,
    settings: ConvTransposeSettings,
  ) {
    const { groups, bias } = settings;
    checkGroups(what, groups, inChannels, outChannels);
    const each = (sizes: SizeOrList): readonly number[] => inEachDim(sizes, dims);
    super();
    this.#what = what;
    this.#inputs = inputs;
    this.#kernel = each(settings.kernelSize);
    this.#steps = {
      ...{ stride: each(settings.stride), padding: each(settings.padding) },
      ...{ dilation: each(settings.dilation), outputPadding: each(settings.outputPadding), groups },
    };
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

const make1d = /* @__PURE__ */ convTransposeCall("ConvTranspose1d", oneSize);
const inputs1d = /* @__PURE__ */ convInputs("ConvTranspose1d", 1);
/**
 * Transposed convolution over sequences, the adjoint of `Conv1d`: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = (L − 1) stride − 2 padding + dilation (kernelSize − 1) + 1 + outputPadding; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, kernelSize) and `bias` (outChannels).
 *
 * @example new ConvTranspose1d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3])).shape // [1, 2, 6]
 */
export class ConvTranspose1d extends ConvTransposeNd {
  /**
   * Weight and bias start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | readonly [number],
    options?: ConvTransposeOptions<number | readonly [number]>,
  ) {
    const settings = make1d([inChannels, outChannels, kernelSize, options]);
    super("ConvTranspose1d", 1, inputs1d, inChannels, outChannels, settings);
  }
}

const make2d = /* @__PURE__ */ convTransposeCall("ConvTranspose2d", sizeOrPair);
const inputs2d = /* @__PURE__ */ convInputs("ConvTranspose2d", 2);
/**
 * Transposed convolution over images, the adjoint of `Conv2d`: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = (H − 1) stride − 2 padding + dilation (KH − 1) + 1 + outputPadding and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, KH, KW) and `bias` (outChannels).
 *
 * @example new ConvTranspose2d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3, 3])).shape // [1, 2, 6, 6]
 */
export class ConvTranspose2d extends ConvTransposeNd {
  /**
   * Weight and bias start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Pair,
    options?: ConvTransposeOptions<number | Pair>,
  ) {
    const settings = make2d([inChannels, outChannels, kernelSize, options]);
    super("ConvTranspose2d", 2, inputs2d, inChannels, outChannels, settings);
  }
}

const make3d = /* @__PURE__ */ convTransposeCall("ConvTranspose3d", sizeOrTriple);
const inputs3d = /* @__PURE__ */ convInputs("ConvTranspose3d", 3);
/**
 * Transposed convolution over volumes, the adjoint of `Conv3d`: (N, inChannels, D, H, W) → (N, outChannels, OD, OH, OW), with
 * OD = (D − 1) stride − 2 padding + dilation (KD − 1) + 1 + outputPadding and OH, OW likewise; the batch dim may be absent.
 * Parameters: `weight` (inChannels, outChannels / groups, KD, KH, KW) and `bias` (outChannels).
 *
 * @example new ConvTranspose3d(4, 2, 2, { stride: 2 }).forward(randn([1, 4, 3, 3, 3])).shape // [1, 2, 6, 6, 6]
 */
export class ConvTranspose3d extends ConvTransposeNd {
  /**
   * Weight and bias start as U(−1/√fan, 1/√fan), fan = outChannels / groups · the size of a kernel, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Triple,
    options?: ConvTransposeOptions<number | Triple>,
  ) {
    const settings = make3d([inChannels, outChannels, kernelSize, options]);
    super("ConvTranspose3d", 3, inputs3d, inChannels, outChannels, settings);
  }
}
