import { scope } from "@saccade/tensor";

/** The least milliseconds of each task over rounds in which they take turns: what else a machine does only adds. */
export function leastTimes(rounds: number, tasks: readonly (() => void)[]): number[] {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      const start = performance.now();
      scope(task);
      least[i] = Math.min(least[i]!, performance.now() - start);
    }
  }
  return least;
}
