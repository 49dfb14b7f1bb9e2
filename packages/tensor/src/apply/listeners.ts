import type { Attrs, Backend, RunKernel } from "../kernel.ts";
import type { TypedArray } from "../memory/dtype.ts";
import { type HandleListener, setHandleListeners } from "../memory/lifetime.ts";
import { type Storage, type StorageListener, setStorageListeners } from "../memory/storage.ts";
import type { Tensor } from "../tensor.ts";
import type { AnyOp, ViewOp, ViewsOp } from "./op.ts";

/** Takes the cotangents of an op's outputs and returns one thunk per input; null where no gradient flows. */
export type PullBack = (grads: readonly Tensor[]) => readonly ((() => Tensor) | null)[];

/** A tape. It is notified of every op, with its pullback. */
export interface TapeListener {
  /**
   * Called for every op that runs. Without a pull-back, the outputs depend on the inputs, and their derivative is 0. `kept`
   * lists other tensors that the pull-back uses.
   */
  record(
    name: string,
    inputs: readonly Tensor[],
    outputs: readonly Tensor[],
    pullBack: PullBack | null,
    kept?: readonly Tensor[],
  ): void;
  /** True if a write to the tensor would invalidate the recorded ops. */
  holds(tensor: Tensor): boolean;
  /** Makes a separate tape for gradients that this one records. Absent in listeners that do not differentiate. */
  readonly another?: (watched: readonly Tensor[]) => InnerTape;
}

/** A tape that an op opens while another one listens. */
export interface InnerTape {
  /** Runs `f` and records its ops. */
  run<T>(f: () => T): T;
  /** The gradients of some of the watched tensors, for cotangents of the outputs; null or false for those that have none. */
  backward(
    outputs: readonly Tensor[],
    cotangents: readonly Tensor[],
    wanted: readonly Tensor[],
  ): readonly (Tensor | null | false)[];
  /** Frees what it saved. */
  close(): void;
}

/** The profiler, which runs and measures each kernel. */
export interface KernelListener {
  /** Calls `run` once; `bytes()` counts what the kernel reads and writes. */
  aroundKernel(name: string, bytes: () => number, run: () => void): void;
}

/** The capture of a compiled step. It is notified of the step's dependencies, and runs its kernels. */
export interface CaptureListener extends StorageListener, HandleListener {
  /** An op reads the tensor. */
  uses(tensor: Tensor): void;
  /** An op is about to write the tensor. */
  writes(tensor: Tensor): void;
  /** Runs a kernel in place of the backend. */
  readonly runKernel: RunKernel;
  /** Runs host work now and in every replay. */
  host<T>(work: () => T): T;
  /** Fills a storage again in every replay. */
  refill(storage: Storage, make: () => TypedArray): void;
  /** Checks a tensor's elements now and in every replay. */
  check(what: string, x: Tensor, check: (elements: TypedArray) => void): void;
  /** Notes the result of `read`. When it changes, the step is captured again. */
  assume(owner: object, read: () => unknown): void;
}

/** An export. It is notified of every op, view and write, and of host reads that a graph of ops cannot repeat. */
export interface TraceListener {
  /** An op, view or write is about to run, or a view was made. Outputs have no values yet. */
  ran(name: string, inputs: readonly Tensor[], outputs: readonly Tensor[], attrs: Attrs): void;
  /** The host is about to read a storage. */
  reads(what: string, storage: Storage): void;
}

/** Runs the ops of batched tensors inside `vmap`. Returns null or false if no input is batched. */
export interface Batcher {
  /** The outputs of an op; `backend` has those of an op without inputs. */
  run(op: AnyOp, inputs: readonly Tensor[], attrs: Attrs, backend: Backend): readonly Tensor[] | null;
  /** A view. */
  view<A extends Attrs>(op: ViewOp<A>, x: Tensor, attrs: A): Tensor | null;
  /** A view with several windows. */
  views<A extends Attrs>(op: ViewsOp<A>, x: Tensor, attrs: A): Tensor[] | null;
  /** Records a computation that is not an op on each tape. See {@link record}. */
  record(
    name: string,
    inputs: readonly Tensor[],
    outputs: readonly Tensor[],
    pullBack: PullBack | null,
    kept?: readonly Tensor[],
  ): boolean;
}

/**
 * The batcher that runs ops inside `vmap`; null outside.
 *
 * @example currentBatcher() // null
 */
export function currentBatcher(): Batcher | null {
  return batcher;
}

export let batcher: Batcher | null = null;

/**
 * Runs `f`; the batcher intercepts its ops. null disables batching.
 *
 * @example withBatcher(null, () => tensor([1]).add(1)) // tensor([2])
 */
export function withBatcher<T>(next: Batcher | null, f: () => T): T {
  const before = batcher;
  batcher = next;
  try {
    return f();
  } finally {
    batcher = before;
  }
}

/** An observer of running ops: a tape, the profiler, a capture or an export. */
export type Listener = TapeListener | KernelListener | CaptureListener | TraceListener;

