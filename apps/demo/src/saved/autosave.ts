/** The maximum delay of a save. */
const msBetweenSaves = 1000;
/** And at most this part of the time is spent on it, most of it waiting for the worker. */
const shareOfTime = 0.2;

/** The source of events when the page is about to be hidden or closed. */
export type Leaving = Pick<EventTarget, "addEventListener" | "removeEventListener">;

/**
 * Saves a run while it trains: immediately when it starts, then about every second, and when the page is left. A save at a
 * time: what becomes due during one is saved after it.
 */
export class Autosave {
  readonly #save: () => Promise<void>;
  readonly #leaving: Leaving;
  #saving: Promise<void> | null = null;
  #again = false;
  #nextAt = 0;

  /** @param save must not reject */
  constructor(save: () => Promise<void>, leaving: Leaving = window) {
    this.#save = save;
    this.#leaving = leaving;
    leaving.addEventListener("pagehide", this.#leave);
    leaving.addEventListener("visibilitychange", this.#leave);
  }

  /** The run has gone on: saves, unless the last time is only just past. */
  soon(): void {
    if (this.#saving === null && performance.now() >= this.#nextAt) void this.now();
  }

  /** Saves; resolves when the current state is saved. */
  now(): Promise<void> {
    if (this.#saving !== null) {
      this.#again = true;
      return this.#saving;
    }
    this.#saving = this.#run();
    return this.#saving;
  }

  end(): void {
    this.#leaving.removeEventListener("pagehide", this.#leave);
    this.#leaving.removeEventListener("visibilitychange", this.#leave);
  }

  readonly #leave = (): void => void this.now();

  async #run(): Promise<void> {
    do {
      this.#again = false;
      const began = performance.now();
      await this.#save();
      const took = performance.now() - began;
      this.#nextAt = performance.now() + Math.max(msBetweenSaves, took / shareOfTime);
    } while (this.#again);
    this.#saving = null;
  }
}
