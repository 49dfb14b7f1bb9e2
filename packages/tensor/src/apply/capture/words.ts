import { CompileError } from "@saccade/contract";
import { captures } from "../listeners.ts";

// True while host work runs. Replays repeat host work as a whole.
let working = false;

/** Runs `work` as host work. */
export function duringWork<T>(work: () => T): T {
  const before = working;
  working = true;
  try {
    return work();
  } finally {
    working = before;
  }
}

/**
 * Runs `work` on the host: now, and in a step that `compile` captures again in every replay, at the same position. If
 * `work` returns an object, pass it to an op as its attrs without copying it: replays update the same object before
 * they run the op. This keeps learning rates, step counts and random states current. `work` must not make tensors.
 *
 * @example fresh(() => 3) // 3
 */
export function fresh<T>(work: () => T): T {
  const capture = captures.at(-1);
  return capture === undefined || working ? work() : capture.host(() => duringWork(work));
}

/**
 * True within `fresh`.
 *
 * @example isFreshWork() // false
 */
export function isFreshWork(): boolean {
  return working;
}

/**
 * Refuses an operation that replays would not repeat.
 *
 * @throws CompileError outside of `fresh` while a step is captured.
 * @example requireFresh("manualSeed") // undefined
 */
export function requireFresh(what: string): void {
  if (captures.length === 0 || working) return;
  throw new CompileError(
    `${what}: a compiled step would not repeat this; do it in fresh(() => …), or before the step.`,
  );
}

/**
 * Notes that the step being captured depends on the result of `read`, such as whether a module is in training mode.
 * When the result changes, the step is captured again. `owner` is the object that is read.
 *
 * @example assume({}, () => true) // undefined
 */
export function assume(owner: object, read: () => unknown): void {
  captures.at(-1)?.assume(owner, read);
}

/**
 * True while a step is being captured by `compile`.
 *
 * @example isCapturing() // false
 */
export function isCapturing(): boolean {
  return captures.length > 0;
}
