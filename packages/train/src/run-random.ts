import { getRandomState, type RandomState, setRandomState } from "@saccade/tensor";

/**
 * The random numbers of a run. They start from the default generator's state and replace it while the run computes, so that
 * the run and other code do not affect each other's random numbers.
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

  /** Runs `work`, which finally sets the default generator; the run continues from there. */
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
