// Batch norms: the function and the layers.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, type Given, number, required, tensorRule } from "@saccade/tensor/contract";
import { type ClassOf, declare, type OptionsOf } from "../declare.ts";
import { batchNormBy, batchNorm as define } from "../definitions/batch-norm.ts";
import { withPlace } from "../place.ts";
import { maybeFloats, positive } from "../rules.ts";

import {
  ChannelNorm,
  channelKind,
  type channelRules,
  checkChannels,
  checkMomentum,
  type Running,
  updateRunning,
} from "./channel-norm.ts";

export const batchNormCall = /* @__PURE__ */ declare(
  "batchNorm(x, runningMean, runningVar, weight, bias, { training: true })",
  () => ({
    tensors: {
      x: required(tensorRule("float")),
      runningMean: maybeFloats(),
      runningVar: maybeFloats(),
      weight: maybeFloats(),
      bias: maybeFloats(),
    },
    options: {
      /** Whether to normalize by the statistics of the batch, and to update the running ones. Default false. */
      training: flag(false),
      /** The share of the batch in the updated running statistics, from 0 to 1. Default 0.1. */
      momentum: number(0.1),
      /** Added to the variance. Default 1e-5. */
      eps: positive(1e-5),
    },
  }),
);

/** Options of `functional.batchNorm`. */
export interface BatchNormFunctionOptions extends OptionsOf<typeof batchNormCall> {}

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
  const { training, momentum, eps } = batchNormCall([x, runningMean, runningVar, weight, bias, options]);
  if (x.ndim === 1 && x.numel === 0) return x.mul(1); // nothing of no channels, as in PyTorch
  const running = checkChannels("batchNorm", { x, runningMean, runningVar, weight, bias }, training);
  if (training) checkMomentum("batchNorm", momentum, running);
  return normalizeBatch("batchNorm", x, running, { weight, bias, training, momentum, eps });
}

/** How channels are normalized. */
export interface ChannelSettings {
  readonly weight: Tensor | null;
  readonly bias: Tensor | null;
  /** By the statistics of the input. */
  readonly training: boolean;
  /** The share of the input in the running statistics: a number, or a scalar tensor. */
  readonly momentum: number | Tensor;
  readonly eps: number;
}

/** {@link batchNorm} of checked tensors. */
export function normalizeBatch(
  what: string,
  x: Tensor,
  running: Running | null,
  { weight, bias, training, momentum, eps }: ChannelSettings,
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

/** Options of BatchNorm1d, BatchNorm2d and BatchNorm3d. By default, `affine` and `trackRunningStats` are true. */
export interface BatchNormOptions extends Given<ReturnType<typeof channelRules>> {}

/** The common part of BatchNorm1d, BatchNorm2d and BatchNorm3d. */
abstract class BatchNorm extends ChannelNorm {
  /**
   * In training mode, normalizes by the statistics of x and updates the running ones; in eval mode by the running ones, or
   * those of x if none are tracked.
   *
   * @throws ShapeError for another number of channels or dims, or in training mode for one value per channel.
   */
  override forward(x: Tensor): Tensor {
    try {
      const { what, running } = this.checked(x);
      const momentum = this.training && running ? this.count() : 0;
      const { weight, bias, eps } = this;
      const training = this.training || running === null;
      return normalizeBatch(what, x, running, { weight, bias, training, momentum, eps });
    } catch (error) {
      throw withPlace(error, this);
    }
  }
}

/** A batch norm of inputs x. */
function batchLayer(
  name: string,
  x: string,
): ClassOf<[numFeatures: number, options?: BatchNormOptions], BatchNorm> {
  const kind = channelKind(name, 2, x, true, "{ momentum: 0.01 }");
  return class extends BatchNorm {
    constructor(...given: readonly unknown[]) {
      super(kind, given);
    }
  };
}

/**
 * Normalizes each channel over the batch, as {@link functional.batchNorm} does: (n, c) or (n, c, l) → the same (Ioffe &
 * Szegedy 2015). Parameters: `weight` and `bias` (c). Buffers: `running_mean` and `running_var` (c), which eval mode
 * normalizes by, and `num_batches_tracked`.
 * The weight starts as ones, the bias as zeros, the running statistics as 0 and 1.
 *
 * @example new BatchNorm1d(1).forward(tensor([[1], [3]])) // tensor([[-1.0000], [1.0000]])
 */
export class BatchNorm1d extends /* @__PURE__ */ batchLayer(
  "BatchNorm1d",
  "x float (n, numFeatures) | (n, numFeatures, l)",
) {}

/**
 * {@link BatchNorm1d} for images: (n, c, h, w) → the same.
 * The weight starts as ones, the bias as zeros, the running statistics as 0 and 1.
 *
 * @example new BatchNorm2d(16).forward(randn([8, 16, 4, 4])).shape // [8, 16, 4, 4]
 */
export class BatchNorm2d extends /* @__PURE__ */ batchLayer(
  "BatchNorm2d",
  "x float (n, numFeatures, h, w)",
) {}

/**
 * {@link BatchNorm1d} for volumes: (n, c, d, h, w) → the same.
 * The weight starts as ones, the bias as zeros, the running statistics as 0 and 1.
 *
 * @example new BatchNorm3d(2).forward(randn([8, 2, 3, 4, 4])).shape // [8, 2, 3, 4, 4]
 */
export class BatchNorm3d extends /* @__PURE__ */ batchLayer(
  "BatchNorm3d",
  "x float (n, numFeatures, d, h, w)",
) {}
