// Transposed convolutions: functions and layers.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { conv2dInput } from "@saccade/tensor/fused";
import type { ClassOf } from "../declare.ts";
import { checkGroups, refuseBools } from "../functional/conv.ts";
import { addAlong } from "../functional/window-views.ts";
import {
  batched,
  functionCall,
  inEachDim,
  lastSizes,
  line,
  onBatch,
  onPlane,
  pairOf,
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

/** How the windows of a transposed convolution lie. */
const transposedRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window of the result to the next. Default 1. */
    stride: of(1),
    /** Elements cut off on both sides of the result. Default 0. */
    padding: of(0),
    /** Elements more at the end of each dim, fewer than the stride or the dilation. Default 0. */
    outputPadding: of(0),
    /** Channels are split into this many groups, each with its own filters. Default 1. */
    groups: c.size(1),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
  }) as const;

/** Options of a transposed convolution; `Size` is a number, or a list of one for each dim. */
export interface ConvTransposeSteps<Size> extends c.Given<ReturnType<typeof transposedRules<Size>>> {}

/** A transposed convolution of checked settings, in as many dims as the lists have numbers. */
interface ConvolutionTranspose {
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation: readonly number[];
  readonly outputPadding: readonly number[];
  readonly groups: number;
}

/** The transposed convolution of checked settings. */
function transposedSteps(
  dims: number,
  { groups, ...sizes }: c.Settings<ReturnType<typeof transposedRules<SizeOrList>>>,
): ConvolutionTranspose {
  const each = (size: SizeOrList): readonly number[] => inEachDim(size, dims);
  return {
    ...{ stride: each(sizes.stride), padding: each(sizes.padding) },
    ...{ dilation: each(sizes.dilation), outputPadding: each(sizes.outputPadding), groups },
  };
}

/** (L − 1) stride − 2 padding + dilation (K − 1) + 1 + outputPadding, in each dim. */
function outputSizes(x: Tensor, weight: Tensor, how: ConvolutionTranspose): number[] {
  const { stride, padding, dilation, outputPadding } = how;
  const kernel = weight.shape.slice(2);
  return lastSizes(x, kernel.length).map((size, i) => {
    const span = dilation[i]! * (kernel[i]! - 1) + 1;
    return (size - 1) * stride[i]! - 2 * padding[i]! + span + outputPadding[i]!;
  });
}

/**
 * Each element of x, times the filters, added where its window lies: the adjoint of a convolution, whose kernel for the
 * gradient of x this is. x (N, C, …), weight (C, O / groups, …kernel) → (N, O, …size), for one, two or three dims.
 */
function spread(x: Tensor, weight: Tensor, how: ConvolutionTranspose): Tensor {
  const { stride, padding, dilation, outputPadding, groups } = how;
  if (stride.length === 1) {
    const wide = { stride: [1, ...stride], padding: [0, ...padding], dilation: [1, ...dilation] };
    return onPlane(x, (image) =>
      spread(image, weight.unsqueeze(-2), { ...wide, outputPadding: [0, ...outputPadding], groups }),
    );
  }
  if (stride.length === 2) {
    const steps = { stride: pairOf(stride), padding: pairOf(padding), dilation: pairOf(dilation) };
    return conv2dInput(x, weight, { ...steps, groups, size: pairOf(outputSizes(x, weight, how)) });
  }
  // Each slice gives the slices of its window, as channels, and those are added up along the depth.
  const [n, channels, depth, height, width] = x.shape as [number, number, number, number, number];
  const kernel = weight.size(2);
  const slices = x.transpose(1, 2).reshape([n * depth, channels, height, width]);
  const [steps, pads, apart, more] = [stride, padding, dilation, outputPadding].map((sizes) =>
    sizes.slice(1),
  );
  const plane = { stride: steps!, padding: pads!, dilation: apart!, outputPadding: more!, groups };
  const y = spread(slices, weight.flatten(1, 2), plane); // (N D, O KD, OH, OW)
  const [step, end] = [stride[0]!, outputSizes(x, weight, how)[0]!];
  const taps = y.reshape([n, depth, y.size(1) / kernel, kernel, y.size(2), y.size(3)]);
  // Each tap: (N, O, D, OH, OW)
  const placed = taps.unbind(3).map((tap) => tap.transpose(1, 2));
  return addAlong(placed, 2, { stride: step, dilation: dilation[0]!, padding: padding[0]!, size: end });
}

