import { getRandomState, setRandomState } from "@saccade/tensor";

/** Things to do between two steps, in the order in which they were asked for. */
export class BetweenSteps {
  readonly #waiting: { readonly run: () => unknown; readonly reject: (error: unknown) => void }[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves, or rejects, as `f` does once it was done. */
  add<T>(f: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        run: () => {
          const result = f();
          resolve(result);
          return result;
        },
        reject,
      });
    });
  }

  /** Does all of it. What one of them throws concerns only who asked for it. */
  async doAll(): Promise<void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      try {
        await next.run();
      } catch (error) {
        next.reject(error);
      }
    }
  }

  /** Does all of it without waiting: what returns a promise is refused. */
  doAllSync(): void {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      try {
        if (next.run() instanceof Promise) {
          throw new TypeError(
            "Trainer.fitSync: what is done between its steps cannot be asynchronous; use fit().",
          );
        }
      } catch (error) {
        next.reject(error);
      }
    }
  }
}

/** Runs `f`, and leaves the random numbers' state as it was: looking at a run does not change it. */
export function withRandomStateKept<T>(f: () => T | Promise<T>): T | Promise<T> {
  const random = getRandomState();
  const back = (): void => setRandomState(random);
  let result: T | Promise<T>;
  try {
    result = f();
  } catch (error) {
    back();
    throw error;
  }
  if (result instanceof Promise) return result.finally(back);
  back();
  return result;
}
