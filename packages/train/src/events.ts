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
