import { ArgumentError, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, number, type OptionsOf, required, size, tensorRule } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { batchNormBy, byChannel } from "../definitions/batch-norm.ts";
import { layerCall, maybeFloats, positive } from "../rules.ts";
import { checkMomentum, updateRunning } from "./batch-norm.ts";
import { checkChannels, type Running } from "./channels.ts";

const groupCall = layerCall(
  "groupNorm",
  {
    x: required(tensorRule("float")),
    numGroups: required(size()),
    weight: maybeFloats(),
    bias: maybeFloats(),
  },
  {
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
  },
  { example: "groupNorm(x, 2, weight, bias, { eps: 1e-6 })" },
);

/** Options of `functional.groupNorm`. */
export interface GroupNormFunctionOptions extends OptionsOf<typeof groupCall> {}

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
  const { eps } = groupCall([x, numGroups, weight, bias, options]);
  checkChannels("groupNorm", { x, weight, bias }, true);
  return normalizeGroups("groupNorm", x, numGroups, weight, bias, eps);
}

/** {@link groupNorm} of checked tensors. */
export function normalizeGroups(
  what: string,
  x: Tensor,
  numGroups: number,
  weight: Tensor | null,
  bias: Tensor | null,
  eps: number,
): Tensor {
  const [n, channels] = [x.size(0), x.size(1)];
  if (channels % numGroups !== 0)
    throw new ShapeError(
      `${what}: the ${channels} channels of input ${formatShape(x.shape)} do not divide into ${numGroups} groups ` +
        "(numGroups).",
    );
  const each = x.numel / Math.max(1, n * numGroups);
  const rows = x.reshape([n, numGroups, each]);
  return affine(fused.layerNorm(rows, [], { dims: 1, eps }).reshape(x.shape), weight, bias);
}

function affine(x: Tensor, weight: Tensor | null, bias: Tensor | null): Tensor {
  const scaled = weight ? x.mul(byChannel(weight, x)) : x;
  return bias ? scaled.add(byChannel(bias, x)) : scaled;
}

const instanceCall = layerCall(
  "instanceNorm",
  {
    x: required(tensorRule("float")),
    runningMean: maybeFloats(),
    runningVar: maybeFloats(),
    weight: maybeFloats(),
    bias: maybeFloats(),
  },
  {
    /** Whether to normalize by the input's own statistics, and to update the running ones. Default true. */
    useInputStats: flag(true),
    /** The share of the input in the updated running statistics, from 0 to 1. Default 0.1. */
    momentum: number(0.1),
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
  },
  { example: "instanceNorm(x, null, null, weight, bias, { eps: 1e-6 })" },
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
  const { useInputStats, momentum, eps } = instanceCall([x, runningMean, runningVar, weight, bias, options]);
  const given = { x, runningMean, runningVar, weight, bias };
  const running = checkChannels("instanceNorm", given, useInputStats, 3);
  if (useInputStats) checkMomentum("instanceNorm", momentum, running);
  return normalizeInstances("instanceNorm", x, running, weight, bias, { useInputStats, momentum, eps });
}

/** {@link instanceNorm} of checked tensors. */
export function normalizeInstances(
  what: string,
  x: Tensor,
  running: Running | null,
  weight: Tensor | null,
  bias: Tensor | null,
  { useInputStats, momentum, eps }: { useInputStats: boolean; momentum: number; eps: number },
): Tensor {
  if (!useInputStats) {
    if (running === null) throw new ArgumentError(`${what}: there are no running statistics.`);
    return batchNormBy(x, running.mean.detach(), running.variance.detach(), weight, bias, eps);
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
  return affine(fused.layerNorm(rows, [], { dims: 1, eps }).reshape(x.shape), weight, bias);
}