/**
 * {@link spread} for x with a batch or without one, checked, and the bias: the part that functions and layers share.
 *
 * @throws ShapeError unless the groups divide the channels, the weight fits them, and something is left of the result.
 */
function convolutionTranspose(
  what: string,
  x: Tensor,
  weight: Tensor,
  bias: Tensor | null,
  how: ConvolutionTranspose,
): Tensor {
  const { stride, dilation, outputPadding, groups } = how;
  const dims = stride.length;
  refuseBools(what, x, weight);
  const [channels, outs] = [x.size(x.ndim - dims - 1), weight.size(1) * groups];
  if (channels !== weight.size(0) || channels % groups !== 0)
    throw new ShapeError(
      `${what}: x ${x.describe()} has ${channels} channels, weight ${weight.describe()} takes ${weight.size(0)}; both ` +
        `must be the same, and divisible by ${groups} (groups).`,
    );
  if (bias && bias.size(0) !== outs)
    throw new ShapeError(
      `${what}: bias ${bias.describe()} must have ${outs} elements, one for each channel.`,
    );
  const wrong = outputPadding.findIndex((size, i) => size >= Math.max(stride[i]!, dilation[i]!));
  if (wrong >= 0)
    throw new ShapeError(
      `${what}: outputPadding is ${outputPadding[wrong]}, but must be less than the stride ${stride[wrong]} or the ` +
        `dilation ${dilation[wrong]}.`,
    );
  const size = outputSizes(x, weight, how);
  if (size.some((one) => one < 1))
    throw new ShapeError(`${what}: a result of size ${size} has no elements; take less padding.`);
  const y = onBatch(x, dims, (batch) => spread(batch, weight, how));
  return bias ? y.add(bias.reshape([outs, ...stride.map(() => 1)])) : y;
}

export const convTransposeRules = <Size>(of: SizeRule<Size>) =>
  ({
    ...transposedRules(of),
    /** Whether a learned bias is added. Default true. */
    bias: c.flag(true),
  }) as const;

// The steps come first: published types keep their docstrings, and lose those of rules that are spread.
/** Options of a transposed convolution layer; `Size` is a number, or a list of one for each dim. Sizes count elements. */
export interface ConvTransposeOptions<Size>
  extends ConvTransposeSteps<Size>,
    c.Given<ReturnType<typeof convTransposeRules<Size>>> {}

/** The settings of a layer, checked. */
type ConvTransposeSettings = c.Settings<ReturnType<typeof convTransposeRules<SizeOrList>>> & FilterSettings;

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

const sizeRule = /* @__PURE__ */ c.nullable(c.listOf(c.size()), null);

/** The common part of ConvTranspose1d, ConvTranspose2d and ConvTranspose3d. */
export abstract class ConvTransposeNd extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (inChannels, outChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #what: string;
  readonly #inputs: c.Tensors<string>;
  readonly #kernel: readonly number[];
  readonly #steps: ConvolutionTranspose;

  constructor(what: string, dims: 1 | 2 | 3, inputs: c.Tensors<string>, settings: ConvTransposeSettings) {
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
    const outputSize = c.readRule(what, "outputSize", sizeRule, given, "layer.forward(x, [8, 8])");
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
): ClassOf<TransposeGiven<Size>, ConvTransposeNd> {
  const construct = filterCall(space.of, convTransposeRules(space.of), {
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
