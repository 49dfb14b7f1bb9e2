import type { LossResult } from "@saccade/autograd";
import type { CheckpointModel, Optimizer, Scheduler } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import type { EarlyStoppingOptions } from "./early-stopping.ts";
import { checkSomeLimit, limitRules, type Numbers, otherLimits } from "./events.ts";
import { batchesOf, interval, jsonValue, moduleOf, withMethods } from "./rules.ts";

// A trainer's options, and warnings of those that hardly make sense.

/** The model to train: a Module, or an object with these methods. */
export interface TrainedModel extends CheckpointModel {
  /** Sets train mode. */
  train(): unknown;
  /** Sets eval mode. */
  eval(): unknown;
  /** Whether it is in train mode. */
  readonly training?: boolean;
  /** All modules in it, whose modes are given back after a validation. */
  modules?(): Iterable<{ training: boolean }>;
}

/**
 * Batches. Each iteration is one epoch. With `state` and `restore` (`DataLoader` and `batches()` of `@saccade/datasets` have
 * them) a checkpoint holds the place in the data. Without, the first batches of a resumed epoch are passed over, which is
 * exact where every epoch has the same order, as in an array; saving and loading warn of anything else.
 *
 * The trainer asks for the `state` between batches: those that an iteration gave count as done. After `restore(state)` it
 * starts a new iteration, which gives the rest of that epoch.
 */
export interface TrainingData<B> extends Iterable<B> {
  /** The current position, as JSON. */
  state?(): unknown;
  /**
   * Continues from a state, undefined for a file without one. For a state that does not match, throws without changing
   * anything.
   */
  restore?(state: unknown): void;
  /** False if a state does not determine the batches that follow. */
  readonly canResume?: boolean;
  /** The number of batches in an epoch, Infinity if it is not known. `length` works too. */
  readonly batchesPerEpoch?: number;
  /** The same for an array. */
  readonly length?: number;
}

/** An interval in epochs or optimizer steps: { epochs: 1 } or { steps: 100 }, a whole number ≥ 1. */
export type Interval = { readonly epochs: number } | { readonly steps: number };

const batchLoss = c.withFix(
  c.callable<(batch: never) => LossResult>(),
  "write trainingStep: (batch) => the batch's loss",
);

const anOptimizer = c.withFix(
  withMethods<Optimizer>("an optimizer", ["step", "update", "stateDict"]),
  "write new Adam(model, { lr: 0.001 })",
);

const aScheduler = c.withFix(
  withMethods<Scheduler>("a scheduler", ["step", "stateDict"]),
  "write new StepLR(optimizer, { stepSize: 10 })",
);

/** Other libraries' options, each with its replacement. */
const elsewhere = {
  ...otherLimits,
  trainData: "write data",
  trainDataloader: "write data",
  trainDataloaders: "write data",
  dataset: "write data: batches({ tensors, batchSize })",
  valData: "write validationData",
  valDataloader: "write validationData",
  valDataloaders: "write validationData",
  loss: "write trainingStep: (batch) => the batch's loss",
  lossFn: "write trainingStep: (batch) => the batch's loss",
  criterion: "write trainingStep: (batch) => the batch's loss",
  callbacks: 'listen to events: trainer.on("epoch", ({ epoch, loss }) => …)',
  onEpoch: 'listen to events: trainer.on("epoch", ({ epoch, loss }) => …)',
  onStep: 'listen to events: trainer.on("step", ({ step, loss }) => …)',
  clipGradNorm: "give it to the optimizer: new Adam(model, { lr, clipGradNorm: 1 })",
  gradientClipVal: "give the optimizer clipGradNorm: new Adam(model, { lr, clipGradNorm: 1 })",
  lr: "give it to the optimizer: new Adam(model, { lr: 0.001 })",
  patience: "write earlyStopping: { patience: 3 }",
};

/** The contract of {@link Trainer}. */
const trainerOptions = c.options(
  "new Trainer({ model, optimizer, data, trainingStep: ({ x, y }) => mseLoss(model.forward(x), y), maxEpochs: 10 })",
  {
    ...limitRules,
    /**
     * The model. The trainer saves it in checkpoints. Steps run in train mode, except parts that are in eval mode in a model in
     * train mode; validation runs in eval mode; both restore the modes.
     */
    model: c.required(moduleOf<TrainedModel>()),
    /** The optimizer of the model's parameters. */
    optimizer: c.required(anOptimizer),
    data: c.required(batchesOf<TrainingData<unknown>>()),
    trainingStep: c.required(batchLoss),
    /**
     * Whether the step is captured once for each batch shape and then replayed (`compile` of `@saccade/autograd`, with
     * its rules: a step that reads no values): faster, with the same numbers. Default false.
     */
    compile: c.flag(false),
    /** Moves the learning rate on. ReduceLROnPlateau is given the validation's loss, or the training's without one. */
    scheduler: aScheduler,
    /**
     * The unit of the scheduler's steps (`tMax`, `stepSize`, `totalIters`, …): an epoch, the default, or an optimizer step.
     * A schedule that cannot come to its end within the trainer's limits gives a warning.
     */
    scheduleEach: c.oneOf(["epoch", "step"], "epoch"),
    /** The number of batches per optimizer step; the last step of an epoch may have fewer. Default 1. */
    accumulateGradBatches: c.whole(1, { min: 1 }),
    /**
     * Whether the gradients of accumulated batches are averaged, as befits a loss that is a mean over its batch, or
     * added, as befits a sum. Default "mean".
     */
    lossReduction: c.oneOf(["mean", "sum"], "mean"),
    /** Computes the loss of an epoch or a validation from sums over its batches. Default: sums.loss / batches. */
    averageLoss: c.callable<(sums: Numbers, batches: number) => number>(),
    validationData: batchesOf<TrainingData<unknown>>(),
    validationStep: batchLoss,
    /** Default: after each epoch. */
    validateEvery: interval<Interval>(),
    /** Ends the run when a metric no longer improves. */
    earlyStopping: c.unchecked<EarlyStoppingOptions>("options"),
    /** The interval of `checkpoint` events. Default: never; call `checkpoint()` at any time. */
    checkpointEvery: interval<Interval>(),
    /** JSON saved in checkpoints, such as the model's settings. */
    extra: jsonValue,
  },
  {
    renamed: elsewhere,
  },
);

