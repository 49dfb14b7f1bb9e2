import { grouped } from "@saccade/figures/messages";
import { flops, type PlayerName, type Times, type WorkloadName } from "./calls.ts";

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** GFLOP/s, or runs a second where operations are not counted; null where nothing was measured. */
export function rateOf(times: Times, workload: WorkloadName, player: PlayerName): number | null {
  const samples = times[`${workload} ${player}`];
  if (samples === undefined || samples.length === 0) return null;
  const work = flops[workload];
  return (work === null ? 1 : work / 1e9) / median(samples);
}

interface Compared {
  readonly player: PlayerName;
  /** Its rate over that of one thread. */
  readonly times: number;
}

/** How much faster than one thread of WebAssembly several threads, a recorded step, and the GPU, were measured to be. */
export function comparedWithOne(times: Times, workload: WorkloadName): readonly Compared[] {
  const one = rateOf(times, workload, "wasm");
  if (one === null) return [];
  return (["threads", "compiled", "gpu"] as const).flatMap((player) => {
    const rate = rateOf(times, workload, player);
    return rate === null ? [] : [{ player, times: rate / one }];
  });
}

// A measurement in a tab is not accurate beyond three digits.
export function digits(value: number): string {
  return value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
}
