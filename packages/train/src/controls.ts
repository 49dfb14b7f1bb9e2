import type { Listener } from "./emitter.ts";
import type { EventOf, TrainerEvent, TrainerEventType } from "./events.ts";
import type { Limits } from "./options.ts";

/** How a run ended. */
export interface TrainResult {
  /** Whether the limits were reached, `earlyStopping` ended it, or `stop()` did. */
  readonly reason: "finished" | "earlyStopping" | "stopped";
  /** Optimizer steps done, over all runs. */
  readonly step: number;
  /** Epochs done. */
  readonly epoch: number;
  /** The loss of each of them. */
  readonly losses: readonly number[];
}

/** What a restored checkpoint carried. */
export interface LoadedCheckpoint {
  /** What was given as `extra` when it was made. */
  readonly extra: unknown;
  /** The kernels it was made with. Only with the same ones are the numbers that follow equal to the last bit. */
  readonly kernels: string;
}

/** What a trainer does: "idle" before and after a run, "paused" between two steps of one. */
export type TrainerStatus = "idle" | "running" | "paused";

/** How a run is driven: a Trainer has it, and a TrainerClient for a trainer in a worker. */
export interface TrainerControls {
  /** What it does now. */
  readonly status: TrainerStatus;
  /**
   * Trains until the limits, an early stop or `stop()`; called again, it goes on. It also goes on where a run is
   * paused.
   *
   * @param limits of this run, instead of the trainer's own.
   * @throws ArgumentError for wrong limits; DivergedError for a loss that is not finite; and whatever the training step,
   * the data or a listener threw.
   * @example const { reason, losses } = await trainer.fit({ maxEpochs: 10 });
   */
  fit(limits?: Limits): Promise<TrainResult>;
  /** Lets the run wait at the next boundary of steps; resolves when it waits, or has ended. */
  pause(): Promise<void>;
  /** Lets a paused run go on. */
  resume(): Promise<void>;
  /** Of a run that is paused or idle: trains `count` steps (default 1) and waits again. */
  step(count?: number): Promise<void>;
  /** Ends the run at the next boundary of steps; resolves when it has ended. `fit()` goes on from there. */
  stop(): Promise<void>;
  /** The run between two steps as a safetensors file: everything that is needed to go on with the same numbers. */
  checkpoint(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Goes back to a checkpoint, between two steps. Everything is checked before anything is changed: a load that fails
   * leaves the run as it was.
   *
   * @throws CheckpointError, RangeError for one that does not fit model, optimizer, scheduler or data.
   */
  load(bytes: Uint8Array): Promise<LoadedCheckpoint>;
  /**
   * Listens to the events of one type. Returns a function that ends it.
   *
   * @throws ArgumentError for a type that does not exist, or a listener that is not a function.
   * @example trainer.on("epoch", ({ epoch, loss }) => console.log(epoch, loss));
   */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void;
  /** Listens to all events. Returns a function that ends it. */
  onEvent(listener: Listener<TrainerEvent>): () => void;
}
