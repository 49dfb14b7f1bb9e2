import { ArgumentError } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import { bytes } from "./rules.ts";

// What a trainer tells, and what it is told: events, listeners, limits and controls.

const limit = c.rule(
  "a whole number ≥ 0, or Infinity",
  (value): value is number =>
    value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0),
);

/** The rules of limits. */
export const limitRules = {
  /** Passes over the data, a whole number ≥ 0 or Infinity, counted over all runs. */
  maxEpochs: limit,
  /** Optimizer steps, a whole number ≥ 0 or Infinity, counted over all epochs and runs. */
  maxSteps: limit,
};

/** Other names of the limits. */
export const otherLimits = {
  epoch: "write maxEpochs: 10",
  epochs: "write maxEpochs: 10",
  numEpochs: "write maxEpochs: 10",
  steps: "write maxSteps: 1000",
};

/** The limits of a run. At least one is required; Infinity runs until `stop()`. */
export interface Limits extends c.OptionsOf<c.Options<typeof limitRules>> {}

/** @throws ArgumentError unless there is a limit. */
export function checkSomeLimit(what: string, { maxEpochs, maxSteps }: Limits): void {
  if (maxEpochs === undefined && maxSteps === undefined)
    throw new ArgumentError(`${what}: give maxEpochs or maxSteps; Infinity runs until stop().`);
}

/** The status of a trainer: "idle" before and after a run, "paused" between two steps. */
export type TrainerStatus = "idle" | "running" | "paused";

/** Numbers by name. */
export type Numbers = Readonly<Record<string, number>>;

interface AtStep<Type extends string> {
  /** Names the event. */
  readonly type: Type;
  /** Optimizer steps completed so far, over all epochs and runs. */
  readonly step: number;
}

interface AfterEpochs<Type extends string> extends AtStep<Type> {
  /** Epochs completed so far. */
  readonly epoch: number;
}

interface InEpoch<Type extends string> extends AtStep<Type> {
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
}

/** A run starts, or continues after a stop or a restored checkpoint. */
export interface StartEvent extends AfterEpochs<"start"> {}

/** An optimizer step was completed. Over a worker's port, several steps may be merged into one event (`merged`). */
export interface StepEvent extends InEpoch<"step"> {
  /** Batches completed in that epoch. */
  readonly batch: number;
  /** The loss; for merged steps, their mean. */
  readonly loss: number;
  /** The norm of all gradients before clipping. */
  readonly gradNorm: number;
  /** The learning rate of the step. */
  readonly lr: number;
  /** The other numbers that the training step returned, summed over accumulated batches and merged steps. */
  readonly metrics: Numbers;
  /** The duration; for merged steps, the sum. */
  readonly seconds: number;
  /** The number of merged steps. */
  readonly merged: number;
}

/** A validation was completed. */
export interface ValidationEvent extends InEpoch<"validation"> {
  /** The loss, and the means over the batches of the other numbers that the validation step returned. */
  readonly metrics: Numbers;
  /** Seconds that the validation took. */
  readonly seconds: number;
}

/** An epoch was completed, including its validation. */
export interface EpochEvent extends InEpoch<"epoch"> {
  /** The mean of the batches' losses, or the result of `averageLoss`. */
  readonly loss: number;
  /** Sums over the batches: the loss, and the other numbers that the training step returned. */
  readonly sums: Numbers;
  /** The duration of its steps, including those before a resume; without validation, pauses and listeners. */
  readonly seconds: number;
  /** The last validation's metrics, if there was one in this epoch. */
  readonly validation: Numbers | null;
}

