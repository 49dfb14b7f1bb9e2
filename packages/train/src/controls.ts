import type { Listener } from "./emitter.ts";
import type { EventOf, TrainerEvent, TrainerEventType, TrainerStatus } from "./events.ts";
import type { Limits } from "./limits.ts";

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
