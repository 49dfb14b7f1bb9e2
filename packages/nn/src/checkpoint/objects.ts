import type { Tensor } from "@saccade/tensor";
import type { OptimizerState } from "../optim/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";

/** What a checkpoint needs of a model: a Module has it. A load that throws must have changed nothing. */
export interface CheckpointModel {
  stateDict(): Record<string, Tensor>;
  loadStateDict(state: Readonly<Record<string, Tensor>>): unknown;
}

/** What a checkpoint needs of an optimizer. A load that throws must have changed nothing. */
export interface CheckpointOptimizer {
  readonly kind: string;
  readonly names: readonly string[];
  stateDict(): OptimizerState;
  stateProblems(state: OptimizerState): string[];
  loadStateDict(state: OptimizerState): void;
}

/** What a checkpoint needs of a scheduler. A load that throws must have changed nothing. */
export interface CheckpointScheduler {
  readonly kind: string;
  stateDict(): SchedulerState;
  stateProblems(state: SchedulerState): string[];
  loadStateDict(state: SchedulerState): void;
}

/** The objects whose states a checkpoint holds. */
export interface TrainingObjects {
  readonly model: CheckpointModel;
  readonly optimizer: CheckpointOptimizer;
  readonly scheduler?: CheckpointScheduler | undefined;
}

/** What a checkpoint holds: see {@link encodeCheckpoint}. */
export interface CheckpointParts extends TrainingObjects {
  /** Where the data iterator stands: any JSON. */
  readonly data?: unknown;
  /** Whatever else the program needs to go on, such as the epoch and the best loss: any JSON. */
  readonly extra?: unknown;
}
