import type { Line, Points } from "@saccade/figures/kernel-regression";
import type { Rows } from "./calls.ts";
import type { Cue } from "./settings.ts";

/** The page's content before its worker has answered: a small regression, trained beforehand. */
export interface Start {
  /** The weights of the things on the table for each cue. */
  readonly cues: Readonly<Record<Cue, readonly number[]>>;
  readonly points: Points;
  /** w before training. */
  readonly untrained: number;
  /** Of each step, before the update: half the summed squares, each point predicted from the others. */
  readonly losses: readonly number[];
  /** w after training. */
  readonly w: number;
  readonly lines: readonly Line[];
  readonly rows: Rows;
}

/** The settings that the page opens with. */
export const startSettings = {
  data: { seed: 0, n: 50, noise: 0.5 },
  lr: 0.02,
  steps: 200,
  look: { kernel: "gaussian", bandwidth: 1 },
  query: 2,
} as const;
