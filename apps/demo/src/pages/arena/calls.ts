import type { RunSettings } from "@saccade/examples/arena-run";
import type { TaskName } from "@saccade/examples/arena-sizes";

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

/** Frames of a run, beside the one before its first step. */
export const framesOfRun = 25;

/** What a network answers after a number of steps. */
export interface Frame {
  readonly step: number;
  /** The share of right answers to sequences that it was not trained on. */
  readonly share: number;
  /** To each question of the sequence that is shown. */
  readonly answers: readonly number[];
}

export type RunAsk = RunSettings & { readonly task: (typeof taskNames)[number] & TaskName };

/** The requests to the worker of a network. */
export type ArenaCalls = {
  /** Begins anew. */
  begin: { ask: RunAsk; answer: { readonly parameters: number; readonly frame: Frame } };
  /** Trains for so many milliseconds, at least one step. */
  train: { ask: number; answer: { readonly step: number; readonly frames: readonly Frame[] } };
};
