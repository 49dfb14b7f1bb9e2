import type { Epoch, Look, Points, Rows } from "./calls.ts";
import type { Cue } from "./cue.ts";

/** The page's content before its worker has answered: a small regression, trained beforehand. */
export interface Start {
  /** The weights of the things on the table for each cue. */
  readonly cues: Readonly<Record<Cue, readonly number[]>>;
  readonly points: Points;
  /** w before training. */
  readonly untrained: number;
  readonly epochs: readonly Epoch[];
  readonly look: Look;
  readonly rows: Rows;
}

/** The settings of the start: those the page opens with. */
export const startSettings = {
  data: { seed: 0, n: 50, noise: 0.5 },
  lr: 0.02,
  epochs: 200,
  look: { kernel: "gaussian", bandwidth: 1 },
  query: 2,
} as const;
