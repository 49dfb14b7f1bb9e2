import type { LossResult } from "@saccade/autograd";
import type { CheckpointModel, Optimizer, Scheduler } from "@saccade/nn";
import type { EarlyStoppingOptions } from "./early-stopping.ts";
import type { Numbers } from "./events.ts";

/** The model to train: a Module, or an object with these methods. */
export interface TrainedModel extends CheckpointModel {
  /** Sets train mode. */
  train(): unknown;
  /** Sets eval mode. */
  eval(): unknown;
}

/**
 * Batches: each iteration gives an epoch. With `state` and `restore` (`batches()` of `@saccade/datasets` has them) a
 * checkpoint holds the place in the data; without, the first batches of a resumed epoch are skipped, which is exact
 * where an epoch always has the same order, such as in an array.
 */
export interface TrainingData<B> extends Iterable<B> {
  /** Where it stands, as JSON. */
  state?(): unknown;
  /** Goes on from a state. Throws, and has changed nothing, for one that does not fit. */
  restore?(state: unknown): void;
  /** How many batches an epoch has. `length` serves as well. */
  readonly batchesPerEpoch?: number;
  /** The same for an array. */
  readonly length?: number;
}

/** Every so many epochs or optimizer steps: { epochs: 1 } or { steps: 100 }, a whole number ≥ 1. */
export type Interval = { readonly epochs: number } | { readonly steps: number };

/** When a run ends. At least one must be given; Infinity runs until `stop()`. */
export interface Limits {
  /** Passes over the data, a whole number ≥ 0 or Infinity, counted over all runs. */
  readonly maxEpochs?: number | undefined;
  /** Optimizer steps, a whole number ≥ 0 or Infinity, counted over all epochs and runs. */
  readonly maxSteps?: number | undefined;
}

/** Options of a {@link Trainer}. */
export interface TrainerOptions<B> extends Limits {
  /** The model, which checkpoints hold and whose train and eval modes the trainer sets. */
  readonly model: TrainedModel;
  /** Of the model's parameters. */
  readonly optimizer: Optimizer;
  /** The training data: batches of any kind, which `trainingStep` takes. */
  readonly data: TrainingData<B>;
  /**
   * The loss of a batch, a scalar; or an object with it as `loss`, beside other single numbers (such as how many
   * tokens there were), which come back as the events' `metrics`. The trainer takes the gradients, clips and updates.
   */
  readonly trainingStep: (batch: B) => LossResult;
  /**
   * Whether the step is recorded once for each shape of batch and then replayed (`compile` of `@saccade/autograd`, with
   * its rules: a step that reads no values): faster, with the same numbers. Default false.
   */
  readonly compile?: boolean;
  /** Moves the learning rate on. ReduceLROnPlateau is given the validation's loss, or the training's without one. */
  readonly scheduler?: Scheduler | undefined;
  /** Whether the scheduler's step is an epoch, the default, or an optimizer step. */
  readonly scheduleEach?: "epoch" | "step";
  /** How many batches make one optimizer step; the last of an epoch may be of fewer. Default 1. */
  readonly accumulateGradBatches?: number;
  /**
   * Whether the gradients of accumulated batches are averaged, as befits a loss that is a mean over its batch, or
   * added, as befits a sum. Default "mean".
   */
  readonly lossReduction?: "mean" | "sum";
  /** How the loss of an epoch or a validation follows from sums over its batches. Default: sums.loss / batches. */
  readonly averageLoss?: (sums: Numbers, batches: number) => number;
  /** Data to measure on, with the model in eval mode. Its random numbers do not touch the training's. */
  readonly validationData?: TrainingData<B> | undefined;
  /** Like `trainingStep`, for validation data; nothing is recorded. Default: `trainingStep`. */
  readonly validationStep?: (batch: B) => LossResult;
  /** Default: after each epoch. */
  readonly validateEvery?: Interval;
  /** Ends the run when a number no longer improves. */
  readonly earlyStopping?: EarlyStoppingOptions | undefined;
  /** How often a `checkpoint` event comes. Default: never; `checkpoint()` gives one at any time. */
  readonly checkpointEvery?: Interval | undefined;
  /** JSON that checkpoints carry, such as the settings that the model was built with. */
  readonly extra?: unknown;
}
