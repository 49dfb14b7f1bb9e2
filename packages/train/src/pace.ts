import { ArgumentError } from "@saccade/tensor/checks";

// When a run lets the page breathe.

/** Controls whether a run continues, pauses or ends. */
export class Pace {
  /** Wakes a run that waits: it has something to do. */
  wake: () => void = () => {};
  #pausing: boolean = false;
  #stopping: boolean = false;
  #resumed: boolean = false;
  // Steps to do before the run waits again; null where it is not run by single steps.
  #stepsLeft: number | null = null;
  #waitForQuiet: (() => void)[] = [];

  get isStopping(): boolean {
    return this.#stopping;
  }

  get isStepping(): boolean {
    return this.#stepsLeft !== null;
  }

  /** Whether the run is to wait at this boundary. */
  get waitsHere(): boolean {
    return !this.#stopping && (this.#pausing || this.#stepsLeft === 0);
  }

  /** Whether a request is to be served at this boundary. */
  get isAskedFor(): boolean {
    return this.#pausing || this.#stepsLeft === 0 || this.#resumed;
  }

  /** A run begins: requests to an earlier one are void, except for single steps. */
  begin(): void {
    this.#pausing = false;
    this.#stopping = false;
    this.#resumed = false;
  }

  pause(): void {
    this.#pausing = true;
    this.wake();
  }

  resume(): void {
    this.#stepsLeft = null;
    this.#resumed = true;
    this.wake();
  }

  step(count: number): void {
    this.#stepsLeft = count;
    this.wake();
  }

  stop(): void {
    this.#stopping = true;
    this.wake();
  }

  countStep(): void {
    if (this.#stepsLeft !== null) this.#stepsLeft--;
  }

  /** Whether the run was resumed since the last call. */
  takeResumed(): boolean {
    const resumed = this.#resumed;
    this.#resumed = false;
    return resumed;
  }

  /** The run has come to where it was to wait. */
  arrive(): void {
    this.#pausing = false;
    this.end();
  }

  /** Waits until the run is resumed, stepped or stopped, and runs queued work meanwhile. */
  async wait(hasWork: () => boolean, doWork: () => Promise<void>): Promise<void> {
    while (!this.#stopping && this.#stepsLeft === null && !this.#resumed) {
      if (!hasWork())
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      await doWork();
    }
  }

  /** Waits for `work`, running queued work meanwhile; no longer once a pause or a stop is asked for, which `work` may wait for. */
  async await(work: Promise<unknown>, hasWork: () => boolean, doWork: () => Promise<void>): Promise<void> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
      this.wake();
    };
    work.then(done, done);
    while (!isDone && !this.#stopping && !this.#pausing) {
      if (!hasWork())
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      await doWork();
    }
  }

  /** Resolves when the run waits or has ended. */
  quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitForQuiet.push(resolve);
    });
  }

  /** Resolves the promises of {@link quiet}. */
  settle(): void {
    for (const resolve of this.#waitForQuiet.splice(0)) resolve();
  }

  /** The run waits, or has ended. */
  end(): void {
    this.#stepsLeft = null;
    this.settle();
  }
}

/** The time in milliseconds that a run computes before it yields to the event loop: less than a frame. */
export const SLICE = 10;

/**
 * Yields to the event loop (messages, signals, timers, drawing) and resumes immediately. setTimeout would wait: browsers
 * delay nested timeouts by 4 ms.
 */
export function breathe(): Promise<void> {
  const host: { setImmediate?: (callback: () => void) => unknown; performance: object } = globalThis;
  return new Promise((resolve) => {
    if (host.setImmediate !== undefined) {
      host.setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

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
