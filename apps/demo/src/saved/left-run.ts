import type { KeptRun, RunStore } from "./run-store.ts";

/** The run whose reader went to another page, until the return. */
export class LeftRun<Run extends KeptRun> {
  readonly #store: RunStore<Run>;
  #left: Promise<Run | null> = Promise.resolve(null);

  constructor(store: RunStore<Run>) {
    this.#store = store;
  }

  /** Keeps what `pause` gives, here and in the browser's storage. */
  leave(pause: () => Promise<Run>): void {
    this.#left = this.#keep(pause).catch(() => null);
  }

  /** The run that was left, if there is one; the next caller gets none. */
  take(): Promise<Run | null> {
    const taken = this.#left;
    this.#left = Promise.resolve(null);
    return taken;
  }

  async #keep(pause: () => Promise<Run>): Promise<Run> {
    const kept = await pause();
    await this.#store.keep(kept).catch(() => {}); // where the browser refuses, it is still here
    return kept;
  }
}
