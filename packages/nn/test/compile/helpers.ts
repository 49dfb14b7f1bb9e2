import type { Tensor } from "@saccade/tensor";

/** Counts how often a step's code runs: a replay does not run it. */
export function counted<A extends unknown[], R>(
  step: (...args: A) => R,
): { step: (...args: A) => R; runs: () => number } {
  let runs = 0;
  return {
    step: (...args: A) => {
      runs++;
      return step(...args);
    },
    runs: () => runs,
  };
}

export const numbers = (x: Tensor): number[] => [...x.dataSync()];
