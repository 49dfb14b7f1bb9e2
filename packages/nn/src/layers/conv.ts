// Convolutions: functions and layers.
import { pad, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type ClassOf, readerOf } from "../declare.ts";
import {
  type ConvSteps,
  checkGroups,
  convolution,
  type NamedPadding,
  stepRules,
  stepsOf,
} from "../functional/conv.ts";
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
import { withPlace } from "../place.ts";
import { showSettings } from "../show-settings.ts";
import { uniformParameter } from "./uniform-parameter.ts";

export type { ConvSteps };

export const convRules = <Size>(of: SizeRule<Size>) =>
  ({
    ...stepRules(of),
    /** Whether a learned bias is added. Default true. */
    bias: c.flag(true),
    /** The padding: zeros, x mirrored at its border, its border element, or x repeated. Default "zeros". */
    paddingMode: c.oneOf(["zeros", "reflect", "replicate", "circular"], "zeros"),
  }) as const;

// The steps come first: published types keep their docstrings, and lose those of rules that are spread.
/** Options of a convolution layer; `Size` is a number, or a list of one for each dim. Sizes count elements. */
export interface ConvOptions<Size> extends ConvSteps<Size>, c.Given<ReturnType<typeof convRules<Size>>> {}

/** The settings of a layer, checked. */
type ConvSettings = c.Settings<ReturnType<typeof convRules<SizeOrList>>> & FilterSettings;
/** What a constructor takes before its options. */
export interface FilterSettings {
  readonly inChannels: number;
  readonly outChannels: number;
  readonly kernelSize: SizeOrList;
}

/** The dims of a layer's input. */
/* @__NO_SIDE_EFFECTS__ */
export function convInputs(layer: string, space: Space<SizeOrList>): c.Tensors<string> {
  return c.tensors<string>(`${layer}.forward`, `x ${batched(space, "inChannels")}`);
}

/** The rules of a convolution's tensors. */
export const convTensors = {
  x: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule()),
  weight: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule()),
  bias: /* @__PURE__ */ c.nullable(/* @__PURE__ */ c.tensorRule(), null),
} as const;

function convFunction<Size extends SizeOrList>(name: string, space: Space<Size>) {
  const shapes = `x ${batched(space, "channels")}  weight (out, in, ${space.window})  bias? (out)`;
  const example = `${name}(x, weight, bias, { stride: 2 })`;
  const read = functionCall(name, convTensors, stepRules(space.of), shapes, example);
  return withName(
    name,
    (x: Tensor, weight: Tensor, bias?: Tensor | null, options?: ConvSteps<Size>): Tensor => {
      const settings = read([x, weight, bias, options]);
      return convolution(x, weight, settings.bias, stepsOf(name, weight.shape.slice(2), settings));
    },
  );
}

/** The common part of Conv1d, Conv2d and Conv3d. */
export abstract class ConvNd extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (outChannels, inChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #inputs: c.Tensors<string>;
  readonly #settings: ConvSettings;
  readonly #steps: ReturnType<typeof stepsOf>;

  constructor(what: string, dims: 1 | 2 | 3, inputs: c.Tensors<string>, settings: ConvSettings) {
    const { inChannels, outChannels, groups, bias } = settings;
    checkGroups(what, groups, inChannels, outChannels);
    const kernel = inEachDim(settings.kernelSize, dims);
    const steps = stepsOf(what, kernel, settings);
    super();
    this.#inputs = inputs;
    this.#settings = settings;
    this.#steps = steps;
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
    const shownSettings = showSettings({
      ...{ kernelSize: shown(kernelSize), stride: shown(stride), padding: shown(padding) },
      ...{ dilation: shown(dilation), groups, bias: this.bias !== null },
      ...(paddingMode !== "zeros" && { paddingMode }),
    });
    return `${this.inChannels}, ${this.weight.size(0)}, ${shownSettings}`;
  }
}

