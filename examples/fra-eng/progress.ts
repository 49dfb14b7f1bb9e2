import type { RunOptions } from "../program.ts";
import { duration, progressBar } from "../progress.ts";
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
  const bar = progressBar(process.stderr);
  const every = Math.ceil(steps / 20);
  let first = 0;
  let started = 0;
  let mean = 0;
  trainer.on("start", () => {
    first = trainer.state.step;
    started = performance.now();
    if (live) bar.show(first, steps, `step ${first}/${steps}`);
  });
  trainer.on("step", ({ step, loss }) => {
    mean = mean === 0 ? loss : 0.98 * mean + 0.02 * loss;
    const left = duration(((performance.now() - started) / 1000 / (step - first)) * (steps - step));
    const text = `step ${step}/${steps}  loss ${mean.toFixed(3)}  ${left} left`;
    if (live) bar.show(step, steps, text);
    else if (step % every === 0) print(text);
  });
  trainer.on("stop", () => bar.end());
  trainer.on("done", () => bar.end());
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
