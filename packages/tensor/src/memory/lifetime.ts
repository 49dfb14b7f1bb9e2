import { checkRange } from "@saccade/contract";
import { counters } from "./counters.ts";
import type { Handle } from "./handle.ts";
import type { Claim, Storage } from "./storage.ts";
import { addUnscoped, removeUnscoped, unscopedBytes } from "./unscoped.ts";

/** An observer of new tensors: the capture of a compiled step. See `apply/listeners.ts`. */
export interface HandleListener {
  madeTensor(tensor: Handle): void;
}

let listeners: readonly HandleListener[] = [];

/** Sets the observers of new tensors. Only `apply/listeners.ts` calls it. */
export function setHandleListeners(next: readonly HandleListener[]): void {
  listeners = next;
}

/** The tensors owned by the innermost scope; null outside of every scope. */
let current: Handle[] | null = null;

/** Makes `next` the innermost scope's list; returns the one before. */
export function enterScope(next: Handle[] | null): Handle[] | null {
  const before = current;
  current = next;
  return before;
}

/**
 * The innermost scope's list, or null.
 *
 * @example currentScope() // null
 */
export function currentScope(): Handle[] | null {
  return current;
}

// Frees tensors that no scope owns, some time after they are collected.
interface Caught {
  readonly claim: Claim;
  readonly counted: boolean;
  /** Null for a tensor that is not part of a batched one. */
  readonly physical: Handle | null;
}
const net = new FinalizationRegistry<Caught>(({ claim, counted, physical }) => {
  if (counted) counters.tensors--;
  if (claim.storage === null) claim.lost++;
  else releaseStorage(claim.storage);
  if (physical !== null) release(physical);
});

let warnAt = 2 ** 30;

/**
 * Sets how many bytes may wait for the garbage collector, outside of scopes, before Saccade warns about missing scopes.
 * Parameters and kept tensors do not count. Infinity turns the warning off.
 *
 * @throws ArgumentError unless `bytes` is a number ≥ 0.
 * @example warnAtBytes(2 ** 32); // undefined
 */
export function warnAtBytes(bytes: number): void {
  checkRange("warnAtBytes", "bytes", bytes, 0, Number.POSITIVE_INFINITY);
  warnAt = bytes;
}

/** Assigns an owner to a new tensor: the innermost scope, or the garbage collector outside of scopes. */
export function track(tensor: Handle): void {
  for (let i = 0; i < listeners.length; i++) listeners[i]!.madeTensor(tensor);
  if (current === null && tensor.storage.isParked) {
    tensor.counted = false;
    registerInNet(tensor);
    return;
  }
  counters.tensors++;
  if (current !== null) current.push(tensor);
  else catchInNet(tensor);
}

function registerInNet(tensor: Handle): void {
  const physical = tensor.physical === tensor ? null : tensor.physical;
  net.register(tensor, { claim: tensor.storage.claim, counted: tensor.counted, physical }, tensor);
  tensor.inNet = true;
  addUnscoped(tensor.storage);
}

/** Leaves a tensor to the garbage collector, and warns if too much memory waits for it. */
export function catchInNet(tensor: Handle): void {
  registerInNet(tensor);
  // Not all live bytes: parameters and kept tensors are meant to stay.
  const waiting = unscopedBytes();
  if (waiting > warnAt) {
    warnAt = waiting * 2;
    console.warn(
      `saccade: ${(waiting / 2 ** 20).toFixed(0)} MiB of temporary tensors were made while no scope was open. ` +
        "Wrap a loop's body in scope(() => …), or in noGrad(() => …) when it only evaluates.",
    );
  }
}

/**
 * Takes one more share of a tensor, which then stays usable until {@link release}, even if its scope ends.
 *
 * @example
 * const x = retain(tensor([1]));
 * release(x);
 * x.toArray() // [1]
 */
export function retain<T extends Handle>(tensor: T): T {
  tensor.shares++;
  return tensor;
}

/**
 * Gives a share back; the last one frees the tensor.
 *
 * @example
 * const x = retain(tensor([1]));
 * release(x);
 * x.toArray() // [1]
 */
export function release(tensor: Handle): void {
  if (--tensor.shares > 0) return;
  if (tensor.counted) counters.tensors--;
  if (tensor.inNet) net.unregister(tensor);
  releaseStorage(tensor.storage);
  if (tensor.physical !== tensor) release(tensor.physical);
}

function releaseStorage(storage: Storage): void {
  storage.release();
  if (storage.isClaimed && storage.shares === 0) removeUnscoped(storage);
}

/**
 * Gives a retained tensor an owner again: the innermost scope or the garbage collector. Takes over the caller's share.
 *
 * @example adopt(retain(tensor([1]))) // tensor([1])
 */
export function adopt<T extends Handle>(tensor: T): T {
  if (tensor.owned) {
    tensor.shares--;
    return tensor;
  }
  tensor.owned = true;
  if (current !== null) current.push(tensor);
  else leaveOutermost(tensor);
  return tensor;
}

/** Points a handle at another storage. Only writers (optimizers, loadStateDict) do so. */
export function rebind(tensor: Handle, storage: Storage): void {
  if (tensor.inNet) net.unregister(tensor);
  storage.lasting ||= tensor.storage.lasting;
  releaseStorage(tensor.storage);
  tensor.storage = storage;
  if (tensor.inNet) registerInNet(tensor);
}

/**
 * Marks a tensor as long-lived: its storage is never parked to make room.
 *
 * @example
 * const x = tensor([1]);
 * makeLasting(x);
 * x // tensor([1])
 */
export function makeLasting(tensor: Handle): void {
  tensor.storage.lasting = true;
  removeUnscoped(tensor.storage);
}

/**
 * Gives the owner's share back now.
 *
 * @example
 * const x = tensor([1]);
 * giveUp(x);
 * x.shape // [1]
 */
export function giveUp(tensor: Handle): void {
  if (!tensor.owned) return;
  tensor.owned = false;
  release(tensor);
}

// One value that leaves the outermost scope becomes a few bytes of JavaScript, so that a loop which collects
// losses holds no memory of the backend. Larger tensors are left to the garbage collector.
function leaveOutermost(tensor: Handle): void {
  if (tensor.numel === 1 && tensor.storage.length === 1 && tensor.storage.shares === 1) {
    tensor.storage.park();
    if (tensor.storage.isParked) {
      tensor.counted = false;
      counters.tensors--;
      registerInNet(tensor);
      return;
    }
  }
  catchInNet(tensor);
}
