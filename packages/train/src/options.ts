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
 * Batches. Each iteration is one epoch. With `state` and `restore` (`batches()` of `@saccade/datasets` has them) a
 * checkpoint holds the place in the data; without, the first batches of a resumed epoch are skipped, which is exact
 * where an epoch always has the same order, such as in an array.
 */
export interface TrainingData<B> extends Iterable<B> {
  /** The current position, as JSON. */
  state?(): unknown;
  /** Continues from a state. For a state that does not match, throws without changing anything. */
  restore?(state: unknown): void;
  /** The number of batches in an epoch. `length` works too. */
  readonly batchesPerEpoch?: number;
  /** The same for an array. */
  readonly length?: number;
}

/** An interval in epochs or optimizer steps: { epochs: 1 } or { steps: 100 }, a whole number ≥ 1. */
export type Interval = { readonly epochs: number } | { readonly steps: number };

/** The limits of a run. At least one is required; Infinity runs until `stop()`. */
export interface Limits {
  /** Passes over the data, a whole number ≥ 0 or Infinity, counted over all runs. */
  readonly maxEpochs?: number | undefined;
  /** Optimizer steps, a whole number ≥ 0 or Infinity, counted over all epochs and runs. */
  readonly maxSteps?: number | undefined;
}

/** Options of a {@link Trainer}. */
export interface TrainerOptions<B> extends Limits {
  /** The model. The trainer saves it in checkpoints and sets its train and eval modes. */
  readonly model: TrainedModel;
  /** The optimizer of the model's parameters. */
  readonly optimizer: Optimizer;
  /** The training data: batches of any kind, which `trainingStep` takes. */
  readonly data: TrainingData<B>;
  /**
   * The loss of a batch, a scalar; or an object with it as `loss`, beside other single numbers (such as how many
   * tokens there were), which come back as the events' `metrics`. The trainer takes the gradients, clips and updates.
   */
  readonly trainingStep: (batch: B) => LossResult;
  /**
   * Whether the step is captured once for each batch shape and then replayed (`compile` of `@saccade/autograd`, with
   * its rules: a step that reads no values): faster, with the same numbers. Default false.
   */
  readonly compile?: boolean;
  /** Moves the learning rate on. ReduceLROnPlateau is given the validation's loss, or the training's without one. */
  readonly scheduler?: Scheduler | undefined;
  /**
   * The unit of the scheduler's steps (`tMax`, `stepSize`, `totalIters`, …): an epoch, the default, or an optimizer step.
   * A schedule that cannot come to its end within the trainer's limits gives a warning.
   */
  readonly scheduleEach?: "epoch" | "step";
  /** The number of batches per optimizer step; the last step of an epoch may have fewer. Default 1. */
  readonly accumulateGradBatches?: number;
  /**
   * Whether the gradients of accumulated batches are averaged, as befits a loss that is a mean over its batch, or
   * added, as befits a sum. Default "mean".
   */
  readonly lossReduction?: "mean" | "sum";
  /** Computes the loss of an epoch or a validation from sums over its batches. Default: sums.loss / batches. */
  readonly averageLoss?: (sums: Numbers, batches: number) => number;
  /** Validation data, evaluated with the model in eval mode. Does not affect the random state of training. */
  readonly validationData?: TrainingData<B> | undefined;
  /** Like `trainingStep`, for validation data, without gradients. Default: `trainingStep`. */
  readonly validationStep?: (batch: B) => LossResult;
  /** Default: after each epoch. */
  readonly validateEvery?: Interval;
  /** Ends the run when a metric no longer improves. */
  readonly earlyStopping?: EarlyStoppingOptions | undefined;
  /** The interval of `checkpoint` events. Default: never; call `checkpoint()` at any time. */
  readonly checkpointEvery?: Interval | undefined;
  /** JSON saved in checkpoints, such as the model's settings. */
  readonly extra?: unknown;
}