/** The call of a layer's constructor. */
/* @__NO_SIDE_EFFECTS__ */
export function filterCall<Size, R extends c.Rules>(
  of: SizeRule<Size>,
  options: R,
  { example, renamed = {} }: c.Words,
) {
  const channels = c.required(c.size());
  const positional = { inChannels: channels, outChannels: channels, kernelSize: c.required(of(1)) };
  return readerOf(example, () => ({ positional, options, renamed }));
}

type ConvGiven<Size> = [
  inChannels: number,
  outChannels: number,
  kernelSize: Size,
  options?: ConvOptions<Size>,
];

function convLayer<Size extends SizeOrList>(
  name: string,
  space: Space<Size>,
): ClassOf<ConvGiven<Size>, ConvNd> {
  const example = `new ${name}(4, 8, 3, { stride: 2, padding: 1 })`;
  const construct = filterCall(space.of, convRules(space.of), { example });
  const inputs = convInputs(name, space);
  return class extends ConvNd {
    constructor(...given: ConvGiven<Size>) {
      super(name, space.dims, inputs, construct(given));
    }
  };
}

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: x (N, C, L), weight (O, C / groups, K), bias (O) → (N, O, OL)
 * with OL = ⌊(L + 2 padding − dilation (K − 1) − 1) / stride⌋ + 1; the batch dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv1d(tensor([[[1, 2, 3]]]), tensor([[[1, 1]]])) // tensor([[[3, 5]]])
 */
export const conv1d = /* @__PURE__ */ convFunction("conv1d", line);

/**
 * Convolution (cross-correlation, as in PyTorch) over images: x (N, C, H, W), weight (O, C / groups, KH, KW), bias (O) →
 * (N, O, OH, OW) with OH = ⌊(H + 2 padding − dilation (KH − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be
 * absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv2d(ones([1, 1, 3, 3]), ones([1, 1, 2, 2])) // tensor([[[[4, 4], [4, 4]]]])
 */
export const conv2d = /* @__PURE__ */ convFunction("conv2d", plane);

/**
 * Convolution (cross-correlation, as in PyTorch) over volumes: x (N, C, D, H, W), weight (O, C / groups, KD, KH, KW), bias
 * (O) → (N, O, OD, OH, OW) with OD = ⌊(D + 2 padding − dilation (KD − 1) − 1) / stride⌋ + 1 and OH, OW likewise; the batch
 * dim may be absent.
 *
 * @throws ShapeError if the shapes do not match, and for padding "same" with a stride.
 * @example functional.conv3d(ones([1, 1, 2, 2, 2]), ones([1, 1, 2, 2, 2])) // tensor([[[[[8]]]]])
 */
export const conv3d = /* @__PURE__ */ convFunction("conv3d", volume);

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = ⌊(L + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1; the batch dim may be absent. Parameters: `weight`
 * (outChannels, inChannels / groups, kernelSize) and `bias` (outChannels).
 * They start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · kernelSize.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new Conv1d(4, 8, 3, { padding: 1 }).forward(randn([2, 4, 10])).shape // [2, 8, 10]
 */
export class Conv1d extends /* @__PURE__ */ convLayer("Conv1d", line) {}

/**
 * Convolution (cross-correlation, as in PyTorch) over images: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = ⌊(H + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KH, KW) and `bias` (outChannels).
 * They start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · KH · KW.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new Conv2d(3, 8, 3, { padding: 1 }).forward(randn([2, 3, 28, 28])).shape // [2, 8, 28, 28]
 */
export class Conv2d extends /* @__PURE__ */ convLayer("Conv2d", plane) {}

/**
 * Convolution (cross-correlation, as in PyTorch) over volumes: (N, inChannels, D, H, W) → (N, outChannels, OD, OH, OW), with
 * OD = ⌊(D + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OH, OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KD, KH, KW) and `bias` (outChannels).
 * They start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · KD · KH · KW.
 *
 * @throws ShapeError unless groups divides both channel counts.
 * @example new Conv3d(1, 2, 3, { padding: 1 }).forward(randn([1, 1, 4, 4, 4])).shape // [1, 2, 4, 4, 4]
 */
export class Conv3d extends /* @__PURE__ */ convLayer("Conv3d", volume) {}
