import type { AdapterFacts } from "./gpu/adapter.ts";
import type { Machine } from "./machine.ts";
import type { PlayerName } from "./players.ts";
import type { Samples } from "./statistics.ts";

/** The result of a player in a case. Times are in seconds per unit of the case. */
export interface PlayerResult {
  readonly player: PlayerName;
  /** The build of the kernels that ran, where a player has several. */
  readonly variant: string | null;
  readonly median: number;
  readonly best: number;
  readonly spread: number;
  readonly samples: number;
  /** GFLOP/s by the median; null where no flops are counted. */
  readonly gflops: number | null;
  /** The part of the ceiling measured in the same rounds. */
  readonly ceiling: number | null;
  /** The WebGPU adapter that it used; null on the CPU. */
  readonly adapter: AdapterFacts | null;
  /** How many times its time is ours: the base's. */
  readonly ratio: number | null;
  readonly facts: Readonly<Record<string, number>>;
  readonly raw: Samples;
}

export interface CaseResult {
  readonly workload: string;
  readonly case: string;
  readonly flops: number;
  /** The player that the ratios compare with. */
  readonly base: PlayerName | null;
  readonly players: readonly PlayerResult[];
  /** Why a player has no numbers here. */
  readonly absent: Readonly<Record<string, string>>;
}

/** GFLOP/s, medians over the run. */
export interface CeilingResult {
  readonly mulAdd: number;
  readonly relaxed: number | null;
  /** The peak of the WebGPU device; null if no player uses it. */
  readonly gpu: number | null;
}

export interface GoalResult {
  readonly workload: string;
  readonly case: string;
  readonly player: PlayerName;
  /** Such as "≥ 1.70× jax". */
  readonly goal: string;
  /** The measured value, in the goal's terms; null where it was not measured. */
  readonly reached: string | null;
  readonly met: boolean | null;
}

export interface Results {
  readonly machine: Machine;
  readonly settings: Readonly<Record<string, number | boolean>>;
  /** Each player's note about itself, or why it does not take part. */
  readonly players: Readonly<Record<string, string>>;
  readonly ceiling: CeilingResult;
  readonly cases: readonly CaseResult[];
  readonly goals: readonly GoalResult[];
}
