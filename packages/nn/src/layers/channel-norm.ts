// The common part of batch and instance norms: norms of channels with running statistics.
import { ArgumentError, DTypeError, ones, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import {
  badArgument,
  checkAddressable,
  checkSameBackend,
  formatShape,
  withoutTapes,
} from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { declare } from "../declare.ts";
import { Module } from "../module.ts";
import { assign, makeParameter, type Parameter } from "../parameter.ts";
import { positive, share } from "../rules.ts";
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
  momentum: c.nullable(share(0.1), 0.1),
  /** Whether a learned weight and bias follow. */
  affine: c.flag(affine),
  /** Whether running statistics are kept, by which eval mode normalizes. */
  trackRunningStats: c.flag(tracked),
  /** Whether the affine part has a bias. Default true. */
  bias: c.flag(true),
});

/** The batch norm, or the instance norm, of some dims. */
export interface ChannelKind {
  readonly name: string;
  /** The least number of dims, with the batch. */
  readonly rank: number;
  /** The tensor of `forward`. */
  readonly inputs: c.Tensors<string>;
  /** The settings for the arguments of the constructor. */
  readonly construct: (given: readonly unknown[]) => LayerSettings;
}

interface LayerSettings extends c.Settings<ReturnType<typeof channelRules>> {
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
    positional: { numFeatures: c.required(c.size()) },
    options: channelRules(on, on),
  }));
  return { name, rank, construct, inputs: c.tensors<string>(`${name}.forward`, x) };
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
