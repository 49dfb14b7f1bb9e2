/** Numbers by name. */
export type Numbers = Readonly<Record<string, number>>;

/** A run starts, or continues after a stop or a restored checkpoint. */
export interface StartEvent {
  /** Names the event. */
  readonly type: "start";
  /** Optimizer steps completed before. */
  readonly step: number;
  /** Epochs completed before. */
  readonly epoch: number;
}

/** An optimizer step was completed. Over a worker's port, several steps may be merged into one event (`merged`). */
export interface StepEvent {
  /** Names the event. */
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
  /** Names the event. */
  readonly type: "validation";
  /** The number of optimizer steps so far. */
  readonly step: number;
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
  /** The loss, and the means over the batches of the other numbers that the validation step returned. */
  readonly metrics: Numbers;
  /** Seconds that the validation took. */
  readonly seconds: number;
}

/** An epoch was completed, including its validation. */
export interface EpochEvent {
  /** Names the event. */
  readonly type: "epoch";
  /** From 1. */
  readonly epoch: number;
  /** The number of optimizer steps so far. */
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
  /** Names the event. */
  readonly type: "checkpoint";
  /** The number of optimizer steps so far. */
  readonly step: number;
  /** The number of epochs finished. */
  readonly epoch: number;
  /** A safetensors file, for `load`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The run was paused between two steps. */
export interface PauseEvent {
  /** Names the event. */
  readonly type: "pause";
  /** The number of optimizer steps so far. */
  readonly step: number;
}

/** The run was resumed. */
export interface ResumeEvent {
  /** Names the event. */
  readonly type: "resume";
  /** The number of optimizer steps so far. */
  readonly step: number;
}

/** `stop()` ended the run early. `fit()` continues from here. */
export interface StopEvent {
  /** Names the event. */
  readonly type: "stop";
  /** The number of optimizer steps so far. */
  readonly step: number;
  /** The number of epochs finished. */
  readonly epoch: number;
}

/** The loss became NaN or infinite, so the parameters are unusable. The run has ended. */
export interface DivergedEvent {
  /** Names the event. */
  readonly type: "diverged";
  /** The step with the loss that is not finite. */
  readonly step: number;
  /** The error's message. */
  readonly message: string;
}

/** The training step, the data, a listener or a worker threw an error. The run has ended. */
export interface TrainerErrorEvent {
  /** Names the event. */
  readonly type: "error";
  /** The number of optimizer steps so far. */
  readonly step: number;
  /** The error's class. */
  readonly name: string;
  /** The error's message. */
  readonly message: string;
}

/** The run is complete. */
export interface DoneEvent {
  /** Names the event. */
  readonly type: "done";
  /** Whether the limits were reached, or `earlyStopping` ended the run. */
  readonly reason: "finished" | "earlyStopping";
  /** The number of optimizer steps in all. */
  readonly step: number;
  /** The number of epochs finished. */
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
