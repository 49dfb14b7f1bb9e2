import { Run } from "@saccade/examples/arena-run";
import { type ArenaCalls, type Frame, framesOfRun, type RunAsk } from "./calls.ts";
import { shownOf } from "./shown.ts";

/** Sequences that a frame is measured on. */
const measured = 64;

/** A network that learns a task, and what it answers on the way. */
export class Learner {
  readonly #run: Run;
  readonly #ask: RunAsk;

  constructor(ask: RunAsk) {
    this.#run = new Run(ask);
    this.#ask = ask;
  }

  get parameters(): number {
    return this.#run.net.numParameters();
  }

  /** Trains for about `ms`, at least one step. */
  train(ms: number): ArenaCalls["train"]["answer"] {
    const end = performance.now() + ms;
    const frames: Frame[] = [];
    const { steps } = this.#run;
    while (this.#run.step < steps) {
      this.#run.next();
      if (this.#run.step % Math.ceil(steps / framesOfRun) === 0 || this.#run.step === steps)
        frames.push(this.frame());
      if (performance.now() >= end) break;
    }
    return { step: this.#run.step, frames };
  }

  frame(): Frame {
    const { right, asked } = this.#run.test(this.#run.task.tests[0]!, measured);
    const { sequence, places } = shownOf(this.#ask.task);
    const answers = this.#run.answers(sequence);
    return { step: this.#run.step, share: right / asked, answers: places.map((i) => answers[i]!) };
  }

  free(): void {
    this.#run.free();
  }
}
