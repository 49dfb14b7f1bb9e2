import type { Request } from "./commands.ts";

// Detects that a worker has ended while a thread waits for it, whose blocked event loop receives no events. Node can be
// queried. Elsewhere the worker counts while it lives.

/** How often the worker counts, and how long the thread that waits sleeps until it looks; in milliseconds. */
export const beat = 100;
/** After how many looks without a count a worker is dead: a minute, in which it may compile kernels. */
const patience = 600;

/** After how many looks a worker of Node is dead that has not begun: five seconds, in which it loads its program. */
const patienceToBegin = 50;

/** Node's information about a worker: −1 ms idle, or nothing at all, if it has ended or not begun. */
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
  #hasBegun = false;

  hasStopped(worker: object): boolean {
    const { performance }: Asked = worker;
    if (performance !== undefined) {
      const { idle, active } = performance.eventLoopUtilization();
      this.#hasBegun ||= active > 0;
      this.#quiet++;
      return idle < 0 || (active === 0 && (this.#hasBegun || this.#quiet > patienceToBegin));
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

/** A worker of Node that owns a device. */
interface Owner {
  postMessage(request: Request, transfer: ArrayBuffer[]): void;
}

interface Host {
  readonly SharedArrayBuffer?: unknown;
  readonly process?: { once(event: "exit", listener: () => void): unknown };
}

// If a worker ended during a request to its device, Dawn would abort the process. So each worker releases its device first,
// also when the process exits. It skips computations whose results nobody can read any more.

const working = 0;
const asked = 1;
const isGivenBack = 2;
/** How long a process that exits waits, while the worker lives: it may be compiling a kernel. */
const [msToLook, looks] = [100, 300];

/** An owner's current state, in shared memory. */
export class Leave {
  readonly shared: SharedArrayBuffer;
  readonly #state: Int32Array<SharedArrayBuffer>;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.shared = shared;
    this.#state = new Int32Array(shared);
  }

  /** Asks the worker to leave. False if it was asked before. */
  ask(): boolean {
    return Atomics.compareExchange(this.#state, 0, working, asked) === working;
  }

  /** Whether the worker was asked to leave. */
  get isAsked(): boolean {
    return Atomics.load(this.#state, 0) !== working;
  }

  /** The worker has given its device back. */
  done(): void {
    Atomics.store(this.#state, 0, isGivenBack);
    Atomics.notify(this.#state, 0);
  }

  /** Waits until the worker has given its device back, or has ended. */
  wait(hasEnded: () => boolean): void {
    for (let i = 0; i < looks && Atomics.wait(this.#state, 0, asked, msToLook) === "timed-out"; i++)
      if (hasEnded()) return;
  }
}

interface Leaving {
  readonly leave: Leave;
  readonly pulse: Pulse;
}

const owners: Map<Owner, Leaving> = new Map();
let watches = false;

export function addOwner(owner: Owner, leaving: Leaving): void {
  owners.set(owner, leaving);
  if (watches) return;
  watches = true;
  const { process }: Host = globalThis;
  process?.once("exit", () => {
    for (const owner of owners.keys()) giveBack(owner);
    for (const [owner, { leave, pulse }] of owners) leave.wait(() => pulse.hasStopped(owner));
  });
}

/** Has the worker give its device back, and end. */
export function giveBack(owner: Owner): void {
  if (owners.get(owner)?.leave.ask()) owner.postMessage({ kind: "close" }, []);
}

export function removeOwner(owner: Owner): void {
  owners.delete(owner);
}
