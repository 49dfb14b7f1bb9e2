const longestMs = 12;

/** Gives the event loop a turn every few milliseconds, so that a page stays responsive during long work. */
export class Pace {
  #since: number = performance.now();

  /** Gives a turn if the last is long ago. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since >= longestMs) await this.turn();
  }

  /** Gives a turn now. */
  async turn(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

// Timers of a page wait for at least 4 ms, messages do not.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
