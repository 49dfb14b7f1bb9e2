import type { Tensor } from "@saccade/tensor";
import type { OptimizerState } from "../optim/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";

/**
 * The members of a model that a checkpoint needs. Modules have them. If a load throws, it must not have changed
 * anything.
 */
export interface CheckpointModel {
  stateDict(): Record<string, Tensor>;
  loadStateDict(state: Readonly<Record<string, Tensor>>): unknown;
}

/** The members of an optimizer that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointOptimizer {
  readonly kind: string;
  readonly names: readonly string[];
  stateDict(): OptimizerState;
  stateProblems(state: OptimizerState): string[];
  loadStateDict(state: OptimizerState): void;
}

/** The members of a scheduler that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointScheduler {
  readonly kind: string;
  stateDict(): SchedulerState;
  stateProblems(state: SchedulerState): string[];
  loadStateDict(state: SchedulerState): void;
}

/** The objects whose state a checkpoint holds. */
export interface TrainingObjects {
  readonly model: CheckpointModel;
  readonly optimizer: CheckpointOptimizer;
  readonly scheduler?: CheckpointScheduler | undefined;
}

/** The contents of a checkpoint. See {@link encodeCheckpoint}. */
export interface CheckpointParts extends TrainingObjects {
  /** The position of the data iterator: any JSON. */
  readonly data?: unknown;
  /** Other values that the program needs to resume, such as the epoch and the best loss: any JSON. */
  readonly extra?: unknown;
}
