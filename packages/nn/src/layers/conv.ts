import { ShapeError, type Tensor, uniform } from "@saccade/tensor";
import {
  checkAddressable,
  checkBoolean,
  checkOptions,
  checkTensor,
  formatShape,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { conv2d } from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkPair, type Pair, pair } from "./pair.ts";
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

const known = { stride: true, padding: true, dilation: true, groups: true, bias: true } as const;
const conv1dOptions = optionNames<ConvOptions<number>>(
  "Conv1d",
  known,
  "new Conv1d(4, 8, 3, { stride: 2, padding: 1 })",
  { paddingMode: "only zeros are padded; pad the input first for another mode" },
);
const conv2dOptions = optionNames<ConvOptions<number | Pair>>(
  "Conv2d",
  known,
  "new Conv2d(3, 8, 3, { stride: 2, padding: 1 })",
  { paddingMode: "only zeros are padded; pad the input first for another mode" },
);

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
  checkSizes(layer, { inChannels, outChannels, groups }, 1);
  checkBoolean(layer, "bias", bias);
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

function checkInput(layer: string, x: Tensor, channels: number, layout: readonly string[]): void {
  checkTensor(layer, "x", x);
  const channelDim = x.ndim - layout.length + 1;
  if ((x.ndim === layout.length || x.ndim === layout.length - 1) && x.shape[channelDim] === channels) return;
  throw new ShapeError(
    `${layer}: input ${formatShape(x.shape)}, expected (${layout.join(", ")}) or without the batch dim, ` +
      `with C = ${channels} (inChannels).`,
  );
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
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number,
    options: ConvOptions<number> = {},
  ) {
    refuseExtra(conv1dOptions, arguments, 4);
    checkOptions(conv1dOptions, options);
    const { stride = 1, padding = 0, dilation = 1, groups = 1, bias = true } = options;
    checkSizes("Conv1d", { kernelSize, stride, dilation }, 1);
    checkSizes("Conv1d", { padding });
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
    refuseExtra("Conv1d.forward", arguments, 1);
    checkInput("Conv1d", x, this.inChannels, ["N", "C", "L"]);
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
    options: ConvOptions<number | Pair> = {},
  ) {
    refuseExtra(conv2dOptions, arguments, 4);
    checkOptions(conv2dOptions, options);
    const { stride = 1, padding = 0, dilation = 1, groups = 1, bias = true } = options;
    checkPair("Conv2d", "kernelSize", kernelSize, 1);
    checkPair("Conv2d", "stride", stride, 1);
    checkPair("Conv2d", "dilation", dilation, 1);
    checkPair("Conv2d", "padding", padding, 0);
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
    refuseExtra("Conv2d.forward", arguments, 1);
    checkInput("Conv2d", x, this.inChannels, ["N", "C", "H", "W"]);
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
