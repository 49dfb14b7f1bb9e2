import type { Samples } from "./statistics.ts";

/** Something that can be timed. */
export interface Entry<N extends string = string> {
  readonly name: N;
  /** The seconds of this number of iterations. */
  sample(iterations: number): Promise<number>;
  /** Iterations of one sample. */
  readonly iterations: number;
}

export interface Plan {
  readonly rounds: number;
  /** The total seconds that one entry may take; beyond them it skips rounds, except the first ones. */
  readonly budget: number;
  /** Rounds that everybody plays. Default 2. */
  readonly least?: number;
  /** Called at the start of each round. */
  readonly onRound?: (round: number) => void | Promise<void>;
}

/**
 * Takes a sample of each entry in turn, A B C A B C …, so that what disturbs the machine for a while disturbs all.
 * Gives the seconds per iteration by name and round, and the reason for which an entry stopped.
 */
export async function interleave<N extends string>(
  entries: readonly Entry<N>[],
  { rounds, budget, least = 2, onRound }: Plan,
): Promise<{ samples: Map<N, Samples>; failures: Map<N, string> }> {
  const samples = new Map<N, (number | null)[]>(entries.map(({ name }) => [name, []]));
  const failures = new Map<N, string>();
  const spent = new Map<N, number>();
  for (let round = 0; round < rounds; round++) {
    await onRound?.(round);
    for (const { name, sample, iterations } of entries) {
      const mine = samples.get(name)!;
      const used = spent.get(name) ?? 0;
      if (failures.has(name) || (round >= least && used >= budget)) {
        mine.push(null);
        continue;
      }
      try {
        const seconds = await sample(iterations);
        spent.set(name, used + seconds);
        mine.push(seconds / iterations);
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error));
        mine.push(null);
      }
    }
  }
  return { samples, failures };
}

/** How many iterations fill a sample of about `seconds`. */
export function iterationsFor(each: number, seconds: number): number {
  return Math.max(1, Math.round(seconds / Math.max(each, 1e-9)));
}
