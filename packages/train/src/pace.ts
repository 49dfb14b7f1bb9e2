/** Controls whether a run continues, pauses or ends. */
export class Pace {
  #pausing: boolean = false;
  #stopping: boolean = false;
  #resumed: boolean = false;
  // Steps to do before the run waits again; null where it is not run by single steps.
  #stepsLeft: number | null = null;
  #wake: () => void = () => {};
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

  /** Whether something is to be done about it at this boundary. */
  get isAskedFor(): boolean {
    return this.#pausing || this.#stepsLeft === 0 || this.#resumed;
  }

  /** A run begins: what was asked of an earlier one is void; single steps may have been asked of this one. */
  begin(): void {
    this.#pausing = false;
    this.#stopping = false;
    this.#resumed = false;
  }

  pause(): void {
    this.#pausing = true;
  }

  resume(): void {
    this.#stepsLeft = null;
    this.#resumed = true;
    this.#wake();
  }

  step(count: number): void {
    this.#stepsLeft = count;
    this.#wake();
  }

  stop(): void {
    this.#stopping = true;
    this.#wake();
  }

  /** Something is to be done while the run waits. */
  wake(): void {
    this.#wake();
  }

  countStep(): void {
    if (this.#stepsLeft !== null) this.#stepsLeft--;
  }

  /** Whether it was resumed since this was asked last. */
  takeResumed(): boolean {
    const resumed = this.#resumed;
    this.#resumed = false;
    return resumed;
  }

  /** The run has come to where it was to wait. */
  arrive(): void {
    this.#pausing = false;
    this.#stepsLeft = null;
    this.settle();
  }

  /** Waits until the run is resumed, stepped or stopped, and runs queued work meanwhile. */
  async wait(hasWork: () => boolean, doWork: () => Promise<void>): Promise<void> {
    while (!this.#stopping && this.#stepsLeft === null && !this.#resumed) {
      if (!hasWork()) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      await doWork();
    }
  }

  /** Resolves when the run waits or has ended. */
  quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitForQuiet.push(resolve);
    });
  }

  /** It waits now, or has ended. */
  settle(): void {
    for (const resolve of this.#waitForQuiet.splice(0)) resolve();
  }

  /** The run has ended. */
  end(): void {
    this.#stepsLeft = null;
    this.settle();
  }
}
