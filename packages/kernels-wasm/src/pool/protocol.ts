import type { words } from "./words.ts";

/** 64-bit floats that a task has: the most arguments of a kernel. */
export const taskArgs = 24;

/** The message that starts a worker. The worker's file imports nothing, so it holds everything a worker must know. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly control: Int32Array;
  readonly words: typeof words;
  readonly tasks: Float64Array;
  readonly taskArgs: number;
  /** The worker's number among the threads: 1 or more, or 0 for the guard. */
  readonly thread: number;
  /** How many threads compute, the caller included. */
  readonly threads: number;
  /** The name, without the number, of the lock that each worker holds until it ends; null without a guard. */
  readonly lock: string | null;
}

/** A worker's answer: null when it is ready, or the reason why it cannot start. */
export type WorkerAnswer = string | null;