/** The options that take batches. */
interface BatchOptions<B> {
  /** The training data: batches of any kind, which `trainingStep` takes. */
  readonly data: TrainingData<B>;
  /**
   * The loss of a batch, a scalar; or an object with it as `loss` and other single numbers (such as the number
   * of tokens), which become the events' `metrics`. The trainer takes the gradients, clips and updates.
   */
  readonly trainingStep: (batch: B) => LossResult;
  /** Validation data, evaluated with the model in eval mode. Does not affect the random state of training. */
  readonly validationData?: TrainingData<B> | undefined;
  /** Like `trainingStep`, for validation data, without gradients. Default: `trainingStep`. */
  readonly validationStep?: ((batch: B) => LossResult) | undefined;
}

/** Options of a {@link Trainer}. */
export interface TrainerOptions<B>
  extends Omit<c.OptionsOf<typeof trainerOptions, typeof limitRules>, keyof BatchOptions<B>>,
    BatchOptions<B> {}

/** {@link TrainerOptions} with their defaults. */
export interface TrainerSettings<B>
  extends Omit<c.SettingsOf<typeof trainerOptions>, keyof BatchOptions<B>>,
    BatchOptions<B> {}

/** The settings of a Trainer. @throws ArgumentError for options that break the contract, or contradict each other. */
export function settingsOf<B>(given: TrainerOptions<B>): TrainerSettings<B> {
  const settings = trainerOptions(given) as TrainerSettings<B>;
  const { optimizer, scheduler, validationData, validationStep, validateEvery } = settings;
  if (scheduler !== undefined && scheduler.optimizer !== optimizer)
    throw new ArgumentError(
      "Trainer: scheduler schedules another optimizer than the trainer's; make it of that one.",
    );
  if (validationData === undefined && (validateEvery !== undefined || validationStep !== undefined))
    throw new ArgumentError("Trainer: there is a validationStep or validateEvery, but no validationData.");
  checkSomeLimit("Trainer", settings);
  return settings;
}

/** Warns of data whose place a checkpoint cannot hold. `what` is the method that was called. */
export function warnOfData(what: string, data: TrainingData<unknown>): void {
  const problem = whyInexact(data);
  if (problem !== null) console.warn(`saccade: ${what}: ${problem}`);
}

function whyInexact(data: TrainingData<unknown>): string | null {
  if (data.canResume === false)
    return (
      "the sampler of data has no state() and restore(state), so that a resumed run goes on with the same batches only " +
      "where the sampler's order is the same in every epoch."
    );
  if (data.restore !== undefined || Array.isArray(data)) return null;
  return (
    "data have no state() and restore(state), so that a resumed run passes over the first batches of its epoch, which is exact " +
    "only where every epoch has the same order. Add both methods, or use DataLoader or batches() of @saccade/datasets."
  );
}

/** Warns of a schedule that a run is too short for: usually its steps were counted in the other unit. */
export function warnOfSchedule<B>(options: TrainerSettings<B>): void {
  const { scheduler, scheduleEach } = options;
  const needed = scheduler?.totalSteps ?? 0;
  const found = stepsOf(options);
  if (scheduler === undefined || needed <= found) return;
  const [unit, other] = scheduleEach === "epoch" ? ["epochs", "step"] : ["optimizer steps", "epoch"];
  console.warn(
    `saccade: Trainer: the ${scheduler.kind} takes ${needed} steps, but it counts ${unit} (scheduleEach: "${scheduleEach}"), ` +
      `and the run ends after ${found} of them. Give it at most ${found}, or write scheduleEach: "${other}".`,
  );
}

/** The steps of the schedule in a run up to the trainer's limits; Infinity if they are not known. */
function stepsOf<B>(options: TrainerSettings<B>): number {
  const { scheduleEach, data, accumulateGradBatches } = options;
  const { maxEpochs = Number.POSITIVE_INFINITY, maxSteps = Number.POSITIVE_INFINITY } = options;
  const batches = data.batchesPerEpoch ?? data.length;
  const known = batches !== undefined && Number.isFinite(batches);
  const perEpoch = known ? Math.ceil(batches / accumulateGradBatches) : null;
  if (scheduleEach === "epoch")
    return perEpoch === null || perEpoch === 0
      ? maxEpochs
      : Math.min(maxEpochs, Math.floor(maxSteps / perEpoch));
  return perEpoch === null ? maxSteps : Math.min(maxSteps, maxEpochs * perEpoch);
}
