import type { DType, TypedArray } from "./memory/dtype.ts";
import type { Shape } from "./memory/shape.ts";

/** An op's arguments that are not tensors. */
export type Attrs = object;

/** Shape and dtype of a tensor, which may not exist yet. */
export interface Meta {
  /** The sizes of the dims. */
  readonly shape: Shape;
  /** The type of the elements. */
  readonly dtype: DType;
}

/** Shape, strides and offset: the part of its storage that a tensor shows, in elements. */
export interface Window {
  /** The sizes of the dims. */
  readonly shape: Shape;
  /** The distance between neighbors along each dim. */
  readonly strides: Shape;
  /** The position of the first element. */
  readonly offset: number;
}

/** A tensor as a reference kernel gets it: a typed array and a strided window on it. */
export interface HostArray extends Meta, Window {
  /** The elements of the whole storage. */
  readonly data: TypedArray;
}

/** A strided window on a backend's buffer: what a kernel reads or writes. Strides and offset are in elements. */
export interface Operand extends Meta, Window {
  /** The backend's handle of the memory. */
  readonly buffer: unknown;
}

/** The part of an op that a backend uses: its name, and the reference kernel as a fallback. */
export interface KernelOp {
  /** The name by which backends find their kernel. */
  readonly name: string;
  /** The reference kernel. */
  forward(inputs: readonly HostArray[], outputs: readonly HostArray[], attrs: Attrs): void;
}

/**
 * Allocates memory and runs kernels: a plain object that handles buffers, not tensors.
 *
 * A buffer can be anything (a typed array, an address, a GPU handle). `run` runs every kernel; outputs are contiguous
 * unless they are written in place. `view` exists on backends whose buffers the host can read. Use its result immediately:
 * the next allocation may invalidate it.
 */
export interface Backend {
  /** Shown in errors, and compared by checkpoints. */
  readonly name: string;
  /**
   * Identifies results together with the name, if rounding depends on more than that, such as the build of the kernels.
   */
  readonly variant?: string;
  /** The dtypes of tensors that the backend can hold. */
  readonly dtypes: readonly DType[];
  /** Makes a buffer of `length` elements. What it holds at first is undefined. */
  allocate(dtype: DType, length: number): unknown;
  /** Gives a buffer back. */
  free(buffer: unknown, dtype: DType, length: number): void;
  /** Copies host data into a buffer. */
  write(buffer: unknown, data: TypedArray): void;
  /** Copies a buffer to the host. */
  read(buffer: unknown, dtype: DType, length: number): Promise<TypedArray>;
  /** The buffer as host memory, without a copy. */
  view?(buffer: unknown, dtype: DType, length: number): TypedArray;
  /** A copy of a buffer that the host cannot read, where this thread may wait for it. */
  readSync?(buffer: unknown, dtype: DType, length: number): TypedArray;
  /** Whether this backend composes an op from other ops by its formula, because it has no kernel for it with these attributes. */
  composes?(name: string, attrs?: Attrs): boolean;
  /** Runs a kernel: reads `inputs` and writes `outputs`. */
  run(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void;
  /**
   * Starts a log of kernel calls, with separate memory; one log at a time. Without this method, replays call `run`.
   */
  record?(): KernelLog;
}

/**
 * The kernel calls of a step being captured, and the step's memory: freed blocks are reused by the step only. Ends with
 * `finish` or `abandon`.
 */
export interface KernelLog extends Pick<Backend, "allocate" | "free" | "run"> {
  /** The number of calls so far. A kernel may take several. */
  readonly length: number;
  /** Flushes calls that the log holds back, so that the host's next action comes after them. */
  settle?(): void;
  /** A block that the log never reuses, even when freed: its values persist between replays. */
  reserve(dtype: DType, length: number): unknown;
  /** Ends the log. All blocks must have been freed. */
  finish(): KernelProgram;
  /** Ends the log without a program. Blocks still in use pass to the backend; all others are freed. */
  abandon(): void;
}

/** Logged calls and their memory. */
export interface KernelProgram {
  /** The number of calls. */
  readonly length: number;
  /** Runs calls `start` (included) to `end` (excluded) again. */
  run(start: number, end: number): void;
  /** Frees the memory. */
  free(): void;
}

/** Runs an op's kernel on a backend, as {@link Backend.run} does. */
export type RunKernel = (backend: Backend, ...call: Parameters<Backend["run"]>) => void;
