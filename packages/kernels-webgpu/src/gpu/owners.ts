import type { Request } from "./protocol.ts";

/** A worker of Node that owns a device. */
export interface Owner {
  postMessage(request: Request, transfer: ArrayBuffer[]): void;
}

interface Host {
  readonly SharedArrayBuffer?: unknown;
  readonly process?: { once(event: "exit", listener: () => void): unknown };
}

// A worker that ended while something is asked of its device would end the process with it: Dawn aborts. So each gives its
// device back first, also when the process exits.

const asked = 1;
export const isGivenBack = 2;
const msToLeave = 2000;

/** What each owner is at: 0 while it works. */
const owners: Map<Owner, Int32Array<SharedArrayBuffer>> = new Map();
let watches = false;

export function addOwner(owner: Owner): void {
  owners.set(owner, new Int32Array(new SharedArrayBuffer(4)));
  if (watches) return;
  watches = true;
  const { process }: Host = globalThis;
  process?.once("exit", () => {
    for (const owner of owners.keys()) giveBack(owner);
    for (const state of owners.values()) Atomics.wait(state, 0, asked, msToLeave);
  });
}

/** Has the worker give its device back, and end. */
export function giveBack(owner: Owner): void {
  const state = owners.get(owner);
  if (state !== undefined && Atomics.compareExchange(state, 0, 0, asked) === 0)
    owner.postMessage({ kind: "close", state: state.buffer }, []);
}

export function removeOwner(owner: Owner): void {
  owners.delete(owner);
}
