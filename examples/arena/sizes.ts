// The arena's tasks with their sizes.
import type { MixerName, ModelSize } from "./model.ts";
import sizes from "./sizes.json" with { type: "json" };
import {
  backcopy,
  flipFlop,
  recall,
  repeat,
  runningSum,
  type Sequences,
  sorting,
  type Task,
} from "./tasks.ts";

/** Fresh sequences of one size, and how many of them are tested. */
export interface Test {
  readonly name: string;
  readonly count: number;
  readonly size: object;
}

/** A task with its sizes. */
export interface ArenaTask {
  /** Its generator. */
  readonly task: Generator;
  readonly model: ModelSize;
  readonly mixers: readonly MixerName[];
  readonly steps: number;
  readonly lr: number;
  /** Whether a sequence is right only as a whole; otherwise each answer counts. */
  readonly whole: boolean;
  /** The first is of the size that is trained. */
  readonly tests: readonly Test[];
}

type Generator = keyof typeof generators;
const generators = { recall, repeat, runningSum, flipFlop, sorting, backcopy } as const;
export type TaskName = keyof typeof sizes;
export const arena = sizes as Readonly<Record<TaskName, ArenaTask>>;
export const taskNames = Object.keys(sizes) as readonly TaskName[];

/** Sequences of a test's size; the same seed gives the same ones. */
export function sequencesOf({ task }: ArenaTask, { size }: Test, seed: number, count: number): Sequences {
  return (generators[task] as Task<object>)(seed, count, size);
}
