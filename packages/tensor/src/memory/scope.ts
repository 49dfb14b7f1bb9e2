import { active } from "../apply/capture/active.ts";
import { Tensor } from "../tensor.ts";
import { counters, type Storage } from "./storage.ts";

/**
 * Objects with this method give a scope the tensors they hold, so that returning them keeps those alive.
 * Modules have it; arrays, plain objects, Maps and Sets are searched without it.
 */
export const tensorsOf: unique symbol = Symbol.for("saccade.tensorsOf");

export interface TensorHolder {
  [tensorsOf](): Iterable<Tensor>;
}

let current: Tensor[] | null = null;

// The net below everything that no scope holds: gives memory back some time after a tensor was collected.
const net = new FinalizationRegistry<{ storage: Storage; counted: boolean }>(({ storage, counted }) => {
  if (counted) counters.tensors--;
  storage.release();
});

let warnAt = 2 ** 30;

/** Sets how many live bytes outside scopes bring the warning about missing scopes; Infinity turns it off. */
export function warnAtBytes(bytes: number): void {
  warnAt = bytes;
}

/** Puts a new tensor into the innermost scope, or into the net where there is none. */
export function track(tensor: Tensor): void {
  active?.madeTensor(tensor);
  if (current === null && tensor.storage.isParked) {
    tensor.counted = false;
    registerInNet(tensor);
    return;
  }
  counters.tensors++;
  if (current !== null) current.push(tensor);
  else catchInNet(tensor);
}

function registerInNet(tensor: Tensor): void {
  net.register(tensor, { storage: tensor.storage, counted: tensor.counted }, tensor);
  tensor.inNet = true;
}

function catchInNet(tensor: Tensor): void {
  registerInNet(tensor);
  if (counters.bytes > warnAt) {
    warnAt = counters.bytes * 2;
    console.warn(
      `saccade: ${(counters.bytes / 2 ** 20).toFixed(0)} MiB are live and no scope is open, so they wait for the ` +
        "garbage collector. Wrap a loop's body in scope(() => …), or in noGrad(() => …) when it only evaluates.",
    );
  }
}

/** Takes one more share of a tensor: it stays usable until {@link release}, whatever its scope does. */
export function retain(tensor: Tensor): Tensor {
  tensor.shares++;
  return tensor;
}

/** Gives a share back; the last one frees the tensor. */
export function release(tensor: Tensor): void {
  if (--tensor.shares > 0) return;
  if (tensor.counted) counters.tensors--;
  if (tensor.inNet) net.unregister(tensor);
  tensor.storage.release();
}

/** Gives a retained tensor an owner again: the innermost scope, or the net. Takes over the caller's share. */
export function adopt(tensor: Tensor): Tensor {
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
export function rebind(tensor: Tensor, storage: Storage): void {
  if (tensor.inNet) net.unregister(tensor);
  tensor.storage.release();
  tensor.storage = storage;
  if (tensor.inNet) registerInNet(tensor);
}

/** Gives the owner's share back now. Later use of the tensor throws. */
export function dispose(tensor: Tensor): void {
  if (!tensor.owned) return;
  tensor.owned = false;
  release(tensor);
}

/** Keeps a tensor beyond every open scope; the garbage collector frees it. Returns it. */
export function keep<T>(value: T): T {
  for (const tensor of tensorsIn(value)) tensor.kept = true;
  return value;
}

/**
 * Runs `f` and gives back the memory of every tensor made inside, except those in what it returns
 * (found through arrays, plain objects, Maps, Sets and Modules) and those named by {@link keep}.
 *
 * @throws TypeError when `f` returns a promise: a scope cannot stay open across an await.
 */
export function scope<T>(f: () => T): T {
  const outer = current;
  const mine: Tensor[] = [];
  current = mine;
  let escaped: readonly Tensor[] = none;
  try {
    const result = f();
    refusePromise("scope", result);
    escaped = tensorsIn(result).filter(isOwned);
    for (const tensor of escaped) retain(tensor);
    return result;
  } finally {
    current = outer;
    for (const tensor of mine) {
      if (!tensor.kept) dispose(tensor);
      else if (tensor.owned && !tensor.inNet) catchInNet(tensor);
    }
    for (const tensor of escaped) adopt(tensor);
  }
}

/** Gives back at once what the innermost scope holds, but for what is kept. */
export function emptyScope(): void {
  for (const tensor of current?.splice(0) ?? none) {
    if (tensor.kept) current?.push(tensor);
    else dispose(tensor);
  }
}

const none: readonly Tensor[] = [];

function isOwned(tensor: Tensor): boolean {
  return tensor.owned;
}

export function refusePromise(what: string, result: unknown): void {
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new TypeError(
      `${what}: the callback returned a promise. Await data before or after it; inside, everything is synchronous.`,
    );
  }
}

// One value leaving the outermost scope becomes a few bytes of JavaScript, so that a loop which collects
// losses holds no memory of the backend. Larger tensors are left to the net.
function leaveOutermost(tensor: Tensor): void {
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

/** The tensors in a value: through arrays, plain objects, Maps, Sets and {@link TensorHolder}s. One may come twice. */
function tensorsIn(value: unknown, found: Tensor[] = [], seen?: Set<object>): readonly Tensor[] {
  if (value instanceof Tensor) found.push(value);
  else if (typeof value === "object" && value !== null && !seen?.has(value)) {
    const around = (seen ?? new Set<object>()).add(value);
    if (isHolder(value)) found.push(...value[tensorsOf]());
    else for (const item of itemsOf(value)) tensorsIn(item, found, around);
  }
  return found;
}

function itemsOf(value: object): Iterable<unknown> {
  if (Array.isArray(value) || value instanceof Set) return value;
  if (value instanceof Map) return value.values();
  return isPlain(value) ? Object.values(value) : none;
}

function isHolder(value: object): value is TensorHolder {
  return tensorsOf in value;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
