/** Numbers by name. */
export type Numbers = Readonly<Record<string, number>>;

/** A run begins, or goes on after a stop or a restored checkpoint. */
export interface StartEvent {
  readonly type: "start";
  /** Optimizer steps done before. */
  readonly step: number;
  /** Epochs done before. */
  readonly epoch: number;
}

/** An optimizer step is done. Over a worker's port, one event may stand for several (`merged`). */
export interface StepEvent {
  readonly type: "step";
  /** Optimizer steps done, over all epochs. */
  readonly step: number;
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
  /** Batches done of that epoch. */
  readonly batch: number;
  /** The loss; of merged steps their mean. */
  readonly loss: number;
  /** The norm of all gradients before clipping. */
  readonly gradNorm: number;
  /** The learning rate that it was made with. */
  readonly lr: number;
  /** What the training step returned beside the loss, summed over accumulated batches and merged steps. */
  readonly metrics: Numbers;
  /** How long it took; of merged steps the sum. */
  readonly seconds: number;
  /** How many steps this event stands for. */
  readonly merged: number;
}

/** The validation data were gone through. */
export interface ValidationEvent {
  readonly type: "validation";
  readonly step: number;
  /** The epoch it belongs to, from 1. */
  readonly epoch: number;
  /** The loss, and the means over the batches of what the validation step returned beside it. */
  readonly metrics: Numbers;
  readonly seconds: number;
}

/** An epoch is done, its validation included. */
export interface EpochEvent {
  readonly type: "epoch";
  /** From 1. */
  readonly epoch: number;
  readonly step: number;
  /** The mean of its batches' losses, unless `averageLoss` says otherwise. */
  readonly loss: number;
  /** Sums over its batches: the loss, and what the training step returned beside it. */
  readonly sums: Numbers;
  /** How long its steps took, before a resumption too; without validation, pauses and listeners. */
  readonly seconds: number;
  /** The last validation's metrics, if there was one in this epoch. */
  readonly validation: Numbers | null;
}

/** A checkpoint that `checkpointEvery` asked for. */
export interface CheckpointEvent {
  readonly type: "checkpoint";
  readonly step: number;
  readonly epoch: number;
  /** A safetensors file, which `load` takes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The run waits between two steps. */
export interface PauseEvent {
  readonly type: "pause";
  readonly step: number;
}

/** It goes on. */
export interface ResumeEvent {
  readonly type: "resume";
  readonly step: number;
}

/** `stop()` ended the run before its end. `fit()` goes on from here. */
export interface StopEvent {
  readonly type: "stop";
  readonly step: number;
  readonly epoch: number;
}

/** The loss became NaN or infinite: the parameters are lost. The run has ended. */
export interface DivergedEvent {
  readonly type: "diverged";
  readonly step: number;
  readonly message: string;
}

/** Something threw: the training step, the data, a listener, a worker. The run has ended. */
export interface TrainerErrorEvent {
  readonly type: "error";
  readonly step: number;
  /** The error's class. */
  readonly name: string;
  readonly message: string;
}

/** The run came to its end. */
export interface DoneEvent {
  readonly type: "done";
  /** Whether the limits were reached, or `earlyStopping` ended the run. */
  readonly reason: "finished" | "earlyStopping";
  readonly step: number;
  readonly epoch: number;
}

/** What a trainer tells. Every run begins with `start` and ends with one of `done`, `stop`, `diverged` and `error`. */
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
