/** Numbers by name. */
export type Numbers = Readonly<Record<string, number>>;

/** A run starts, or continues after a stop or a restored checkpoint. */
export interface StartEvent {
  readonly type: "start";
  /** Optimizer steps completed before. */
  readonly step: number;
  /** Epochs completed before. */
  readonly epoch: number;
}

/** An optimizer step was completed. Over a worker's port, several steps may be merged into one event (`merged`). */
export interface StepEvent {
  readonly type: "step";
  /** Optimizer steps completed, over all epochs. */
  readonly step: number;
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
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
export interface ValidationEvent {
  readonly type: "validation";
  readonly step: number;
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
  /** The loss, and the means over the batches of the other numbers that the validation step returned. */
  readonly metrics: Numbers;
  readonly seconds: number;
}

/** An epoch was completed, including its validation. */
export interface EpochEvent {
  readonly type: "epoch";
  /** From 1. */
  readonly epoch: number;
  readonly step: number;
  /** The mean of the batches' losses, or the result of `averageLoss`. */
  readonly loss: number;
  /** Sums over the batches: the loss, and the other numbers that the training step returned. */
  readonly sums: Numbers;
  /** The duration of its steps, including those before a resume; without validation, pauses and listeners. */
  readonly seconds: number;
  /** The last validation's metrics, if there was one in this epoch. */
  readonly validation: Numbers | null;
}

/** A checkpoint due by `checkpointEvery`. */
export interface CheckpointEvent {
  readonly type: "checkpoint";
  readonly step: number;
  readonly epoch: number;
  /** A safetensors file, for `load`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The run was paused between two steps. */
export interface PauseEvent {
  readonly type: "pause";
  readonly step: number;
}

/** The run was resumed. */
export interface ResumeEvent {
  readonly type: "resume";
  readonly step: number;
}

/** `stop()` ended the run early. `fit()` continues from here. */
export interface StopEvent {
  readonly type: "stop";
  readonly step: number;
  readonly epoch: number;
}

/** The loss became NaN or infinite, so the parameters are unusable. The run has ended. */
export interface DivergedEvent {
  readonly type: "diverged";
  readonly step: number;
  readonly message: string;
}

/** The training step, the data, a listener or a worker threw an error. The run has ended. */
export interface TrainerErrorEvent {
  readonly type: "error";
  readonly step: number;
  /** The error's class. */
  readonly name: string;
  readonly message: string;
}

/** The run is complete. */
export interface DoneEvent {
  readonly type: "done";
  /** Whether the limits were reached, or `earlyStopping` ended the run. */
  readonly reason: "finished" | "earlyStopping";
  readonly step: number;
  readonly epoch: number;
}

/**
 * The events of a trainer. Every run starts with `start` and ends with one of `done`, `stop`, `diverged` and `error`.
 */
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

const types: Readonly<Record<TrainerEventType, true>> = {
  start: true,
  step: true,
  validation: true,
  epoch: true,
  checkpoint: true,
  pause: true,
  resume: true,
  stop: true,
  diverged: true,
  error: true,
  done: true,
};

/** Every type of event. */
export const eventTypes: readonly string[] = Object.keys(types);

/** The event of a type. */
export type EventOf<T extends TrainerEventType> = Extract<TrainerEvent, { readonly type: T }>;
