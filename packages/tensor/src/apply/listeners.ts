import type { Attrs, Backend, KernelOp, Operand } from "../kernel.ts";
import type { TypedArray } from "../memory/dtype.ts";
import { type HandleListener, setHandleListeners } from "../memory/lifetime.ts";
import { type Storage, type StorageListener, setStorageListeners } from "../memory/storage.ts";
import type { Tensor } from "../tensor.ts";

/** Cotangents of an op's outputs in, one thunk an input out; null where no gradient flows. */
export type PullBack = (grads: readonly Tensor[]) => readonly ((() => Tensor) | null)[];

/** A tape: it is told of every op, with the way back. */
export interface TapeListener {
  record(
    name: string,
    inputs: readonly Tensor[],
    outputs: readonly Tensor[],
    pullBack: PullBack | null,
  ): void;
  /** True where a write to the tensor would falsify what was recorded. */
  holds(tensor: Tensor): boolean;
}

/** The profiler: it runs each kernel, and measures it. */
export interface KernelListener {
  /** Calls `run` once; `bytes()` counts what the kernel reads and writes. */
  aroundKernel(name: string, bytes: () => number, run: () => void): void;
}

/** The capture of a compiled step: it is told what the step relies on, and runs its kernels. */
export interface CaptureListener extends StorageListener, HandleListener {
  /** An op reads the tensor. */
  uses(tensor: Tensor): void;
  /** An op is about to write the tensor. */
  writes(tensor: Tensor): void;
  /** Runs a kernel in place of the backend. */
  runKernel(
    backend: Backend,
    op: KernelOp,
    inputs: readonly Operand[],
    outputs: readonly Operand[],
    attrs: Attrs,
  ): void;
  /** Does host work now and in every replay. */
  host<T>(work: () => T): T;
  /** Fills a storage anew in every replay. */
  refill(storage: Storage, make: () => TypedArray): void;
  /** Checks a tensor's elements now and in every replay. */
  check(what: string, x: Tensor, check: (elements: TypedArray) => void): void;
  /** Notes what `read` gives: once that differs, the step is captured anew. */
  assume(owner: object, read: () => unknown): void;
}

/** Whoever watches running ops: a tape, the profiler, a capture. */
export type Listener = TapeListener | KernelListener | CaptureListener;

// The one list, outermost first, and the parts of it that each kind of event goes to.
let listeners: readonly Listener[] = [];
export let tapes: readonly TapeListener[] = [];
export let kernelListeners: readonly KernelListener[] = [];
export let captures: readonly CaptureListener[] = [];

/** Runs `f` while one more listener watches. */
export function withListener<T>(listener: Listener, f: () => T): T {
  return withListeners([...listeners, listener], f);
}

/** Runs `f` while no tape listens: nothing that it does can be differentiated. */
export function withoutTapes<T>(f: () => T): T {
  return tapes.length === 0
    ? f()
    : withListeners(
        listeners.filter((listener) => !isTape(listener)),
        f,
      );
}

function withListeners<T>(next: readonly Listener[], f: () => T): T {
  const before = listeners;
  setListeners(next);
  try {
    return f();
  } finally {
    setListeners(before);
  }
}

function setListeners(next: readonly Listener[]): void {
  listeners = next;
  tapes = next.filter(isTape);
  kernelListeners = next.filter((listener) => "aroundKernel" in listener);
  const capturing = next.filter(isCapture);
  if (capturing.length === 0 && captures.length === 0) return;
  captures = capturing;
  setStorageListeners(captures);
  setHandleListeners(captures);
}

function isTape(listener: Listener): listener is TapeListener {
  return "record" in listener;
}

function isCapture(listener: Listener): listener is CaptureListener {
  return "runKernel" in listener;
}

/** True while a tape listens: an op's gradient may then itself be differentiated. */
export function isRecording(): boolean {
  return tapes.length > 0;
}

/** Tells the tapes of something that is no op of its own, such as a checkpointed function. */
export function record(
  name: string,
  inputs: readonly Tensor[],
  outputs: readonly Tensor[],
  pullBack: PullBack,
): void {
  for (const tape of tapes) tape.record(name, inputs, outputs, pullBack);
}

/** Tells a capture that the step relies on a tensor. */
export function usesTensor(tensor: Tensor): void {
  for (let i = 0; i < captures.length; i++) captures[i]!.uses(tensor);
}
