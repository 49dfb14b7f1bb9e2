import type { Scheduler } from "@saccade/nn";
import { getRandomState, type RandomState, setRandomState } from "@saccade/tensor";
import { ArgumentError, describeValue } from "@saccade/tensor/checks";
import { BestWeights, EarlyStopping } from "./early-stopping.ts";
import type { Limits, Numbers, TrainerEvent } from "./events.ts";
import { type Interval, type TrainerSettings, warnOfSchedule } from "./options.ts";
import { firstState, type TrainerState } from "./state.ts";
import {
  addNumbers,
  type BatchSteps,
  batchSteps,
  evaluateBatch,
  Modes,
  type Next,
  RunRandom,
  type StepNumbers,
  trainOnBatch,
  trainOnBatches,
} from "./step.ts";

/**
 * The steps of the loop: events to report; "boundary", between two optimizer steps, where a run may pause
 * and be saved; "breath", within a validation; "checkpoint", when one is due.
 */
export type Mark =
  | TrainerEvent
  | { readonly type: "boundary" }
  | { readonly type: "breath" }
  | { readonly type: "checkpoint due" };

export type EndReason = "finished" | "earlyStopping";

/**
 * The loop over epochs and steps, as a generator that waits for nothing: the caller decides when to continue, so that
 * synchronous and pausable runs share one loop. The state changes before its event is emitted, so that a run
 * that is dropped at any mark resumes from there.
 */
export class TrainingLoop<B> {
  readonly options: TrainerSettings<B>;
  state: TrainerState = firstState;
  limits: Limits;
  /** While the loop computes, the caller lends it these. */
  readonly random: RunRandom = new RunRandom();
  readonly modes: Modes;
  /** The weights that early stopping goes back to; null where it does not. */
  readonly best: BestWeights | null;
  readonly #earlyStopping: EarlyStopping | null;
  readonly #steps: BatchSteps<B>;
  #iterator: Iterator<B> | null = null;
  #exhausted: boolean = false;
  // Whether the next iteration restarts an epoch, and must skip the batches that are done.
  #passOver: boolean;
  // The position of data and random numbers after the last whole step, to restore if a step fails.
  #place: { readonly data: unknown; readonly random: RandomState } | null = null;

  constructor(options: TrainerSettings<B>) {
    warnOfSchedule(options);
    const { optimizer, trainingStep, compile, earlyStopping, validationData } = options;
    this.options = options;
    this.modes = new Modes(options.model);
    this.#steps = batchSteps(optimizer, trainingStep, compile);
    this.limits = options;
    this.#passOver = options.data.restore === undefined;
    this.#earlyStopping =
      earlyStopping === undefined ? null : new EarlyStopping(earlyStopping, validationData !== undefined);
    this.best = this.#earlyStopping?.restores ? new BestWeights() : null;
  }

  get epoch(): number {
    return this.state.losses.length;
  }

  /** The position of the data; within an epoch that after the last step, even if others have iterated the data since. */
  get dataState(): unknown {
    return this.#place === null || this.#iterator === null ? this.options.data.state?.() : this.#place.data;
  }

  /** Moves the data. Throws without changing anything if the place is not one of theirs. */
  moveData(place: unknown): void {
    const { data } = this.options;
    data.restore?.(place);
    this.#passOver = data.restore === undefined || place === undefined;
    this.#place = null;
    try {
      this.#dropIterator();
    } catch {} // it belonged to the run that was left
  }

