import type { RunFacts, Translation } from "../network/calls.ts";
import type { FilmOf } from "../network/frames.ts";

/** The page's content before its worker has answered. */
export interface Start {
  /** The kernels that it was trained with, as in `Computer`. */
  readonly kernels: string;
  readonly settings: { readonly seed: number; readonly lr: number };
  readonly translation: Translation;
  /** How the sentence's translation was learned. */
  readonly film: FilmOf;
  readonly facts: RunFacts;
  /** Optimizer steps done, and the loss of each epoch. */
  readonly step: number;
  readonly losses: readonly number[];
}

/** Results of runs from scratch on the held-out sentences: the grammar's pairs, seeds 0 to 3, relaxed kernels. */
export interface Measured {
  readonly epochs: number;
  readonly worst: number;
  readonly best: number;
}

export const runsMeasured = 4;
export const measured: readonly [ofDefault: Measured, ofTwice: Measured] = [
  { epochs: 14, worst: 0.9, best: 0.94 },
  { epochs: 28, worst: 0.93, best: 0.97 },
];
