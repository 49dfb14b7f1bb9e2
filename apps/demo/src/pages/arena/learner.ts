import { Run } from "@saccade/examples/arena-run";
import type { Frame, Progress, RunAsk } from "./calls.ts";
import { shownOf } from "./shown.ts";

/** Frames of a run, beside the one before its first step, and sequences that each is measured on. */
const [framesOfRun, measured] = [25, 64];

/** A network that learns a task, and what it answers on the way. */
export class Learner {
  readonly #run: Run;
  readonly #shown: ReturnType<typeof shownOf>;
  readonly #frames: Frame[] = [];

  constructor(ask: RunAsk) {
    this.#run = new Run(ask);
    this.#shown = shownOf(ask.task);
    this.#keep();
  }

  /** Trains for about `ms`, at least one step. */
  train(ms: number): Progress {
    const run = this.#run;
    const end = performance.now() + ms;
    while (run.step < run.steps) {
      run.next();
      if (run.step % Math.ceil(run.steps / framesOfRun) === 0 || run.step === run.steps) this.#keep();
      if (performance.now() >= end) break;
    }
    return { step: run.step, frames: this.#frames };
  }

  free(): void {
    this.#run.free();
  }

  #keep(): void {
    const { wrong, asked } = this.#run.test(this.#run.task.tests[0]!, measured);
    const [answers] = this.#run.answers([this.#shown.sequence]);
    this.#frames.push({
      step: this.#run.step,
      share: 1 - wrong / asked,
      answers: this.#shown.places.map((i) => answers![i]!),
    });
  }
}
