// Detects that a worker has ended while a thread waits for it, whose blocked event loop receives no events. Node can be
// queried. Elsewhere the worker counts while it lives.

/** How often the worker counts, and how long the thread that waits sleeps until it looks; in milliseconds. */
export const beat = 100;
/** After how many looks without a count a worker is dead: a minute, in which it may compile kernels. */
const patience = 600;

/** Node's information about a worker: −1 ms idle, or nothing at all, if it has ended. */
interface Asked {
  readonly performance?: { eventLoopUtilization(): { readonly idle: number; readonly active: number } };
}

/** Looks whether a worker still lives, once a beat. */
export class Pulse {
  /** The worker's counter. */
  readonly counter: SharedArrayBuffer = new SharedArrayBuffer(4);
  readonly #count: Int32Array = new Int32Array(this.counter);
  #last = -1;
  #quiet = 0;

  hasStopped(worker: object): boolean {
    const { performance }: Asked = worker;
    if (performance !== undefined) {
      const { idle, active } = performance.eventLoopUtilization();
      return idle < 0 || active === 0;
    }
    const now = Atomics.load(this.#count, 0);
    this.#quiet = now === this.#last ? this.#quiet + 1 : 0;
    this.#last = now;
    return this.#quiet > patience;
  }
}

/** The worker's side: counts as long as its event loop turns. */
export function countIn(counter: SharedArrayBuffer): void {
  const count = new Int32Array(counter);
  setInterval(() => Atomics.add(count, 0, 1), beat);
}
