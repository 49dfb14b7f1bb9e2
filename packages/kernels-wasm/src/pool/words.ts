// The layout of the threads' instructions: indices of 32-bit words from the control address. Words that several threads
// write are on separate cache lines.
//
// A job is `count` calls of one function. Whoever lowers `left` from n > 0 owns call count − n; the job's words and
// arguments are written before `left` is raised, and stay until `done` has reached `count`.

/** Calls that no thread has taken yet; ≤ 0 when there is nothing to do. */
export const left = 0;
/** Calls that are finished. */
export const done = 16;
/** Counts jobs: what sleeping workers wait on. */
export const jobs = 32;
/** How many workers sleep. */
export const sleepers = 48;
/** 1 while the caller waits on `done`. */
export const waiting = 64;
/** 1 after a call threw in a worker. */
export const failed = 80;
/** 1 while the guard watches the workers, 2 after it saw one end. */
export const guard = 81;
/** The job: the function's place among the module's exports, the number of calls and of a call's arguments. */
export const name = 96;
export const count = 97;
export const args = 98;
/** The argument to which each thread adds its number times the bytes of scratch. The caller's number is 0. */
export const scratchArg = 99;
export const scratchBytes = 100;
