import { type Signal, signal } from "@preact/signals";
import { timeline } from "./steps.ts";

/** Time that runs when asked. It starts at the end, where the result is. */
export class Motion {
  /** Seconds, 0 to `timeline.total`. */
  readonly time: Signal<number> = signal(timeline.total);
  readonly playing: Signal<boolean> = signal(false);
  #frame = 0;

  /** Runs to the end; from the start where it stands there. */
  play(): void {
    this.#runTo(timeline.total);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.playing.value = false;
  }

  /** To the result, at once. */
  finish(): void {
    this.pause();
    this.time.value = timeline.total;
  }

  /** To the end of the next step, in motion or at once. */
  step(still: boolean): void {
    const goal = timeline.endAfter(this.#rewound());
    if (still) {
      this.pause();
      this.time.value = goal;
    } else this.#runTo(goal);
  }

  /** To the end of the step before. */
  back(): void {
    this.pause();
    this.time.value = timeline.endBefore(this.time.value);
  }

  #rewound(): number {
    return this.time.value >= timeline.total ? 0 : this.time.value;
  }

  #runTo(goal: number): void {
    this.pause();
    this.time.value = this.#rewound();
    this.playing.value = true;
    let last = performance.now();
    const tick = (now: number): void => {
      // A tab that was hidden goes on where it was.
      this.time.value = Math.min(goal, this.time.value + Math.min(0.1, Math.max(0, now - last) / 1000));
      last = now;
      if (this.time.value < goal) this.#frame = requestAnimationFrame(tick);
      else this.playing.value = false;
    };
    this.#frame = requestAnimationFrame(tick);
  }
}
