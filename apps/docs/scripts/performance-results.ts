// The part of the benchmarks' JSON that the performance page shows.

export interface PlayerResult {
  readonly player: string;
  /** Seconds: the shortest sample. */
  readonly best: number;
}

export interface CaseResult {
  readonly workload: string;
  readonly case: string;
  readonly players: readonly PlayerResult[];
}

export interface Results {
  readonly machine: {
    readonly date: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly system: string;
    readonly versions: Readonly<Record<string, string>>;
  };
  readonly settings: Readonly<Record<string, number | boolean>>;
  readonly cases: readonly CaseResult[];
}

// Players with one thread: with two, a machine of two cores that does anything else measures the other work, too.
const ours = ["wasm", "wasm-compiled"];
const others = ["tfjs", "jax", "ort", "torch"];
/** The columns of the page. */
export const players: readonly string[] = ["reference", ...ours, ...others];

export interface Loss {
  readonly workload: string;
  readonly case: string;
  readonly player: string;
  /** How many times our best time is theirs. Above 1. */
  readonly times: number;
}

/** Every place where another library is faster than our fastest player by at least 1 %, the worst first. */
export function losses(cases: readonly CaseResult[]): Loss[] {
  return cases
    .flatMap(({ workload, case: name, players }) => {
      const fastest = Math.min(...timesOf(players, ours).map(({ best }) => best));
      return timesOf(players, others).map(({ player, best }) => ({
        workload,
        case: name,
        player,
        times: fastest / best,
      }));
    })
    .filter(({ times }) => Number.isFinite(times) && times >= 1.01)
    .sort((a, b) => b.times - a.times);
}

function timesOf(players: readonly PlayerResult[], names: readonly string[]): PlayerResult[] {
  return players.filter(({ player }) => names.includes(player));
}
