import { scope } from "@saccade/tensor";

/** The least milliseconds of each task over rounds in which they take turns: what else a machine does only adds. */
export function leastTimes(rounds: number, tasks: readonly (() => void)[]): number[] {
  return least(rounds, tasks, () => performance.now());
}

function least(rounds: number, tasks: readonly (() => void)[], now: () => number): number[] {
  const found = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      const start = now();
      scope(task);
      found[i] = Math.min(found[i]!, now() - start);
    }
  }
  return found;
}

/**
 * The least milliseconds of processor time of each task, all threads together. Other work of the machine makes a task wait,
 * but does not count.
 */
export function leastProcessorTimes(rounds: number, tasks: readonly (() => void)[]): number[] {
  return least(rounds, tasks, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  });
}
