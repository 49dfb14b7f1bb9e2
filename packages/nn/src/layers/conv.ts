import { pad, type Tensor } from "@saccade/tensor";
import { flag, type Given, oneOf, required, size, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  type Convolution,
  type ConvSteps,
  checkGroups,
  convolution,
  type NamedPadding,
  paddingOf,
  stepRules,
} from "../functional/conv.ts";
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
import { withPlace } from "../place.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { uniformParameter } from "./uniform-parameter.ts";

export const convRules = <Size>(of: SizeRule<Size>) =>
  ({
    ...stepRules(of),
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
    /** The padding: zeros, x mirrored at its border, its border element, or x repeated. Default "zeros". */
    paddingMode: oneOf(["zeros", "reflect", "replicate", "circular"], "zeros"),
  }) as const;

/** Options of a convolution layer; `Size` is a number, or a list of one for each dim. Sizes count elements. */
export type ConvOptions<Size> = Given<ReturnType<typeof convRules<Size>>> & ConvSteps<Size>;

/** The settings of a layer, checked. */
export interface ConvSettings {
  readonly kernelSize: SizeOrList;
  readonly stride: SizeOrList;
  readonly padding: SizeOrList | NamedPadding;
  readonly dilation: SizeOrList;
  readonly groups: number;
  readonly bias: boolean;
  readonly paddingMode: "zeros" | "reflect" | "replicate" | "circular";
}

const convCall = <Size>(layer: string, of: SizeRule<Size>) =>
  layerCall(
    layer,
    { inChannels: required(size()), outChannels: required(size()), kernelSize: required(of(1)) },
    convRules(of),
    { example: `new ${layer}(4, 8, 3, { stride: 2, padding: 1 })` },
  );
const makeConv1d = /* @__PURE__ */ convCall("Conv1d", oneSize);
const makeConv2d = /* @__PURE__ */ convCall("Conv2d", sizeOrPair);
const makeConv3d = /* @__PURE__ */ convCall("Conv3d", sizeOrTriple);
/** The inputs of a convolution layer. */
/* @__NO_SIDE_EFFECTS__ */
export function convInputs(layer: string, dims: 1 | 2 | 3): Tensors<string> {
  const sizes = ["l", "h, w", "d, h, w"][dims - 1];
  return tensors<string>(`${layer}.forward`, `x (n, inChannels, ${sizes}) | (inChannels, ${sizes})`);
}
const conv1dInputs = /* @__PURE__ */ convInputs("Conv1d", 1);
const conv2dInputs = /* @__PURE__ */ convInputs("Conv2d", 2);
const conv3dInputs = /* @__PURE__ */ convInputs("Conv3d", 3);

/** The common part of Conv1d, Conv2d and Conv3d. */
export abstract class ConvNd extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (outChannels, inChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #inputs: Tensors<string>;
  readonly #settings: ConvSettings;
  readonly #steps: Convolution & { readonly what: string; readonly kernel: readonly number[] };

  constructor(
    what: string,
    dims: 1 | 2 | 3,
    inputs: Tensors<string>,
    inChannels: number,
    outChannels: number,
    settings: ConvSettings,
  ) {
    const { groups, bias, padding } = settings;
    checkGroups(what, groups, inChannels, outChannels);
    const [kernel, stride, dilation] = [settings.kernelSize, settings.stride, settings.dilation].map(
      (sizes) => inEachDim(sizes, dims),
    ) as [readonly number[], readonly number[], readonly number[]];
    const steps = { what, kernel, stride, dilation };
    const zeros = paddingOf(steps, padding);
    super();
    this.#inputs = inputs;
    this.#settings = settings;
    this.#steps = { ...steps, ...zeros, groups };
    this.inChannels = inChannels;
    const bound = 1 / Math.sqrt((inChannels / groups) * kernel.reduce((a, b) => a * b));
    this.weight = uniformParameter(what, [outChannels, inChannels / groups, ...kernel], bound);
    this.bias = bias ? uniformParameter(what, [outChannels], bound) : null;
  }

  /** @throws ShapeError unless x has inChannels channels and is, with its padding, at least as large as the kernel. */
  override forward(x: Tensor): Tensor {
    try {
      const { inChannels, weight, bias } = this;
      const { before, after, kernel } = this.#steps;
      this.#inputs.check([x], { inChannels });
      const { paddingMode } = this.#settings;
      if (paddingMode === "zeros") return convolution(x, weight, bias, this.#steps);
      const pads = before.flatMap((_, i, { length }) => [before[length - 1 - i]!, after[length - 1 - i]!]);
      const none = kernel.map(() => 0);
      const steps = { ...this.#steps, before: none, after: none };
      return convolution(pad(x, pads, { mode: paddingMode }), weight, bias, steps);
    } catch (error) {
      throw withPlace(error, this);
    }
  }

  protected override describeOptions(): string {
    const { kernelSize, stride, padding, dilation, groups, paddingMode } = this.#settings;
    const dims = this.#steps.kernel.length;
    const shown = (sizes: SizeOrList | NamedPadding): unknown =>
      typeof sizes === "string" ? sizes : shownSizes(inEachDim(sizes, dims));
    const windows = {
      ...{ kernelSize: shown(kernelSize), stride: shown(stride) },
      ...{ padding: shown(padding), dilation: shown(dilation) },
    };
    const rest = {
      ...{ groups, bias: this.bias !== null },
      ...(paddingMode !== "zeros" && { paddingMode }),
    };
    return `${this.inChannels}, ${this.weight.size(0)}, ${showSettings({ ...windows, ...rest })}`;
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = ⌊(L + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1; the batch dim may be absent. Parameters: `weight`
 * (outChannels, inChannels / groups, kernelSize) and `bias` (outChannels).
 *
 * @example new Conv1d(4, 8, 3, { padding: 1 }).forward(randn([2, 4, 10])).shape // [2, 8, 10]
 */
export class Conv1d extends ConvNd {
  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · kernelSize, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | readonly [number],
    options?: ConvOptions<number | readonly [number]>,
  ) {
    const settings = makeConv1d([inChannels, outChannels, kernelSize, options]);
    super("Conv1d", 1, conv1dInputs, inChannels, outChannels, settings);
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over images: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = ⌊(H + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KH, KW) and `bias` (outChannels).
 *
 * @example new Conv2d(3, 8, 3, { padding: 1 }).forward(randn([2, 3, 28, 28])).shape // [2, 8, 28, 28]
 */
export class Conv2d extends ConvNd {
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
  ) {
    const settings = makeConv2d([inChannels, outChannels, kernelSize, options]);
    super("Conv2d", 2, conv2dInputs, inChannels, outChannels, settings);
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over volumes: (N, inChannels, D, H, W) → (N, outChannels, OD, OH, OW), with
 * OD = ⌊(D + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OH, OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KD, KH, KW) and `bias` (outChannels).
 *
 * @example new Conv3d(1, 2, 3, { padding: 1 }).forward(randn([1, 1, 4, 4, 4])).shape // [1, 2, 4, 4, 4]
 */
export class Conv3d extends ConvNd {
  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · KD · KH · KW, PyTorch's default.
   *
   * @throws ShapeError unless groups divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Triple,
    options?: ConvOptions<number | Triple>,
  ) {
    const settings = makeConv3d([inChannels, outChannels, kernelSize, options]);
    super("Conv3d", 3, conv3dInputs, inChannels, outChannels, settings);
  }
}
