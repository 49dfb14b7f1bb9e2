import { inject } from "vitest";

/**
 * How much of the expensive suites runs: a fixed sample for every change, fixed counts before a merge, or everything,
 * random cases included, each night. vitest.config.ts reads it from SACCADE_TESTS.
 */
export type Level = "short" | "all" | "long";

declare module "vitest" {
  interface ProvidedContext {
    readonly level: Level;
  }
}

export const level: Level = inject("level");

/** How many cases a property draws that draws `count` with `--all`. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: { short: Math.ceil(count / 4), all: count, long: 10 * count }[level] };
}
