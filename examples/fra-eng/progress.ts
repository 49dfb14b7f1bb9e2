import { SingleBar } from "cli-progress";
import type { RunOptions } from "../program.ts";
import type { Training } from "./train.ts";

/** The duration of a step, in milliseconds. */
export interface Pace {
  /** By the clock: other programs on the machine count. */
  readonly wall: number;
  /** Spent by the processor: they do not, or little. */
  readonly processor: number;
}

/** Shows how training goes, with the time left: a bar where there is a terminal, else a line now and then. */
export function showProgress({ trainer, steps }: Training, print: RunOptions["print"]): void {
  const live = process.stderr.isTTY === true;
  const bar = new SingleBar({
    format: "{bar} step {value}/{total}  loss {loss}  {left} left",
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
    linewrap: false,
    stream: process.stderr,
  });
  const every = Math.ceil(steps / 20);
  let first = 0;
  let started = 0;
  let mean = 0;
  trainer.on("start", () => {
    first = trainer.state.step;
    started = performance.now();
    if (live) bar.start(steps, first, { loss: "–", left: "–" });
  });
  trainer.on("step", ({ step, loss }) => {
    mean = mean === 0 ? loss : 0.98 * mean + 0.02 * loss;
    const left = ((performance.now() - started) / 1000 / (step - first)) * (steps - step);
    if (live) bar.update(step, { loss: mean.toFixed(3), left: duration(left) });
    else if (step % every === 0)
      print(`step ${step}/${steps}  loss ${mean.toFixed(3)}  ${duration(left)} left`);
  });
  trainer.on("stop", () => bar.stop());
  trainer.on("done", () => bar.stop());
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Measures the steps of the last epoch: those before it capture a compiled step for each new shape. */
export function measurePace({ trainer }: Training, perEpoch: number, epochs: number): () => Pace | null {
  const from = (epochs - 1) * perEpoch;
  let [wall, count] = [0, 0];
  let start: NodeJS.CpuUsage | null = null;
  let processor = 0;
  trainer.on("step", ({ step, seconds }) => {
    if (step > from && start !== null) {
      wall += 1000 * seconds;
      count++;
      const { user, system } = process.cpuUsage(start);
      processor = (user + system) / 1000;
    } else if (step >= from) start = process.cpuUsage();
  });
  return () => (count === 0 ? null : { wall: wall / count, processor: processor / count });
}

/** Stops after the step in progress at Ctrl-C; a second one ends at once. */
export async function untilStopped<T>(
  { trainer }: { readonly trainer: { stop(): Promise<void> } },
  run: () => Promise<T>,
): Promise<T> {
  let stoppedAt: number | null = null;
  const stop = (): void => {
    // A script runner may hand on the signal that the terminal sent as well: that is no second Ctrl-C.
    if (stoppedAt !== null && performance.now() - stoppedAt > 500) process.exit(130);
    stoppedAt ??= performance.now();
    void trainer.stop();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    return await run();
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
