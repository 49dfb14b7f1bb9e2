import type { Tensor } from "@saccade/tensor";
import type { OptimizerState } from "../optim/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";

/**
 * The members of a model that a checkpoint needs. Modules have them. If a load throws, it must not have changed
 * anything.
 */
export interface CheckpointModel {
  /** The parameters by name. */
  stateDict(): Record<string, Tensor>;
  /** Loads what `stateDict` gave. */
  loadStateDict(state: Readonly<Record<string, Tensor>>): unknown;
}

/** The members of an optimizer that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointOptimizer {
  /** The name of the class, which a checkpoint must match. */
  readonly kind: string;
  /** The parameters' names. */
  readonly names: readonly string[];
  /** The settings and the state of each parameter. */
  stateDict(): OptimizerState;
  /** The reasons why a state cannot be loaded; empty if there are none. */
  stateProblems(state: OptimizerState): string[];
  /** Loads what `stateDict` gave. */
  loadStateDict(state: OptimizerState): void;
}

/** The members of a scheduler that a checkpoint needs. If a load throws, it must not have changed anything. */
export interface CheckpointScheduler {
  /** The name of the class, which a checkpoint must match. */
  readonly kind: string;
  /** The settings and the last step. */
  stateDict(): SchedulerState;
  /** The reasons why a state cannot be loaded; empty if there are none. */
  stateProblems(state: SchedulerState): string[];
  /** Loads what `stateDict` gave. */
  loadStateDict(state: SchedulerState): void;
}
