import { ShapeError, type Tensor, uniform } from "@saccade/tensor";
import { checkAddressable, formatShape, refuseExtra } from "@saccade/tensor/backend";
import { flag, options, size, tensors } from "@saccade/tensor/contract";
import { conv2d } from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkKernelSize, oneSize, type Pair, pair, type SizeRule, sizeOrPair } from "./pair.ts";
import { checkWindows } from "./unfold.ts";

/** Options of Conv1d (`Size` is a number) and Conv2d (a number, or [rows, columns]). Sizes count elements. */
export interface ConvOptions<Size> {
  /** Steps from one window to the next. Default 1. */
  readonly stride?: Size;
  /** Zeros added on both sides. Default 0. */
  readonly padding?: Size;
  /** Steps from one element of a window to the next. Default 1. */
  readonly dilation?: Size;
  /** Channels are split into this many groups, each with its own filters. Default 1. */
  readonly groups?: number;
  /** Whether a learned bias is added. Default true. */
  readonly bias?: boolean;
}

const convRules = <Size>(of: SizeRule<Size>) =>
  ({
    stride: of(1, 1),
    padding: of(0, 0),
    dilation: of(1, 1),
    groups: size(1),
    bias: flag(true),
  }) as const;
const renamed = { paddingMode: "only zeros are padded; pad the input first for another mode" };
const conv1dOptions = options("Conv1d", convRules(oneSize), {
  example: "new Conv1d(4, 8, 3, { stride: 2, padding: 1 })",
  renamed,
});
const conv2dOptions = options("Conv2d", convRules(sizeOrPair), {
  example: "new Conv2d(3, 8, 3, { stride: 2, padding: 1 })",
  renamed,
});
const conv1dInputs = tensors("Conv1d.forward", "x (n, inChannels, l) | (inChannels, l)");
const conv2dInputs = tensors("Conv2d.forward", "x (n, inChannels, h, w) | (inChannels, h, w)");

interface ConvPlan {
  readonly layer: string;
  readonly kernel: Pair;
  readonly stride: Pair;
  readonly padding: Pair;
  readonly dilation: Pair;
  readonly groups: number;
}

// x (N, C, H, W), weight (O, C / G, KH, KW) → (N, O, OH, OW).
function convolve(x: Tensor, weight: Tensor, bias: Tensor | null, plan: ConvPlan): Tensor {
  const { layer, kernel, stride, padding, dilation, groups } = plan;
  checkWindows(layer, [x.size(2) + 2 * padding[0], x.size(3) + 2 * padding[1]], { kernel, dilation });
  return conv2d(x, weight, bias, { stride, padding, dilation, groups });
}

function makeWeights(
  plan: ConvPlan,
  inChannels: number,
  outChannels: number,
  kernel: readonly number[],
  bias: boolean,
): { weight: Parameter; bias: Parameter | null } {
  const { layer, groups } = plan;
  checkSizes(layer, { inChannels, outChannels }, 1);
  if (inChannels % groups !== 0 || outChannels % groups !== 0) {
    throw new ShapeError(
      `${layer}: ${inChannels} inChannels and ${outChannels} outChannels must both be divisible by ${groups} (groups).`,
    );
  }
  const shape = [outChannels, inChannels / groups, ...kernel];
  checkAddressable(layer, shape);
  const bound = 1 / Math.sqrt(shape.slice(1).reduce((product, size) => product * size, 1));
  return {
    weight: makeParameter(shape, () => uniform(-bound, bound, shape)),
    bias: bias ? makeParameter([outChannels], () => uniform(-bound, bound, [outChannels])) : null,
  };
}

/**
 * Convolution (cross-correlation, as in PyTorch) over sequences: (N, inChannels, L) → (N, outChannels, OL), with
 * OL = ⌊(L + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1; the batch dim may be absent. Parameters: `weight`
 * (outChannels, inChannels / groups, kernelSize) and `bias` (outChannels).
 *
 * @example new Conv1d(4, 8, 3, { padding: 1 }).forward(randn([2, 4, 10])).shape // [2, 8, 10]
 */
