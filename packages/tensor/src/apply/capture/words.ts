import { CompileError } from "../../errors.ts";
import { captures } from "../listeners.ts";

// True while host work runs, which replays repeat as a whole.
let working = false;

/** Runs a piece of host work. */
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
 * Does a piece of host work: now, and in a step that `compile` records again at its place in every replay. An object
 * that it returns may be an op's attrs, as it is: replays write what they get into that object and run the op with it.
 * So learning rates, step counts and random states are those of the call. It must make no tensors.
 */
export function hostWork<T>(work: () => T): T {
  const capture = captures.at(-1);
  return capture === undefined || working ? work() : capture.host(() => duringWork(work));
}

/** True within `hostWork`. */
export function isHostWork(): boolean {
  return working;
}

/**
 * Refuses, while a step is captured, what its replays would not repeat.
 *
 * @throws CompileError outside of `hostWork` while a step is captured.
 * @throws CompileError where a replay would not do what is about to be done, since it is no host work.
 */
export function requireWork(what: string): void {
  if (captures.length === 0 || working) return;
  throw new CompileError(
    `${what}: compile records this step, and replays would not repeat this. Do it in hostWork(() => …), or before the step.`,
  );
}

/**
 * Tells a step that is being recorded that it took a way which follows from what `read` gives, such as whether a
 * module is training: when that has changed, the step is recorded anew. `owner` is what it is read of.
 */
export function assume(owner: object, read: () => unknown): void {
  captures.at(-1)?.assume(owner, read);
}

/** True while a step is being captured by `compile`. */
export function isRecordingStep(): boolean {
  return captures.length > 0;
}
