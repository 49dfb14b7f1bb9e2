import type { RunSettings } from "@saccade/examples/arena-run";

/** The tasks of the page, each learned in a minute or two. */
export const taskNames = ["recall", "repeat", "parity", "flipFlop", "sorting", "mod3", "update"] as const;
/** The mechanisms that the reader chooses from; not every task has each in the table. */
export const mixers = [
  "softmax",
  "forgetting",
  "linear",
  "gated",
  "deltaNet",
  "deltaNet2",
  "gatedDeltaNet",
] as const;

/** What a network answers after a number of steps. */
export interface Frame {
  readonly step: number;
  /** The share of right answers to sequences that it was not trained on. */
  readonly share: number;
  /** To each question of the sequence that is shown. */
  readonly answers: readonly number[];
}

/** How far a run is, and its frames so far. */
export interface Progress {
  readonly step: number;
  readonly frames: readonly Frame[];
}

export type RunAsk = RunSettings & { readonly task: (typeof taskNames)[number] };

/** The request to the worker of a network. */
export type ArenaCalls = {
  /** Trains for so many milliseconds, at least one step; from the start where another run was asked for before. */
  train: { ask: { readonly run: RunAsk; readonly ms: number }; answer: Progress };
};