export class Conv1d extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (outChannels, inChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #plan: ConvPlan;

  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · kernelSize, PyTorch's default.
   *
   * @throws ArgumentError for sizes that are not whole numbers in range or an unknown option, ShapeError unless groups
   * divides both channel counts.
   */
  constructor(inChannels: number, outChannels: number, kernelSize: number, given: ConvOptions<number> = {}) {
    refuseExtra(conv1dOptions, arguments, 4);
    const { stride, padding, dilation, groups, bias } = conv1dOptions(given);
    checkKernelSize("Conv1d", kernelSize, oneSize);
    super();
    this.inChannels = inChannels;
    this.#plan = {
      layer: "Conv1d",
      kernel: [1, kernelSize],
      stride: [1, stride],
      padding: [0, padding],
      dilation: [1, dilation],
      groups,
    };
    const weights = makeWeights(this.#plan, inChannels, outChannels, [kernelSize], bias);
    this.weight = weights.weight;
    this.bias = weights.bias;
  }

  /** @throws ShapeError unless x has inChannels channels and is, with its padding, at least as long as the kernel. */
  override forward(x: Tensor): Tensor {
    conv1dInputs.check(arguments, { inChannels: this.inChannels });
    const batch = (x.ndim === 2 ? x.unsqueeze(0) : x).unsqueeze(2); // (N, C, 1, L)
    const y = convolve(batch, this.weight.unsqueeze(2), this.bias, this.#plan).squeeze(2);
    return x.ndim === 2 ? y.squeeze(0) : y;
  }

  protected override describeOptions(): string {
    return describePlan(this.inChannels, this.weight, this.bias, this.#plan, 1);
  }
}

/**
 * Convolution (cross-correlation, as in PyTorch) over images: (N, inChannels, H, W) → (N, outChannels, OH, OW), with
 * OH = ⌊(H + 2 padding − dilation (kernelSize − 1) − 1) / stride⌋ + 1 and OW likewise; the batch dim may be absent.
 * Parameters: `weight` (outChannels, inChannels / groups, KH, KW) and `bias` (outChannels).
 *
 * @example new Conv2d(3, 8, 3, { padding: 1 }).forward(randn([2, 3, 28, 28])).shape // [2, 8, 28, 28]
 */
export class Conv2d extends Module {
  /** Channels of the input. */
  readonly inChannels: number;
  /** The filters: (outChannels, inChannels / groups, …kernelSize). */
  weight: Parameter;
  /** (outChannels), or null. */
  bias: Parameter | null;
  readonly #plan: ConvPlan;

  /**
   * Weight and bias start as U(−1/√fanIn, 1/√fanIn), fanIn = inChannels / groups · KH · KW, PyTorch's default.
   *
   * @throws ArgumentError for sizes that are not whole numbers in range or an unknown option, ShapeError unless groups
   * divides both channel counts.
   */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Pair,
    given: ConvOptions<number | Pair> = {},
  ) {
    refuseExtra(conv2dOptions, arguments, 4);
    const { stride, padding, dilation, groups, bias } = conv2dOptions(given);
    checkKernelSize("Conv2d", kernelSize, sizeOrPair);
    super();
    const kernel = pair(kernelSize);
    this.inChannels = inChannels;
    this.#plan = {
      layer: "Conv2d",
      kernel,
      stride: pair(stride),
      padding: pair(padding),
      dilation: pair(dilation),
      groups,
    };
    const weights = makeWeights(this.#plan, inChannels, outChannels, kernel, bias);
    this.weight = weights.weight;
    this.bias = weights.bias;
  }

  /** @throws ShapeError unless x has inChannels channels and is, with its padding, at least as large as the kernel. */
  override forward(x: Tensor): Tensor {
    conv2dInputs.check(arguments, { inChannels: this.inChannels });
    const y = convolve(x.ndim === 3 ? x.unsqueeze(0) : x, this.weight, this.bias, this.#plan);
    return x.ndim === 3 ? y.squeeze(0) : y;
  }

  protected override describeOptions(): string {
    return describePlan(this.inChannels, this.weight, this.bias, this.#plan, 2);
  }
}

function describePlan(
  inChannels: number,
  weight: Tensor,
  bias: Tensor | null,
  plan: ConvPlan,
  dims: 1 | 2,
): string {
  const show = (sizes: Pair): string => (dims === 1 ? String(sizes[1]) : formatShape(sizes));
  const parts = [
    `${inChannels}`,
    `${weight.size(0)}`,
    `kernelSize=${show(plan.kernel)}`,
    `stride=${show(plan.stride)}`,
    `padding=${show(plan.padding)}`,
    `dilation=${show(plan.dilation)}`,
    `groups=${plan.groups}`,
    `bias=${bias !== null}`,
  ];
  return parts.join(", ");
}
