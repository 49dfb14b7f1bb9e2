import { ShapeError, type Tensor } from "@saccade/tensor";
import { badArgument, formatShape, withoutTapes } from "@saccade/tensor/backend";
import { flag, number, type OptionsOf, required, tensorRule } from "@saccade/tensor/contract";
import { batchNormBy, batchNorm as define } from "../definitions/batch-norm.ts";
import { assign } from "../parameter.ts";
import { layerCall, maybeFloats, positive } from "../rules.ts";
import { checkChannels, type Running } from "./channels.ts";

const call = layerCall(
  "batchNorm",
  {
    x: required(tensorRule("float")),
    runningMean: maybeFloats(),
    runningVar: maybeFloats(),
    weight: maybeFloats(),
    bias: maybeFloats(),
  },
  {
    /** Whether to normalize by the statistics of the batch, and to update the running ones. Default false. */
    training: flag(false),
    /** The share of the batch in the updated running statistics, from 0 to 1. Default 0.1. */
    momentum: number(0.1),
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
  },
  { example: "batchNorm(x, runningMean, runningVar, weight, bias, { training: true })" },
);

/** Options of `functional.batchNorm`. */
export interface BatchNormFunctionOptions extends OptionsOf<typeof call> {}

/**
 * (x − mean) / √(variance + eps) · weight + bias by channel: x (n, c, …) → (n, c, …), the others (c) (Ioffe & Szegedy
 * 2015). With `training`, the mean and the biased variance are those of the batch, and `runningMean` and `runningVar`, if
 * given, are written: running · (1 − momentum) + statistic · momentum, of the unbiased variance. Otherwise they are the
 * running ones.
 *
 * @throws ShapeError unless x has 2 dims or more and the others c elements, or with `training` for one value per channel;
 * ArgumentError without running statistics unless `training`, or for statistics that are written with a momentum that is
 * no share; BackendError if a gradient of a running statistic is
 * being recorded.
 * @example functional.batchNorm(tensor([[1], [3]]), tensor([1]), tensor([4]), null, null, { eps: 0 }) // tensor([[0], [1]])
 */
export function batchNorm(
  x: Tensor,
  runningMean: Tensor | null = null,
  runningVar: Tensor | null = null,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  options?: BatchNormFunctionOptions,
): Tensor {
  const { training, momentum, eps } = call([x, runningMean, runningVar, weight, bias, options]);
  if (x.ndim === 1 && x.numel === 0) return x.mul(1); // nothing of no channels, as in PyTorch
  const running = checkChannels("batchNorm", { x, runningMean, runningVar, weight, bias }, training);
  if (training) checkMomentum("batchNorm", momentum, running);
  return normalizeBatch("batchNorm", x, running, weight, bias, { training, momentum, eps });
}

/** How a batch is normalized. */
interface BatchSettings {
  /** By the statistics of the batch. */
  readonly training: boolean;
  /** The share of the batch in the running statistics: a number, or a scalar tensor. */
  readonly momentum: number | Tensor;
  readonly eps: number;
}

/** @throws ArgumentError for a momentum outside of 0 to 1: a running variance could become negative. */
export function checkMomentum(what: string, momentum: number, running: Running | null): void {
  if (running !== null && !(momentum >= 0 && momentum <= 1))
    throw badArgument(what, "momentum", "a number from 0 to 1", momentum);
}

/** {@link batchNorm} of checked tensors. */
export function normalizeBatch(
  what: string,
  x: Tensor,
  running: Running | null,
  weight: Tensor | null,
  bias: Tensor | null,
  { training, momentum, eps }: BatchSettings,
): Tensor {
  // A view of the running statistics, so that a later step may write them while a tape holds the view.
  if (!training) return batchNormBy(x, running!.mean.detach(), running!.variance.detach(), weight, bias, eps);
  const count = x.numel / (x.size(1) || 1);
  if (count === 1)
    throw new ShapeError(
      `${what}: input ${formatShape(x.shape)} has one value per channel, and its variance is 0; train with larger ` +
        "batches, or call eval() first.",
    );
  const { output, mean, variance } = define(x, weight, bias, eps);
  if (running !== null && count > 0) updateRunning(running, mean, variance, count, momentum);
  return output;
}

/** Writes running statistics: running · (1 − momentum) + statistic · momentum, of the unbiased variance. */
export function updateRunning(
  running: Running,
  mean: Tensor,
  variance: Tensor,
  count: number,
  momentum: number | Tensor,
): void {
  withoutTapes(() => {
    const blend = (old: Tensor, now: Tensor): void =>
      typeof momentum === "number"
        ? assign(old, old.mul(1 - momentum).add(now.mul(momentum)))
        : assign(old, old.add(now.sub(old).mul(momentum)));
    blend(running.mean, mean);
    blend(running.variance, variance.mul(count / (count - 1)));
  });
}
