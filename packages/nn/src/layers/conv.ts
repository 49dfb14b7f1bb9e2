import { pad, ShapeError, type Tensor, uniform } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkSizes } from "./check-sizes.ts";
import { type Pair, unfold } from "./unfold.ts";

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

interface ConvPlan {
  readonly layer: string;
  readonly kernel: Pair;
  readonly stride: Pair;
  readonly padding: Pair;
  readonly dilation: Pair;
  readonly groups: number;
}

// x (N, C, H, W), weight (O, C / G, KH, KW) → (N, O, OH, OW), as one matrix product a group.
function convolve(x: Tensor, weight: Tensor, bias: Tensor | null, plan: ConvPlan): Tensor {
  const { groups, padding } = plan;
  const [n, channels] = [x.size(0), x.size(1)];
  const out = weight.size(0);
  const padded = padding[0] + padding[1] > 0 ? pad(x, [padding[1], padding[1], padding[0], padding[0]]) : x;
  const windows = unfold(plan.layer, padded, plan); // (N, C, OH, OW, KH, KW)
  const [height, width] = [windows.size(2), windows.size(3)];
  const size = (channels / groups) * plan.kernel[0] * plan.kernel[1];
  const columns = windows
    .reshape([n, groups, channels / groups, height, width, ...plan.kernel])
    .permute([1, 0, 3, 4, 2, 5, 6])
    .reshape([groups, n * height * width, size]);
  const filters = weight.reshape([groups, out / groups, size]);
  const product = columns
    .matmul(filters.transpose(1, 2)) // (G, N OH OW, O / G)
    .reshape([groups, n, height, width, out / groups])
    .permute([1, 0, 4, 2, 3])
    .reshape([n, out, height, width]);
  return bias ? product.add(bias.reshape([out, 1, 1])) : product;
}

function makeWeights(
  plan: ConvPlan,
  inChannels: number,
  outChannels: number,
  kernel: readonly number[],
  bias: boolean,
): { weight: Parameter; bias: Parameter | null } {
  const { layer, groups, padding, stride, dilation } = plan;
  checkSizes(layer, { inChannels, outChannels, groups }, 1);
  for (const kernelSize of kernel) checkSizes(layer, { kernelSize }, 1);
  for (const i of [0, 1] as const) checkSizes(layer, { stride: stride[i], dilation: dilation[i] }, 1);
  for (const size of padding) checkSizes(layer, { padding: size });
  if (inChannels % groups !== 0 || outChannels % groups !== 0) {
    throw new ShapeError(
      `${layer}: ${inChannels} inChannels and ${outChannels} outChannels must both be divisible by ${groups} (groups).`,
    );
  }
  const shape = [outChannels, inChannels / groups, ...kernel];
  const bound = 1 / Math.sqrt(shape.slice(1).reduce((product, size) => product * size, 1));
  return {
    weight: makeParameter(() => uniform(-bound, bound, shape)),
    bias: bias ? makeParameter(() => uniform(-bound, bound, [outChannels])) : null,
  };
}

function checkInput(layer: string, x: Tensor, channels: number, layout: readonly string[]): void {
  const channelDim = x.ndim - layout.length + 1;
  if ((x.ndim === layout.length || x.ndim === layout.length - 1) && x.shape[channelDim] === channels) return;
  throw new ShapeError(
    `${layer}: input ${formatShape(x.shape)}, expected (${layout.join(", ")}) or without the batch dim, ` +
      `with C = ${channels} (inChannels).`,
  );
}

/** Convolution over sequences: (N, inChannels, L) → (N, outChannels, OL); the batch dim may be absent. */
export class Conv1d extends Module {
  readonly inChannels: number;
  weight: Parameter;
  bias: Parameter | null;
  readonly #plan: ConvPlan;

  /** `weight` is (outChannels, inChannels / groups, kernelSize); it starts as U(±1/√fanIn), like the bias. */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number,
    options: ConvOptions<number> = {},
  ) {
    super();
    const { stride = 1, padding = 0, dilation = 1, groups = 1, bias = true } = options;
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

  override forward(x: Tensor): Tensor {
    checkInput("Conv1d", x, this.inChannels, ["N", "C", "L"]);
    const batch = (x.ndim === 2 ? x.unsqueeze(0) : x).unsqueeze(2); // (N, C, 1, L)
    const y = convolve(batch, this.weight.unsqueeze(2), this.bias, this.#plan).squeeze(2);
    return x.ndim === 2 ? y.squeeze(0) : y;
  }

  protected override describeOptions(): string {
    return describePlan(this.inChannels, this.weight, this.bias, this.#plan, 1);
  }
}

/** Convolution over images: (N, inChannels, H, W) → (N, outChannels, OH, OW); the batch dim may be absent. */
export class Conv2d extends Module {
  readonly inChannels: number;
  weight: Parameter;
  bias: Parameter | null;
  readonly #plan: ConvPlan;

  /** `weight` is (outChannels, inChannels / groups, KH, KW); it starts as U(±1/√fanIn), like the bias. */
  constructor(
    inChannels: number,
    outChannels: number,
    kernelSize: number | Pair,
    options: ConvOptions<number | Pair> = {},
  ) {
    super();
    const { stride = 1, padding = 0, dilation = 1, groups = 1, bias = true } = options;
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

  override forward(x: Tensor): Tensor {
    checkInput("Conv2d", x, this.inChannels, ["N", "C", "H", "W"]);
    const y = convolve(x.ndim === 3 ? x.unsqueeze(0) : x, this.weight, this.bias, this.#plan);
    return x.ndim === 3 ? y.squeeze(0) : y;
  }

  protected override describeOptions(): string {
    return describePlan(this.inChannels, this.weight, this.bias, this.#plan, 2);
  }
}

/** One size for both dims, or one for each. */
export function pair(size: number | Pair): Pair {
  return typeof size === "number" ? [size, size] : size;
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
