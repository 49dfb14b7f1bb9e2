// Norms of each sample: of groups of channels, and of single channels (instance norms). Functions and layers.
import { ones, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { checkAddressable, formatShape } from "@saccade/tensor/backend";
import { flag, type Given, number, required, size, tensorRule, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { type ClassOf, declare, type OptionsOf } from "../declare.ts";
import { batchNormBy, byChannel } from "../definitions/batch-norm.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { maybeFloats, positive } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { batchNormCall, type ChannelSettings } from "./batch-norm.ts";
import {
  ChannelNorm,
  channelKind,
  type channelRules,
  checkChannels,
  checkMomentum,
  type Running,
  updateRunning,
} from "./channel-norm.ts";

export const groupNormCall = /* @__PURE__ */ declare("groupNorm(x, 2, weight, bias, { eps: 1e-6 })", () => ({
  positional: {
    x: required(tensorRule("float")),
    numGroups: required(size()),
    weight: maybeFloats(),
    bias: maybeFloats(),
  },
  options: {
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
  },
}));

/** Options of `functional.groupNorm`. */
export interface GroupNormFunctionOptions extends OptionsOf<typeof groupNormCall> {}

/**
 * (x − mean) / √(variance + eps) · weight + bias, with the mean and the biased variance of each sample's groups of
 * channels: x (n, c, …) → (n, c, …), weight and bias (c) (Wu & He 2018).
 *
 * @param numGroups the number of groups of neighboring channels
 * @throws ShapeError unless numGroups divides the channels, and the weight and the bias have one element for each.
 * @example functional.groupNorm(tensor([[1, 3, 5, 9]]), 2, null, null, { eps: 0 }) // tensor([[-1, 1, -1, 1]])
 */
export function groupNorm(
  x: Tensor,
  numGroups: number,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  options?: GroupNormFunctionOptions,
): Tensor {
  const { eps } = groupNormCall([x, numGroups, weight, bias, options]);
  checkChannels("groupNorm", { x, weight, bias }, true);
  return normalizeGroups("groupNorm", x, numGroups, { weight, bias, eps });
}

/** {@link groupNorm} of checked tensors. */
export function normalizeGroups(what: string, x: Tensor, numGroups: number, affine: Affine): Tensor {
  const [n, channels] = [x.size(0), x.size(1)];
  if (channels % numGroups !== 0)
    throw new ShapeError(
      `${what}: the ${channels} channels of input ${formatShape(x.shape)} do not divide into ${numGroups} groups ` +
        "(numGroups).",
    );
  const each = x.numel / Math.max(1, n * numGroups);
  const rows = x.reshape([n, numGroups, each]);
  return normalizeRows(rows, x, affine);
}

type Affine = Pick<ChannelSettings, "weight" | "bias" | "eps">;

/** The rows of an input x (n, c, …), each normalized, in its shape; weight and bias (c). */
function normalizeRows(rows: Tensor, { shape }: Tensor, { weight, bias, eps }: Affine): Tensor {
  const x = fused.layerNorm(rows, [], { dims: 1, eps }).reshape(shape);
  const scaled = weight ? x.mul(byChannel(weight, x)) : x;
  return bias ? scaled.add(byChannel(bias, x)) : scaled;
}

const construct = /* @__PURE__ */ declare("new GroupNorm(2, 16)", () => ({
  positional: { numGroups: required(size()), numChannels: required(size()) },
  options: {
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
    /** Whether a learned weight and bias follow. Default true. */
    affine: flag(true),
    /** Whether the affine part has a bias. Default true. */
    bias: flag(true),
  },
}));
const inputs = /* @__PURE__ */ tensors("GroupNorm.forward", "x float (…)");

/** Options of {@link GroupNorm}. */
export interface GroupNormOptions extends OptionsOf<typeof construct> {}

/**
 * Normalizes groups of channels of each sample, as {@link functional.groupNorm} does: (n, c, …) → the same (Wu & He
 * 2018). Parameters: `weight` and `bias` (c).
 *
 * @example new GroupNorm(2, 4).forward(tensor([[1, 3, 5, 7]])) // tensor([[-1.0000, 1.0000, -1.0000, 1.0000]])
 */
export class GroupNorm extends Module {
  /** The number of groups of neighboring channels there are. */
  readonly numGroups: number;
  /** The number of channels, c. */
  readonly numChannels: number;
  /** Added to the variance. */
  readonly eps: number;
  /** (c), or null. */
  weight: Parameter | null;
  /** (c), or null. */
  bias: Parameter | null;

  /**
   * The weight starts as ones, the bias as zeros.
   *
   * @throws ShapeError unless numGroups divides numChannels.
   */
  constructor(numGroups: number, numChannels: number, options?: GroupNormOptions) {
    const { eps, affine, bias } = construct([numGroups, numChannels, options]);
    if (numChannels % numGroups !== 0)
      throw new ShapeError(`GroupNorm: ${numGroups} numGroups do not divide ${numChannels} numChannels.`);
    const shape = [numChannels];
    checkAddressable("GroupNorm", shape);
    super();
    this.numGroups = numGroups;
    this.numChannels = numChannels;
    this.eps = eps;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
    this.bias = affine && bias ? makeParameter(shape, () => zeros(shape)) : null;
  }

  /** @throws ShapeError unless x has 2 dims or more, the second of numChannels. */
  override forward(x: Tensor): Tensor {
    inputs.check([x]);
    const { weight, bias, numChannels, numGroups } = this;
    checkChannels("GroupNorm", { x, weight, bias }, true);
    if (x.size(1) !== numChannels)
      throw new ShapeError(
        `GroupNorm: input ${x.describe()} has ${x.size(1)} channels, expected ${numChannels} (numChannels).`,
      );
    return normalizeGroups("GroupNorm", x, numGroups, this);
  }

  protected override describeOptions(): string {
    const { numGroups, numChannels, eps, weight } = this;
    return showSettings({ numGroups, numChannels, eps, affine: weight !== null });
  }
}

const instanceCall = /* @__PURE__ */ declare(
  "instanceNorm(x, null, null, weight, bias, { eps: 1e-6 })",
  () => ({
    tensors: batchNormCall.parts().tensors!,
    options: {
      /** Whether to normalize by the input's own statistics, and to update the running ones. Default true. */
      useInputStats: flag(true),
      /** The share of the input in the updated running statistics, from 0 to 1. Default 0.1. */
      momentum: number(0.1),
      /** Added to the variance. Default 1e-5. */
      eps: positive(1e-5),
    },
  }),
);

/** Options of `functional.instanceNorm`. */
export interface InstanceNormFunctionOptions extends OptionsOf<typeof instanceCall> {}

/**
 * (x − mean) / √(variance + eps) · weight + bias, with the mean and the biased variance of each channel of each sample:
 * x (n, c, l, …) → the same, the others (c) (Ulyanov, Vedaldi & Lempitsky 2016). `runningMean` and `runningVar`, if
 * given, are written with the batch's mean statistics; with `useInputStats: false`, they take the statistics' place.
 *
 * @throws ShapeError unless x has 3 dims or more, the others c elements, and each channel more than one value;
 * ArgumentError without running statistics and `useInputStats: false`, or for statistics that are updated with a momentum
 * outside of 0 to 1.
 * @example functional.instanceNorm(tensor([[[1, 3], [5, 9]]]), null, null, null, null, { eps: 0 }) // tensor([[[-1, 1], [-1, 1]]])
 */
export function instanceNorm(
  x: Tensor,
  runningMean: Tensor | null = null,
  runningVar: Tensor | null = null,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  options?: InstanceNormFunctionOptions,
): Tensor {
  const { useInputStats: training, ...how } = instanceCall([
    x,
    runningMean,
    runningVar,
    weight,
    bias,
    options,
  ]);
  const running = checkChannels("instanceNorm", { x, runningMean, runningVar, weight, bias }, training, 3);
  if (training) checkMomentum("instanceNorm", how.momentum, running);
  return normalizeInstances("instanceNorm", x, running, { weight, bias, training, ...how });
}

/** {@link instanceNorm} of checked tensors. */
function normalizeInstances(
  what: string,
  x: Tensor,
  running: Running | null,
  { weight, bias, training, momentum, eps }: ChannelSettings,
): Tensor {
  if (!training) {
    return batchNormBy(x, running!.mean.detach(), running!.variance.detach(), weight, bias, eps);
  }
  const [n, channels] = [x.size(0), x.size(1)];
  const length = x.numel / Math.max(1, n * channels);
  if (length === 1)
    throw new ShapeError(
      `${what}: input ${formatShape(x.shape)} has one value per channel of a sample, and its variance is 0; ` +
        "give more than one.",
    );
  const rows = x.reshape([n, channels, length]);
  if (running !== null && x.numel > 0) {
    const still = rows.detach();
    const variance = still.var(2, { correction: 0 });
    updateRunning(running, still.mean(2).mean(0), variance.mean(0), length, momentum);
  }
  return normalizeRows(rows, x, { weight, bias, eps });
}

/** Options of InstanceNorm1d, InstanceNorm2d and InstanceNorm3d. By default, `affine` and `trackRunningStats` are false. */
export interface InstanceNormOptions extends Given<ReturnType<typeof channelRules>> {}

/** The common part of InstanceNorm1d, InstanceNorm2d and InstanceNorm3d. */
abstract class InstanceNorm extends ChannelNorm {
  /**
   * Normalizes by the statistics of x, and in training mode updates the running ones, if they are tracked; in eval mode it
   * normalizes by those.
   *
   * @throws ShapeError for another number of channels or dims, or for one value per channel of a sample.
   */
  override forward(x: Tensor): Tensor {
    const { what, batch, running } = this.checked(x);
    const { weight, bias, eps } = this;
    const training = this.training || running === null;
    // As in PyTorch, batches are not counted, and null leaves the running statistics as they are.
    const momentum = this.momentum ?? 0;
    const output = normalizeInstances(what, batch, running, { weight, bias, training, momentum, eps });
    return batch === x ? output : output.squeeze(0);
  }
}

/** An instance norm of inputs x, whose dims with the batch are `rank`. */
function instanceLayer(
  name: string,
  rank: number,
  x: string,
): ClassOf<[numFeatures: number, options?: InstanceNormOptions], InstanceNorm> {
  const kind = channelKind(name, rank, x, false, "{ affine: true }");
  return class extends InstanceNorm {
    constructor(...given: readonly unknown[]) {
      super(kind, given);
    }
  };
}

/**
 * Normalizes each channel of each sample, as {@link functional.instanceNorm} does: (n, c, l) or (c, l) → the same (Ulyanov,
 * Vedaldi & Lempitsky 2016). Parameters, with `affine`: `weight` and `bias` (c). Buffers, with `trackRunningStats`:
 * `running_mean` and `running_var` (c), and `num_batches_tracked`, which stays 0 as in PyTorch.
 *
 * @example new InstanceNorm1d(1).forward(tensor([[1, 3]])) // tensor([[-1.0000, 1.0000]])
 */
export class InstanceNorm1d extends /* @__PURE__ */ instanceLayer(
  "InstanceNorm1d",
  3,
  "x float (n, numFeatures, l) | (numFeatures, l)",
) {}

/**
 * {@link InstanceNorm1d} for images: (n, c, h, w) or (c, h, w) → the same.
 *
 * @example new InstanceNorm2d(2).forward(randn([8, 2, 4, 4])).shape // [8, 2, 4, 4]
 */
export class InstanceNorm2d extends /* @__PURE__ */ instanceLayer(
  "InstanceNorm2d",
  4,
  "x float (n, numFeatures, h, w) | (numFeatures, h, w)",
) {}

/**
 * {@link InstanceNorm1d} for volumes: (n, c, d, h, w) or (c, d, h, w) → the same.
 *
 * @example new InstanceNorm3d(2).forward(randn([8, 2, 3, 4, 4])).shape // [8, 2, 3, 4, 4]
 */
export class InstanceNorm3d extends /* @__PURE__ */ instanceLayer(
  "InstanceNorm3d",
  5,
  "x float (n, numFeatures, d, h, w) | (numFeatures, d, h, w)",
) {}
