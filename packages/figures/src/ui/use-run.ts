import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** What a reader starts and watches, such as a training. */
interface Run<T> {
  /** What it gave last; undefined before that. */
  readonly now: T | undefined;
  readonly running: boolean;
  /** Whether it has come to its end. */
  readonly done: boolean;
  /** Starts it; another one that runs is left where it is. */
  readonly start: (steps: AsyncIterable<T>) => void;
  readonly stop: () => void;
  /** Calls `f` when nothing computes any more: a run that was left goes on to its next step. */
  readonly afterwards: (f: () => void) => void;
}

/** Runs a generator step by step. One that is left, as by a figure that is taken away, runs its `finally`. */
export function useRun<T>(): Run<T> {
  const now = useSignal<T | undefined>(undefined);
  const state = useSignal<"idle" | "running" | "done">("idle");
  const turn = useRef(0);
  const ended = useRef(Promise.resolve());
  const stop = (): void => {
    turn.current++;
    state.value = "idle";
  };
  useEffect(() => stop, []);
  const run = async (steps: AsyncIterable<T>, mine: number): Promise<void> => {
    for await (const step of steps) {
      if (mine !== turn.current) return;
      now.value = step;
    }
    if (mine === turn.current) state.value = "done";
  };
  const start = (steps: AsyncIterable<T>): void => {
    now.value = undefined;
    state.value = "running";
    ended.current = run(steps, ++turn.current);
  };
  const afterwards = (f: () => void): void => void ended.current.then(f);
  const [running, done] = [state.value === "running", state.value === "done"];
  return { now: now.value, running, done, start, stop, afterwards };
}
