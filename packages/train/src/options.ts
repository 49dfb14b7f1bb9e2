import type { LossResult } from "@saccade/autograd";
import type { CheckpointModel, Optimizer, Scheduler } from "@saccade/nn";
import type { EarlyStoppingOptions } from "./early-stopping.ts";
import type { Numbers } from "./events.ts";

/** What is trained: a Module. */
export interface TrainedModel extends CheckpointModel {
  train(): unknown;
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
  readonly length?: number;
}

/** Every so many epochs or optimizer steps. */
export type Interval = { readonly epochs: number } | { readonly steps: number };

/** When a run ends. At least one must be given; Infinity runs until `stop()`. */
export interface Limits {
  /** Passes over the data. */
  readonly maxEpochs?: number | undefined;
  /** Optimizer steps, over all epochs. */
  readonly maxSteps?: number | undefined;
}

export interface TrainerOptions<B> extends Limits {
  readonly model: TrainedModel;
  readonly optimizer: Optimizer;
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

/** @throws RangeError, TypeError naming the option. */
export function checkOptions<B>(options: TrainerOptions<B>): void {
  const { data, validationData, trainingStep, validateEvery, checkpointEvery } = options;
  const { accumulateGradBatches = 1, validationStep } = options;
  requireFunction("trainingStep", trainingStep);
  if (validationStep !== undefined) requireFunction("validationStep", validationStep);
  requireIterable("data", data);
  if (validationData !== undefined) requireIterable("validationData", validationData);
  else if (validateEvery !== undefined || validationStep !== undefined) {
    throw new TypeError("Trainer: there is a validationStep or validateEvery, but no validationData.");
  }
  requireCount("accumulateGradBatches", accumulateGradBatches);
  for (const [name, interval] of Object.entries({ validateEvery, checkpointEvery })) {
    if (interval === undefined) continue;
    if ("epochs" in interval) requireCount(`${name}.epochs`, interval.epochs);
    else requireCount(`${name}.steps`, interval.steps);
  }
  checkLimits(options);
}

/** @throws RangeError unless there is a limit, each a whole number of at least 0, or Infinity. */
export function checkLimits({ maxEpochs, maxSteps }: Limits): void {
  if (maxEpochs === undefined && maxSteps === undefined) {
    throw new RangeError("Trainer: give maxEpochs or maxSteps; Infinity runs until stop().");
  }
  for (const [name, value] of Object.entries({ maxEpochs, maxSteps })) {
    if (value === undefined || value === Number.POSITIVE_INFINITY) continue;
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      throw new RangeError(`Trainer: ${name} is ${value}; it must be a whole number ≥ 0, or Infinity.`);
    }
  }
}

function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`Trainer: ${name} is ${value}; it must be a whole number ≥ 1.`);
}

function requireFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw new TypeError(`Trainer: ${name} must be a function of a batch.`);
}

function requireIterable(name: string, value: unknown): void {
  if (typeof value === "object" && value !== null && Symbol.iterator in value) return;
  throw new TypeError(
    `Trainer: ${name} must be iterable, each iteration an epoch of batches: an array, or batches() of @saccade/datasets.`,
  );
}