/** A checkpoint due by `checkpointEvery`. The run waits for the promises that listeners return, such as that of a write. */
export interface CheckpointEvent extends AfterEpochs<"checkpoint"> {
  /** A safetensors file, for `load`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The run was paused between two steps. */
export interface PauseEvent extends AtStep<"pause"> {}

/** The run was resumed. */
export interface ResumeEvent extends AtStep<"resume"> {}

/** `stop()` ended the run early. `fit()` continues from here. */
export interface StopEvent extends AfterEpochs<"stop"> {}

/** The loss of step `step` became NaN or infinite, so the parameters are unusable. The run has ended. */
export interface DivergedEvent extends AtStep<"diverged"> {
  /** The error's message. */
  readonly message: string;
}

/** The training step, the data, a listener or a worker threw an error. The run has ended. */
export interface TrainerErrorEvent extends AtStep<"error"> {
  /** The error's class. */
  readonly name: string;
  /** The error's message. */
  readonly message: string;
}

/** The run is complete. */
export interface DoneEvent extends AfterEpochs<"done"> {
  /** Whether the limits were reached, or `earlyStopping` ended the run. */
  readonly reason: "finished" | "earlyStopping";
}

/** The events of a trainer. Every run starts with `start` and ends with one of `done`, `stop`, `diverged` and `error`. */
export type TrainerEvent =
  | StartEvent
  | StepEvent
  | ValidationEvent
  | EpochEvent
  | CheckpointEvent
  | PauseEvent
  | ResumeEvent
  | StopEvent
  | DivergedEvent
  | TrainerErrorEvent
  | DoneEvent;

/** The name of a type of event, such as "epoch". */
export type TrainerEventType = TrainerEvent["type"];

/** The event of a type. */
export type EventOf<T extends TrainerEventType> = Extract<TrainerEvent, { readonly type: T }>;

/** The status of a trainer after each type of event; null where it stays. */
export const statusAfter: Readonly<Record<TrainerEventType, TrainerStatus | null>> = {
  start: "running",
  step: null,
  validation: null,
  epoch: null,
  checkpoint: null,
  pause: "paused",
  resume: "running",
  stop: "idle",
  diverged: "idle",
  error: "idle",
  done: "idle",
};

/**
 * A listener of events. If it throws, or returns a promise that rejects, the run ends. The run waits for the promises of
 * listeners of `checkpoint`, such as a file's write, before it continues; for others `fit()` waits at the end.
 */
export type Listener<E> = (event: E) => unknown;

/** Dispatches events to listeners, in the order in which they were added. */
export class Emitter {
  readonly #listeners: Set<{ readonly call: Listener<TrainerEvent> }> = new Set();
  readonly #pending: Set<Promise<unknown>> = new Set();
  #failure: { readonly error: unknown } | null = null;

  /** Adds a listener for one type of event. Returns a function that removes it. */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    return this.onEvent((event) => (isOf(type, event) ? listener(event) : undefined));
  }

