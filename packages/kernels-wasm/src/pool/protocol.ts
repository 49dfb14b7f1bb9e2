/**
 * Where threads find what to do: indices of 32-bit words behind the control address, those that several threads
 * write each on a cache line of its own.
 *
 * A job is `count` calls of one function. Whoever lowers `left` from n > 0 owns call count − n; the job's words and
 * arguments are written before `left` is raised, and stay until `done` has reached `count`.
 */
export interface ControlWords {
  /** Calls that nobody has taken yet; ≤ 0 when there is nothing to do. */
  readonly left: number;
  /** Calls that are finished. */
  readonly done: number;
  /** Counts jobs: what sleeping workers wait on. */
  readonly jobs: number;
  /** How many workers sleep. */
  readonly sleepers: number;
  /** 1 while the caller waits on `done`. */
  readonly waiting: number;
  /** 1 after a call threw in a worker. */
  readonly failed: number;
  /** The job: the function's place among the names, the number of calls and of a call's arguments. */
  readonly name: number;
  readonly count: number;
  readonly args: number;
  /** The argument that each thread raises by its number times so many bytes. The caller's number is 0. */
  readonly scratchArg: number;
  readonly scratchBytes: number;
}

export const words: ControlWords = {
  left: 0,
  done: 16,
  jobs: 32,
  sleepers: 48,
  waiting: 64,
  failed: 80,
  name: 96,
  count: 97,
  args: 98,
  scratchArg: 99,
  scratchBytes: 100,
};

/** 64-bit floats that a task has: the most arguments of a kernel. */
export const taskArgs = 24;

/** What a worker is told when it starts. The worker's file imports nothing, so all it must know stands here. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** The kernels, in the order in which jobs count them. */
  readonly names: readonly string[];
  readonly words: ControlWords;
  readonly controlAddress: number;
  readonly tasksAddress: number;
  readonly taskArgs: number;
  /** The worker's number among the threads: 1 or more. */
  readonly thread: number;
  /** How long a worker looks for the next job before it sleeps, in milliseconds. */
  readonly spin: number;
}

/** What a worker answers: that it is ready, or why it cannot be. */
export interface WorkerAnswer {
  readonly ready: boolean;
  readonly problem?: string;
}
