import { ones, type Tensor, zeros } from "@saccade/tensor";
import { checkAddressable } from "@saccade/tensor/backend";
import {
  flag,
  nullable,
  type OptionsOf,
  required,
  size,
  type Tensors,
  tensors,
} from "@saccade/tensor/contract";
import { normalizeBatch } from "../functional/batch-norm.ts";
import { checkChannels, type Running } from "../functional/channels.ts";
import { Module } from "../module.ts";
import { assign, makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { layerCall, positive, share } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

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
const batchCall = (layer: string) =>
  layerCall(layer, { numFeatures: required(size()) }, channelRules(true, true), {
    example: `new ${layer}(16, { momentum: 0.01 })`,
  });

/** Options of BatchNorm1d, BatchNorm2d and BatchNorm3d. By default, `affine` and `trackRunningStats` are true. */
export interface BatchNormOptions extends OptionsOf<ReturnType<typeof batchCall>> {}

interface ChannelSettings {
  readonly numFeatures: number;
  readonly eps: number;
  readonly momentum: number | null;
  readonly affine: boolean;
  readonly trackRunningStats: boolean;
  readonly bias: boolean;
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

  constructor(layer: string, settings: ChannelSettings) {
    const { numFeatures, eps, momentum, affine, bias, trackRunningStats } = settings;
    const shape = [numFeatures];
    checkAddressable(layer, shape);
    super();
    this.numFeatures = numFeatures;
    this.eps = eps;
    this.momentum = momentum;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
    this.bias = affine && bias ? makeParameter(shape, () => zeros(shape)) : null;
    const tracked = (make: () => Tensor): Tensor | null => (trackRunningStats ? make() : null);
    this.running_mean = this.registerBuffer(
      "running_mean",
      tracked(() => zeros(shape)),
    );
    this.running_var = this.registerBuffer(
      "running_var",
      tracked(() => ones(shape)),
    );
    this.num_batches_tracked = this.registerBuffer(
      "num_batches_tracked",
      tracked(() => zeros([], { dtype: "int32" })),
    );
  }

  /** Checks weight, bias and statistics, which a program may have replaced. */
  protected checked(what: string, x: Tensor, rank: number): Running | null {
    const { running_mean: runningMean, running_var: runningVar, weight, bias } = this;
    return checkChannels(what, { x, runningMean, runningVar, weight, bias }, true, rank);
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

/** The common part of BatchNorm1d, BatchNorm2d and BatchNorm3d. */
abstract class BatchNorm extends ChannelNorm {
  readonly #what: string;
  readonly #inputs: Tensors<string>;

  constructor(layer: string, inputs: Tensors<string>, settings: ChannelSettings) {
    super(layer, settings);
    this.#what = layer;
    this.#inputs = inputs;
  }

  /**
   * In training mode, normalizes by the statistics of x and updates the running ones; in eval mode by the running ones, or
   * those of x if none are tracked.
   *
   * @throws ShapeError for another number of channels or dims, or in training mode for one value per channel.
   */
  override forward(x: Tensor): Tensor {
    try {
      this.#inputs.check([x], { numFeatures: this.numFeatures });
      const running = this.checked(this.#what, x, 2);
      const momentum = this.training && running ? this.count() : 0;
      const { weight, bias, eps } = this;
      const training = this.training || running === null;
      return normalizeBatch(this.#what, x, running, weight, bias, { training, momentum, eps });
    } catch (error) {
      throw withPlace(error, this);
    }
  }
}

const [make1d, make2d, make3d] = [
  batchCall("BatchNorm1d"),
  batchCall("BatchNorm2d"),
  batchCall("BatchNorm3d"),
];
const inputs1d = tensors("BatchNorm1d.forward", "x float (n, numFeatures) | (n, numFeatures, l)");
const inputs2d = tensors("BatchNorm2d.forward", "x float (n, numFeatures, h, w)");
const inputs3d = tensors("BatchNorm3d.forward", "x float (n, numFeatures, d, h, w)");

/**
 * Normalizes each channel over the batch, as {@link functional.batchNorm} does: (n, c) or (n, c, l) → the same (Ioffe &
 * Szegedy 2015). Parameters: `weight` and `bias` (c). Buffers: `running_mean` and `running_var` (c), which eval mode
 * normalizes by, and `num_batches_tracked`.
 *
 * @example new BatchNorm1d(1).forward(tensor([[1], [3]])) // tensor([[-1.0000], [1.0000]])
 */
export class BatchNorm1d extends BatchNorm {
  /** The weight starts as ones, the bias as zeros, the running statistics as 0 and 1. */
  constructor(numFeatures: number, options?: BatchNormOptions) {
    super("BatchNorm1d", inputs1d, make1d([numFeatures, options]));
  }
}

/**
 * {@link BatchNorm1d} for images: (n, c, h, w) → the same.
 *
 * @example new BatchNorm2d(16).forward(randn([8, 16, 4, 4])).shape // [8, 16, 4, 4]
 */
export class BatchNorm2d extends BatchNorm {
  /** The weight starts as ones, the bias as zeros, the running statistics as 0 and 1. */
  constructor(numFeatures: number, options?: BatchNormOptions) {
    super("BatchNorm2d", inputs2d, make2d([numFeatures, options]));
  }
}

/**
 * {@link BatchNorm1d} for volumes: (n, c, d, h, w) → the same.
 *
 * @example new BatchNorm3d(2).forward(randn([8, 2, 3, 4, 4])).shape // [8, 2, 3, 4, 4]
 */
export class BatchNorm3d extends BatchNorm {
  /** The weight starts as ones, the bias as zeros, the running statistics as 0 and 1. */
  constructor(numFeatures: number, options?: BatchNormOptions) {
    super("BatchNorm3d", inputs3d, make3d([numFeatures, options]));
  }
}
