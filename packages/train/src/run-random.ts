import { getRandomState, type RandomState, setRandomState } from "@saccade/tensor";

/**
 * The random numbers of a run. They start as those of the default generator do, and stand in its place while the run computes:
 * so what others draw meanwhile does not change the run, nor the run what they draw.
 */
export class RunRandom {
  #state: RandomState | null = null;

  /** Takes the default generator's state, unless the run has started or was restored. */
  start(): void {
    this.#state ??= getRandomState();
  }

  /** Runs `work` with the run's numbers; before it has started, with the default generator's. */
  lend<R>(work: () => R): R {
    if (this.#state === null) return work();
    const outer = getRandomState();
    setRandomState(this.#state);
    try {
      return work();
    } finally {
      this.#state = getRandomState();
      setRandomState(outer);
    }
  }

  /** Runs `work`, which sets the default generator last of all; the run goes on from there. */
  take<R>(work: () => R): R {
    const outer = getRandomState();
    try {
      const result = work();
      this.#state = getRandomState();
      return result;
    } finally {
      setRandomState(outer);
    }
  }
}
