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
  readonly start: (steps: AsyncIterable<T>) => Promise<void>;
  readonly stop: () => void;
}

/** Runs a generator step by step. One that is left, as by a figure that is taken away, runs its `finally`. */
export function useRun<T>(): Run<T> {
  const now = useSignal<T | undefined>(undefined);
  const state = useSignal<"idle" | "running" | "done">("idle");
  const turn = useRef(0);
  const stop = (): void => {
    turn.current++;
    state.value = "idle";
  };
  useEffect(() => stop, []);
  const start = async (steps: AsyncIterable<T>): Promise<void> => {
    const mine = ++turn.current;
    now.value = undefined;
    state.value = "running";
    for await (const step of steps) {
      if (mine !== turn.current) return;
      now.value = step;
    }
    if (mine === turn.current) state.value = "done";
  };
  return { now: now.value, running: state.value === "running", done: state.value === "done", start, stop };
}
