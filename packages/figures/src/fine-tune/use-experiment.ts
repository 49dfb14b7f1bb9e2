import { useSignal } from "@preact/signals";
import type { Measured, Phase } from "@saccade/examples/lora";
import { useEffect, useRef } from "preact/hooks";
import type { FromExperiment, Order } from "./worker.ts";

/** A run so far. */
export interface Progress {
  readonly state: "idle" | "running" | "done" | "failed";
  readonly phase: Phase;
  readonly losses: Readonly<Record<Phase, readonly number[]>>;
  readonly results: Readonly<Partial<Record<Phase, Measured>>>;
  readonly checked: { readonly mergedDifference: number; readonly changedNumbers: number } | null;
  readonly problem: string;
}

const nothing: Progress = {
  state: "idle",
  phase: "base",
  losses: { base: [], full: [], lora: [] },
  results: {},
  checked: null,
  problem: "",
};

interface Experiment {
  readonly progress: Progress;
  readonly start: (order: Order) => void;
  readonly stop: () => void;
}

/** Runs the experiment in a Worker. */
export function useExperiment(): Experiment {
  const progress = useSignal<Progress>(nothing);
  const worker = useRef<Worker | null>(null);
  const stop = (): void => {
    worker.current?.terminate();
    worker.current = null;
    if (progress.value.state === "running") progress.value = { ...progress.value, state: "idle" };
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const start = (order: Order): void => {
    stop();
    progress.value = { ...nothing, state: "running" };
    let made: Worker;
    try {
      made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    } catch (error) {
      // A page has no workers from another server, as where it takes the figures from a CDN.
      const problem = error instanceof Error ? error.message : String(error);
      progress.value = { ...progress.value, state: "failed", problem };
      return;
    }
    made.onmessage = ({ data }: MessageEvent<FromExperiment>) => {
      progress.value = after(progress.value, data);
      if (data.kind === "done" || data.kind === "failed") made.terminate();
    };
    made.onerror = ({ message }) => {
      // Of a file that could not be loaded, browsers say nothing.
      const problem = message ?? "the Worker's script could not be loaded.";
      progress.value = { ...progress.value, state: "failed", problem };
    };
    made.postMessage(order);
    worker.current = made;
  };
  return { progress: progress.value, start, stop };
}

function after(before: Progress, event: FromExperiment): Progress {
  switch (event.kind) {
    case "step": {
      const { phase, loss } = event;
      return { ...before, phase, losses: { ...before.losses, [phase]: [...before.losses[phase], loss] } };
    }
    case "measured":
      return { ...before, results: { ...before.results, [event.phase]: event.result } };
    case "checked":
      return { ...before, checked: event };
    case "done":
      return { ...before, state: "done" };
    case "failed":
      return { ...before, state: "failed", problem: event.message };
  }
}
