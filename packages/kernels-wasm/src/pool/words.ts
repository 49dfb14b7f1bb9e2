// The layout of the threads' instructions: indices of 32-bit words from the control address. Words that several threads
// write are on separate cache lines.
//
// A job is `count` calls of one function. Whoever lowers `left` from n > 0 owns call count − n; the job's words and
// arguments are written before `left` is raised, and stay until `done` has reached `count`.

export const words = {
  /** Calls that no thread has taken yet; ≤ 0 when there is nothing to do. */
  left: 0,
  /** Calls that are finished. */
  done: 16,
  /** Counts jobs: what sleeping workers wait on. */
  jobs: 32,
  /** How many workers sleep. */
  sleepers: 48,
  /** 1 while the caller waits on `done`. */
  waiting: 64,
  /** 1 after a call threw in a worker. */
  failed: 80,
  /** 1 while the guard watches the workers, 2 after it saw one end. */
  guard: 81,
  /** The job: the function's place among the module's exports, the number of calls and of a call's arguments. */
  name: 96,
  count: 97,
  args: 98,
  /** The argument to which each thread adds its number times the bytes of scratch. The caller's number is 0. */
  scratchArg: 99,
  scratchBytes: 100,
} as const;
