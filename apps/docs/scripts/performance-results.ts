// The part of the benchmarks' JSON that the performance page shows.

export interface PlayerResult {
  readonly player: string;
  /** Seconds, over samples. */
  readonly median: number;
  /** Half the interquartile range as a part of the median. */
  readonly spread: number;
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

/** Our players and the others', by the number of threads that they use. A comparison is between equals. */
export const teams: readonly { readonly ours: readonly string[]; readonly others: readonly string[] }[] = [
  { ours: ["wasm", "wasm-compiled"], others: ["tfjs", "jax", "ort", "torch"] },
  { ours: ["wasm-2", "wasm-2-compiled"], others: ["torch-2"] },
];

export interface Loss {
  readonly workload: string;
  readonly case: string;
  readonly player: string;
  /** How many times our best time is theirs. Above 1. */
  readonly times: number;
}

/** Every place where another library is faster than our fastest player with as many threads, the worst first. */
export function losses(cases: readonly CaseResult[]): Loss[] {
  return cases
    .flatMap(({ workload, case: name, players }) =>
      teams.flatMap(({ ours, others }) => {
        const best = Math.min(...timesOf(players, ours).map(({ median }) => median));
        return timesOf(players, others).map(({ player, median }) => ({
          workload,
          case: name,
          player,
          times: best / median,
        }));
      }),
    )
    .filter(({ times }) => Number.isFinite(times) && times > 1)
    .sort((a, b) => b.times - a.times);
}

function timesOf(players: readonly PlayerResult[], names: readonly string[]): PlayerResult[] {
  return players.filter(({ player }) => names.includes(player));
}