  /** Adds a listener for all events. Returns a function that removes it. */
  onEvent(call: Listener<TrainerEvent>): () => void {
    const entry = { call };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  /** Calls all listeners, and returns their promises. If `detached`, rejected promises are left to the host. */
  emit(event: TrainerEvent, { detached = false }: { detached?: boolean } = {}): readonly Promise<unknown>[] {
    const promises: Promise<unknown>[] = [];
    // A copy, since a listener may remove itself or others.
    for (const { call } of [...this.#listeners]) {
      const result = call(event);
      if (result instanceof Promise && !detached) promises.push(this.#follow(result));
    }
    return promises;
  }

  #follow(promise: Promise<unknown>): Promise<unknown> {
    const followed = promise
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#pending.delete(followed));
    this.#pending.add(followed);
    return followed;
  }

  /** Throws the rejection of a listener's promise, once. */
  check(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure.error;
  }

  /** Waits for the listeners' promises. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }
}

function isOf<T extends TrainerEventType>(type: T, event: TrainerEvent): event is EventOf<T> {
  return event.type === type;
}

/** How a run ended. */
export interface TrainResult {
  /** Whether the limits were reached, `earlyStopping` ended it, or `stop()` did. */
  readonly reason: "finished" | "earlyStopping" | "stopped";
  /** Optimizer steps completed, over all runs. */
  readonly step: number;
  /** Epochs completed. */
  readonly epoch: number;
  /** The loss of each epoch. */
  readonly losses: readonly number[];
}

/** The data in a restored checkpoint. */
export interface LoadedCheckpoint {
  /** The `extra` passed when it was saved. */
  readonly extra: unknown;
  /** The kernels it was made with. A resumed run is bitwise identical only with the same kernels. */
  readonly kernels: string;
}

/** The controls of a run, implemented by Trainer, and by TrainerClient for a trainer in a worker. */
export interface TrainerControls {
  /** The current status. */
  readonly status: TrainerStatus;
  /**
   * Trains until a limit, an early stop or `stop()`. Called again, it continues; it also resumes a paused run.
   *
   * @param limits of this run, instead of the trainer's own.
   * @throws ArgumentError for wrong limits; DivergedError for a loss that is not finite; and any error thrown by the
   * training step, the data or a listener.
   * @example
   * const model = new Linear(1, 1);
   * const data = batches({ tensors: { x: ones([8, 1]) }, batchSize: 4 });
   * const trainingStep = ({ x }) => model.forward(x).square().mean();
   * const trainer = new Trainer({ model, optimizer: new SGD(model, { lr: 0.1 }), data, trainingStep, maxEpochs: 2 });
   * (await trainer.fit()).reason // "finished"
   */
  fit(limits?: Limits): Promise<TrainResult>;
  /** Pauses the run after the current step. Resolves when it is paused or has ended. */
  pause(): Promise<void>;
  /** Resumes a paused run. */
  resume(): Promise<void>;
  /** Trains `count` steps (default 1) of a paused or idle run, then pauses. */
  step(count?: number): Promise<void>;
  /** Ends the run after the current step. Resolves when it has ended. `fit()` continues from there. */
  stop(): Promise<void>;
  /** Saves the run between two steps as a safetensors file, with everything needed to continue with the same numbers. */
  checkpoint(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Restores a checkpoint between two steps. Everything is checked before anything is changed: a failed load leaves the
   * run unchanged.
   *
   * @throws CheckpointError for a checkpoint that does not match the model, optimizer, scheduler or data.
   */
  load(bytes: Uint8Array): Promise<LoadedCheckpoint>;
  /**
   * Adds a listener for one type of event. Returns a function that removes it.
   *
   * @example
   * const model = new Linear(1, 1);
   * const data = batches({ tensors: { x: ones([8, 1]) }, batchSize: 4 });
   * const trainingStep = ({ x }) => model.forward(x).square().mean();
   * const trainer = new Trainer({ model, optimizer: new SGD(model, { lr: 0.1 }), data, trainingStep, maxEpochs: 2 });
   * const epochs = [];
   * trainer.on("epoch", ({ epoch }) => epochs.push(epoch));
   * await trainer.fit();
   * epochs // [1, 2]
   */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void;
  /** Adds a listener for all events. Returns a function that removes it. */
  onEvent(listener: Listener<TrainerEvent>): () => void;
}

// The arguments of a trainer's controls, for Trainer and TrainerClient.

type Check = (given: readonly unknown[]) => unknown;

/** Checks of calls by method. @throws ArgumentError for a value that breaks its rule. */
type Controls = Readonly<Record<"fit" | "fitSync" | "step" | "load" | "on" | "onEvent", Check>>;

/* @__NO_SIDE_EFFECTS__ */
export function controlsOf(what: string): Controls {
  const type = c.required(c.oneOf(Object.keys(statusAfter)));
  const listener = c.required(c.callable());
  const listenerToAll = c.withFix(listener, `${what}.on(type, listener) listens to one type`);
  return {
    fit: fitOf(`${what}.fit`),
    fitSync: fitOf(`${what}.fitSync`),
    step: c.signature(`${what}.step(2)`, { count: c.whole(1, { min: 1 }) }),
    load: c.signature(`${what}.load(bytes)`, { bytes: c.required(bytes) }),
    on: c.signature(`${what}.on("epoch", ({ loss }) => …)`, { type, listener }),
    onEvent: c.signature(`${what}.onEvent((event) => …)`, { listener: listenerToAll }),
  };
}

function fitOf(what: string): Check {
  const example = `${what}({ maxEpochs: 10 })`;
  const check = c.signature(what, {}, c.options(what, limitRules, { example, renamed: otherLimits }));
  return (given) => {
    const limits: Limits = check(given);
    if (given[0] !== undefined) checkSomeLimit(what, limits);
  };
}
