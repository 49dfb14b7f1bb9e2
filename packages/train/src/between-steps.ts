import { ArgumentError } from "@saccade/tensor/checks";

/** A queue of functions to run between two steps. */
export class BetweenSteps {
  readonly #waiting: { readonly run: () => unknown; readonly reject: (error: unknown) => void }[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Queues `f`. Resolves or rejects with its result. */
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

  /** Runs the queue. An error rejects only the promise of the function that threw. */
  async doAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await next.run();
      } catch (error) {
        next.reject(error);
      }
    }
  }

  /** Runs the queue synchronously. Refuses functions that return a promise. */
  doAllSync(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        if (next.run() instanceof Promise)
          throw new ArgumentError(
            "Trainer.fitSync: a function given to betweenSteps cannot be asynchronous; use fit().",
          );
      } catch (error) {
        next.reject(error);
      }
    }
  }
}
