import type { PlayerName } from "./players.ts";

/** How a run is done. Times are in seconds. */
export interface Settings {
  readonly players: readonly PlayerName[];
  /** The players that were named, which take part everywhere. */
  readonly asked: readonly PlayerName[];
  /** Players that only check the others' results, untimed, if none of ours on the CPU takes part. */
  readonly checkers: readonly PlayerName[];
  readonly base: PlayerName | null;
  /** The folder of another checkout of the project to compare with, if there is one. */
  readonly before: string | null;
  readonly rounds: number;
  /** How long a player is warmed up for a case. */
  readonly warm: number;
  /** About how long one sample is. */
  readonly sample: number;
  /** How long one measure of one of the ceiling's loops is. */
  readonly ceiling: number;
  /** After how long a player sits rounds of a case out. */
  readonly budget: number;
  /** Rounds that a player does not sit out. */
  readonly least: number;
  /** Whether each workload gets new processes. */
  readonly fresh: boolean;
  /** Without a GPU, cases on WebGPU of more float operations are left out: they would take minutes. */
  readonly softwareFlops: number;
}

type Pace = Omit<Settings, "players" | "asked" | "checkers" | "base" | "before">;

export const thorough: Pace = {
  rounds: 15,
  warm: 0.5,
  sample: 0.05,
  ceiling: 0.01,
  budget: 4,
  least: 2,
  fresh: true,
  softwareFlops: 6e9,
};
export const quick: Pace = {
  rounds: 3,
  warm: 0.05,
  sample: 0.005,
  ceiling: 0.004,
  budget: 0.5,
  least: 1,
  fresh: false,
  softwareFlops: 2e8,
};