  #dropIterator(): void {
    const iterator = this.#iterator;
    this.#iterator = null;
    iterator?.return?.();
  }

  /** Training from the state on, to its end. */
  *run(): Generator<Mark, EndReason> {
    for (;;) {
      const epochEnds = this.state.epochEnded;
      if (this.#isDue(this.options.validateEvery, false)) yield* this.#validate();
      if (epochEnds) yield* this.#endEpoch();
      if (this.#checkpointDue(epochEnds)) {
        this.state = { ...this.state, checkpointedAt: this.state.step };
        yield { type: "checkpoint due" };
      }
      yield { type: "boundary" };
      const reason = this.#reasonToEnd();
      if (reason === "earlyStopping") this.best?.bringBack(this.options.model);
      if (reason !== null) return reason;
      const event = this.#advance();
      if (event !== null) yield event;
    }
  }

  #reasonToEnd(): EndReason | null {
    const { maxEpochs = Number.POSITIVE_INFINITY, maxSteps = Number.POSITIVE_INFINITY } = this.limits;
    if (this.#earlyStopping?.ends(this.state.earlyStopping)) return "earlyStopping";
    return this.epoch >= maxEpochs || this.state.step >= maxSteps ? "finished" : null;
  }

  // One optimizer step; null when the epoch had no more batches.
  #advance(): TrainerEvent | null {
    const start = performance.now();
    const { lr } = this.options.optimizer;
    const numbers = this.modes.training(() => this.#train());
    const { state } = this;
    if (numbers === null) {
      if (state.batch === 0)
        throw new ArgumentError(
          `Trainer: data gave no batches in epoch ${this.epoch + 1}. An object that can be iterated only once, such as a ` +
            "generator, lasts for one epoch: pass an array, or batches() of @saccade/datasets.",
        );
      this.state = { ...state, epochEnded: true };
      return null;
    }
    const { loss, gradNorm, sums, batches } = numbers;
    const seconds = (performance.now() - start) / 1000;
    if (this.options.scheduleEach === "step") schedule(this.options.scheduler, loss);
    const step = state.step + 1;
    const batch = state.batch + batches;
    const epochSums = { sums: addNumbers(state.sums, sums), seconds: state.seconds + seconds };
    this.state = { ...state, ...epochSums, step, batch };
    this.#peekAtEnd();
    const { loss: _, ...metrics } = sums;
    const epoch = this.epoch + 1;
    return { type: "step", step, epoch, batch, loss, gradNorm, lr, metrics, seconds, merged: 1 };
  }

  #train(): StepNumbers | null {
    const { optimizer, accumulateGradBatches: count, lossReduction: reduction } = this.options;
    const number = this.state.step + 1;
    this.#place ??= this.#standing();
    try {
      const numbers =
        count === 1
          ? trainOnBatch(this.#steps, this.#nextBatch(), number)
          : trainOnBatches(this.#steps, optimizer, () => this.#nextBatch(), { count, reduction, number });
      this.#place = this.#standing();
      return numbers;
    } catch (error) {
      this.#goBack();
      throw error;
    }
  }

  #standing(): { readonly data: unknown; readonly random: RandomState } {
    return { data: this.options.data.state?.(), random: getRandomState() };
  }

  // To before the step that failed, which may be tried again.
  #goBack(): void {
    if (this.#place === null) return;
    const { data, random } = this.#place;
    this.moveData(data);
    setRandomState(random);
  }

  // Where it is known how many batches an epoch has, its end comes with its last step, not before the next one.
  #peekAtEnd(): void {
    const { batchesPerEpoch, length } = this.options.data;
    const known = batchesPerEpoch ?? length;
    if (!this.#exhausted && (known === undefined || this.state.batch < known)) return;
    if (!this.#exhausted && this.#nextBatch() !== null)
      throw new ArgumentError(
        `Trainer: data said ${known} batches an epoch, but gave more; correct its batchesPerEpoch or length.`,
      );
    this.state = { ...this.state, epochEnded: true };
    this.#place = this.#standing();
  }

  #nextBatch(): Next<B> {
    if (this.#iterator === null) this.#iterator = this.#startEpoch();
    const { done, value } = this.#iterator.next();
    if (done !== true) return { batch: value };
    this.#iterator = null;
    this.#exhausted = true;
    return null;
  }

  #startEpoch(): Iterator<B> {
    const { data } = this.options;
    this.#exhausted = false;
    const iterator = data[Symbol.iterator]();
    if (this.#passOver) for (let i = 0; i < this.state.batch; i++) if (iterator.next().done === true) break;
    this.#passOver = data.restore === undefined;
    return iterator;
  }

  // Before its events: early stop and schedule follow from this epoch's numbers.
  *#endEpoch(): Generator<Mark> {
    if (this.#isDue(this.options.validateEvery ?? { epochs: 1 }, true)) yield* this.#validate();
    const { state } = this;
    const { sums, batch, step, seconds } = state;
    const loss = this.#average(sums, batch, Number.isFinite);
    const validation = state.validatedAt === step ? state.validation : null;
    const losses = [...state.losses, loss];
    this.state = { ...state, losses, batch: 0, epochEnded: false, sums: {}, seconds: 0 };
    this.modes.list();
    this.#look("loss", { loss });
    const { scheduler, scheduleEach } = this.options;
    if (scheduleEach === "epoch") schedule(scheduler, validation?.["loss"] ?? loss);
    yield { type: "epoch", epoch: losses.length, step, loss, sums, seconds, validation };
  }

  /** The loss of an epoch or a validation. A validation may diverge without an end: its loss may be NaN or infinite. */
  #average(sums: Numbers, batches: number, holds: (loss: unknown) => boolean): number {
    const average: unknown =
      this.options.averageLoss?.(sums, batches) ?? (sums["loss"] ?? Number.NaN) / batches;
    if (typeof average === "number" && holds(average)) return average;
    throw new ArgumentError(
      `Trainer: averageLoss gave ${describeValue(average)} for ${JSON.stringify(sums)}; return a number.`,
    );
  }

  *#validate(): Generator<Mark> {
    const { trainingStep, validationStep = trainingStep, validationData } = this.options;
    if (validationData === undefined) return;
    const random = getRandomState();
    const place = validationData.state?.();
    const start = performance.now();
    let sums: Numbers = {};
    let batches = 0;
    let whole = false;
    const giveBack = this.modes.save();
    try {
      for (const batch of validationData) {
        this.modes.evaluating();
        sums = addNumbers(sums, evaluateBatch(validationStep, batch));
        batches++;
        yield { type: "breath" };
      }
      whole = true;
    } finally {
      giveBack();
      setRandomState(random);
      // Validation starts over. If it uses the training data, restore them, so that their epoch continues.
      if (validationData === this.options.data) this.moveData(this.#place?.data ?? place);
      else if (!whole) validationData.restore?.(place);
    }
    if (batches === 0)
      throw new ArgumentError("Trainer: validationData gave no batches; pass at least one, or leave it out.");
    const means = Object.entries(sums).map(([name, sum]): [string, number] => [name, sum / batches]);
    const metrics = { ...Object.fromEntries(means), loss: this.#average(sums, batches, () => true) };
    const { step, batch } = this.state;
    const epoch = batch > 0 ? this.epoch + 1 : this.epoch;
    this.state = { ...this.state, validatedAt: step, validation: onlyFinite(metrics) };
    this.#look("validation", prefixed(metrics));
    const seconds = (performance.now() - start) / 1000;
    yield { type: "validation", step, epoch, metrics, seconds };
  }

  #look(kind: "loss" | "validation", numbers: Numbers): void {
    const watch = this.#earlyStopping;
    if (watch === null || (watch.monitor === "loss") !== (kind === "loss")) return;
    const earlyStopping = watch.look(this.state.earlyStopping, numbers);
    if (earlyStopping.bad === 0) this.best?.take(this.options.model);
    this.state = { ...this.state, earlyStopping };
  }

  #isDue(every: Interval | undefined, epochEnds: boolean): boolean {
    const { step, validatedAt } = this.state;
    if (every === undefined || step === 0 || validatedAt === step) return false;
    if ("steps" in every) return !epochEnds && step % every.steps === 0;
    return epochEnds && (this.epoch + 1) % every.epochs === 0;
  }

  #checkpointDue(epochEnded: boolean): boolean {
    const { checkpointEvery: every } = this.options;
    const { step, checkpointedAt } = this.state;
    if (every === undefined || step === 0 || checkpointedAt === step) return false;
    return "steps" in every ? step % every.steps === 0 : epochEnded && this.epoch % every.epochs === 0;
  }
}

function prefixed(metrics: Numbers): Numbers {
  return Object.fromEntries(Object.entries(metrics).map(([name, x]) => [`validation.${name}`, x]));
}

// JSON has no NaN.
function onlyFinite(metrics: Numbers): Numbers {
  return Object.fromEntries(Object.entries(metrics).filter(([, x]) => Number.isFinite(x)));
}

function schedule(scheduler: Scheduler | undefined, loss: number): void {
  if (scheduler?.takesMetric) scheduler.step(loss);
  else scheduler?.step();
}
