// Norms of channels with running statistics: what batch and instance norms share, and batch norms, function and layers.
import { ArgumentError, DTypeError, ones, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import {
  badArgument,
  checkAddressable,
  checkSameBackend,
  formatShape,
  withoutTapes,
} from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  nullable,
  number,
  required,
  type Settings,
  size,
  type Tensors,
  tensorRule,
  tensors,
} from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { batchNormBy, batchNorm as define } from "../definitions/batch-norm.ts";
import { Module } from "../module.ts";
import { assign, makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { maybeFloats, positive, share } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

/** Running statistics of c channels, each (c). */
export interface Running {
  readonly mean: Tensor;
  readonly variance: Tensor;
}

interface ByChannel {
  readonly x: Tensor;
  readonly runningMean?: Tensor | null | undefined;
  readonly runningVar?: Tensor | null | undefined;
  readonly weight?: Tensor | null | undefined;
  readonly bias?: Tensor | null | undefined;
}

/**
 * Checks tensors that hold something for each channel of x. Returns the running statistics, or null.
 *
 * @throws ShapeError for a shape that is not (c), or an x with fewer than `rank` dims; DTypeError for another dtype than
 * x's; BackendError on another backend; ArgumentError for one running statistic without the other, or for none without `own`,
 * the input's own statistics.
 */
export function checkChannels(
  what: string,
  { x, ...others }: ByChannel,
  own: boolean,
  rank: number = 2,
): Running | null {
  if (x.ndim < rank)
    throw new ShapeError(
      `${what}: input ${formatShape(x.shape)}, expected ${rank === 2 ? "(n, c, …)" : "(n, c, l, …)"}, at least ${rank} dims.`,
    );
  const channels = x.size(1);
  for (const [name, value] of Object.entries(others)) {
    if (!value) continue;
    if (value.ndim !== 1 || value.numel !== channels)
      throw new ShapeError(
        `${what}: ${name} is ${formatShape(value.shape)}, expected [${channels}]: one for each channel of input ` +
          `${formatShape(x.shape)}.`,
      );
    if (value.dtype !== x.dtype)
      throw new DTypeError(
        `${what}: ${name} is ${value.describe()}, the input ${x.dtype}; convert one of them with to("${x.dtype}").`,
      );
    checkSameBackend(what, [x, value]);
  }
  const { runningMean: mean, runningVar: variance } = others;
  if (mean && variance) return { mean, variance };
  if (!mean && !variance && own) return null;
  throw new ArgumentError(
    `${what}: ${mean || variance ? "one running statistic is given without the other" : "there are no running statistics"}; ` +
      `give runningMean and runningVar${own ? ", or neither" : ", or normalize by those of the input"}.`,
  );
}

/** @throws ArgumentError for a momentum outside of 0 to 1: a running variance could become negative. */
export function checkMomentum(what: string, momentum: number, running: Running | null): void {
  if (running !== null && !(momentum >= 0 && momentum <= 1))
    throw badArgument(what, "momentum", "a number from 0 to 1", momentum);
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

/** The options of a norm over channels. */
export const channelRules = (affine: boolean, tracked: boolean) => ({
  /** Added to the variance. Default 1e-5. */
  eps: positive(1e-5),
  /** The share of a batch in the running statistics, from 0 to 1; null for the mean over all batches. Default 0.1. */
  momentum: nullable(share(0.1), 0.1),
  /** Whether a learned weight and bias follow. */
  affine: flag(affine),
  /** Whether running statistics are kept, by which eval mode normalizes. */
  trackRunningStats: flag(tracked),
  /** Whether the affine part has a bias. Default true. */
  bias: flag(true),
});

/** The batch norm, or the instance norm, of some dims. */
export interface ChannelKind {
  readonly name: string;
  /** The least number of dims, with the batch. */
  readonly rank: number;
  /** The tensor of `forward`. */
  readonly inputs: Tensors<string>;
  /** The settings for the arguments of the constructor. */
  readonly construct: (given: readonly unknown[]) => LayerSettings;
}

interface LayerSettings extends Settings<ReturnType<typeof channelRules>> {
  readonly numFeatures: number;
}

/** Declares a norm of inputs x, whose layer is affine and tracked by default or not. */
export function channelKind(
  name: string,
  rank: number,
  x: string,
  on: boolean,
  example: string,
): ChannelKind {
  const construct = declare(`new ${name}(16, ${example})`, () => ({
    positional: { numFeatures: required(size()) },
    options: channelRules(on, on),
  }));
  return { name, rank, construct, inputs: tensors<string>(`${name}.forward`, x) };
}

/** The common part of batch norms and instance norms: a weight, a bias and running statistics of each channel. */
export abstract class ChannelNorm extends Module {
  /** The number of channels, c. */
  readonly numFeatures: number;
  /** Added to the variance. */
  readonly eps: number;
  /** The share of a batch in the running statistics; null for the mean over all batches. */
  readonly momentum: number | null;
  /** (c), or null. */
  weight: Parameter | null;
  /** (c), or null. */
  bias: Parameter | null;
  /** The running mean (c), a buffer; or null. */
  running_mean: Tensor | null;
  /** The running variance (c), a buffer; or null. */
  running_var: Tensor | null;
  /** How many batches the running statistics have seen, a buffer of int32; or null. */
  num_batches_tracked: Tensor | null;

  readonly #kind: ChannelKind;

  constructor(kind: ChannelKind, given: readonly unknown[]) {
    const { numFeatures, eps, momentum, affine, bias, trackRunningStats } = kind.construct(given);
    const shape = [numFeatures];
    checkAddressable(kind.name, shape);
    super();
    this.#kind = kind;
    this.numFeatures = numFeatures;
    this.eps = eps;
    this.momentum = momentum;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
    this.bias = affine && bias ? makeParameter(shape, () => zeros(shape)) : null;
    const buffer = (name: string, make: () => Tensor): Tensor | null =>
      this.registerBuffer(name, trackRunningStats ? make() : null);
    this.running_mean = buffer("running_mean", () => zeros(shape));
    this.running_var = buffer("running_var", () => ones(shape));
    this.num_batches_tracked = buffer("num_batches_tracked", () => zeros([], { dtype: "int32" }));
  }

  /** Checks x, and weight, bias and statistics, which a program may have replaced. x gets a batch where it has none. */
  protected checked(x: Tensor): { what: string; batch: Tensor; running: Running | null } {
    const { name: what, rank, inputs } = this.#kind;
    const { running_mean: runningMean, running_var: runningVar, weight, bias } = this;
    inputs.check([x], { numFeatures: this.numFeatures });
    const batch = x.ndim < rank ? x.unsqueeze(0) : x;
    return {
      what,
      batch,
      running: checkChannels(what, { x: batch, runningMean, runningVar, weight, bias }, true, rank),
    };
  }

  /** Counts a batch. Returns its share in the running statistics. */
  protected count(): number | Tensor {
    const counter = this.num_batches_tracked;
    if (counter === null) return this.momentum ?? 0;
    assign(counter, counter.add(1));
    return this.momentum ?? counter.to(this.running_mean!.dtype).reciprocal();
  }

  protected override describeOptions(): string {
    const { numFeatures, eps, momentum, weight, running_mean } = this;
    const affine = weight !== null;
    return showSettings({ numFeatures, eps, momentum, affine, trackRunningStats: running_mean !== null });
  }
}

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
): new (
  ...given: [numFeatures: number, options?: BatchNormOptions]
) => BatchNorm {
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