// The listeners, outermost first: tapes, all others, and those of each kind.
export let tapes: readonly TapeListener[] = [];
let observers: readonly Exclude<Listener, TapeListener>[] = [];
export let kernelListeners: readonly KernelListener[] = [];
export let captures: readonly CaptureListener[] = [];
export let traces: readonly TraceListener[] = [];
/** Makes a tape. Known from the first tape on, so to every gradient. */
export let newTape: TapeListener["another"];

/**
 * Runs `f` with one more listener.
 *
 * @example
 * const names = [];
 * withListener({ record: ({ op }) => names.push(op?.name) }, () => tensor([1]).exp());
 * names.length // 1
 */
export function withListener<T>(listener: Listener, f: () => T): T {
  if (!isTape(listener)) return withObservers([...observers, listener], f);
  newTape = listener.another ?? newTape;
  return withTapes([...tapes, listener], f);
}

/**
 * The tapes that record what runs now, outermost first.
 *
 * @example currentTapes() // []
 */
export function currentTapes(): readonly TapeListener[] {
  return tapes;
}

/**
 * Runs `f` with only these tapes.
 *
 * @example withTapes([], () => isRecording()) // false
 */
export function withTapes<T>(next: readonly TapeListener[], f: () => T): T {
  const before = tapes;
  tapes = next;
  try {
    return f();
  } finally {
    tapes = before;
  }
}

/**
 * Runs `f` without tapes: nothing in it is recorded or differentiated.
 *
 * @example withoutTapes(() => isRecording()) // false
 */
export function withoutTapes<T>(f: () => T): T {
  return withTapes([], f);
}

function withObservers<T>(next: typeof observers, f: () => T): T {
  const before = observers;
  setObservers(next);
  try {
    return f();
  } finally {
    setObservers(before);
  }
}

function setObservers(next: typeof observers): void {
  observers = next;
  kernelListeners = next.filter((listener) => "aroundKernel" in listener);
  const [capturing, tracing] = [next.filter(isCapture), next.filter(isTrace)];
  if (capturing.length + captures.length + tracing.length + traces.length === 0) return;
  captures = capturing;
  traces = tracing;
  setStorageListeners([...captures, ...traces.map(readsOf)]);
  setHandleListeners(captures);
}

/** Runs `f` without listeners. Watched storages stay watched, so that none is parked. */
export function unobserved<T>(f: () => T): T {
  if (observers.length === 0) return withoutTapes(f);
  const watched = captures.length > 0;
  return withObservers([], () => {
    if (watched) setStorageListeners([unwatched]);
    return withoutTapes(f);
  });
}

const unwatched: StorageListener = { memoryFor: () => null, madeStorage() {}, filled() {}, reads() {} };

// A trace watches reads only. Parking moves a value without a read.
function readsOf(trace: TraceListener): StorageListener {
  return {
    ...unwatched,
    reads(what, storage) {
      if (what !== "park") trace.reads(what, storage);
    },
  };
}

function isTape(listener: Listener): listener is TapeListener {
  return "record" in listener;
}

function isCapture(listener: Listener): listener is CaptureListener {
  return "runKernel" in listener;
}

function isTrace(listener: Listener): listener is TraceListener {
  return "ran" in listener;
}

/**
 * The largest size that the running code must handle: `size`, or Infinity in a trace, whose graph also accepts longer
 * inputs. Check it before skipping work that `size` does not need, such as a causal limit for a single query:
 * `longest(queries) > 1`.
 *
 * @example longest(8) // 8
 */
export function longest(size: number): number {
  return traces.length > 0 ? Number.POSITIVE_INFINITY : size;
}

/**
 * True in an export.
 *
 * @example isTracing() // false
 */
export function isTracing(): boolean {
  return traces.length > 0;
}

/**
 * Runs `f`, whose reads decide nothing but an error, unseen by traces.
 *
 * @example withoutTraces(() => longest(8)) // 8
 */
export function withoutTraces<T>(f: () => T): T {
  return traces.length === 0
    ? f()
    : withObservers(
        observers.filter((listener) => !isTrace(listener)),
        f,
      );
}

/**
 * True under a tape. An op's gradient may then itself be differentiated.
 *
 * @example isRecording() // false
 */
export function isRecording(): boolean {
  return tapes.length > 0;
}

/**
 * Records something on the tapes that is not an op, such as a checkpointed function.
 *
 * @example
 * const double = (x: Tensor): Tensor => {
 *   const y = noGrad(() => x.mul(2));
 *   record("double", [x], [y], ([g]) => [() => g!.mul(2)]);
 *   return y;
 * };
 * grad((x: Tensor) => double(x).sum())(tensor([1, 3])) // tensor([2, 2])
 */
export function record(
  name: string,
  inputs: readonly Tensor[],
  outputs: readonly Tensor[],
  pullBack: PullBack | null,
  kept?: readonly Tensor[],
): void {
  if (tapes.length === 0 || batcher?.record(name, inputs, outputs, pullBack, kept)) return;
  for (const tape of tapes) tape.record(name, inputs, outputs, pullBack, kept);
}

/**
 * Notes that a captured step reads a tensor's value other than through an op, so that the tensor lives as long as the step.
 * Does nothing outside `compile`.
 *
 * @example usesTensor(tensor([1, 2])) // undefined
 */
export function usesTensor(tensor: Tensor): void {
  for (let i = 0; i < captures.length; i++) captures[i]!.uses(tensor);
}
