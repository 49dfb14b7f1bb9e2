import type { DType, TypedArray } from "./memory/dtype.ts";
import type { Shape } from "./memory/shape.ts";

/** An op's arguments that are not tensors. */
export type Attrs = object;

/** Shape and dtype of a tensor that need not exist yet. */
export interface Meta {
  readonly shape: Shape;
  readonly dtype: DType;
}

/** Shape, strides and offset: the part of its storage that a tensor shows, in elements. */
export interface Window {
  readonly shape: Shape;
  readonly strides: Shape;
  readonly offset: number;
}

/** What a reference kernel gets for a tensor: a typed array and the strided window on it. */
export interface HostArray extends Meta, Window {
  readonly data: TypedArray;
}

/** A strided window on a backend's buffer: what a kernel reads or writes. Strides and offset are in elements. */
export interface Operand extends Meta, Window {
  readonly buffer: unknown;
}

/** What a backend needs of an op: its name, and the reference kernel to fall back to. */
export interface KernelOp {
  readonly name: string;
  forward(inputs: readonly HostArray[], outputs: readonly HostArray[], attrs: Attrs): void;
}

/**
 * Where tensors live and kernels run: a plain object that speaks buffers, not tensors.
 *
 * A buffer is whatever the backend likes (a typed array, an address, a GPU handle). `run` is the one
 * door that everything computed passes; outputs are contiguous unless they are written in place.
 * `view` exists on backends whose buffers the host can see, and must be read at once: it may not
 * survive the next allocation.
 */
export interface Backend {
  readonly name: string;
  /** What its rounding depends on besides the name, such as which build of its kernels runs. */
  readonly variant?: string;
  readonly dtypes: readonly DType[];
  allocate(dtype: DType, length: number): unknown;
  free(buffer: unknown, dtype: DType, length: number): void;
  write(buffer: unknown, data: TypedArray): void;
  read(buffer: unknown, dtype: DType, length: number): Promise<TypedArray>;
  view?(buffer: unknown, dtype: DType, length: number): TypedArray;
  run(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void;
  /** Begins to note what runs, with memory set aside for it; one log at a time. Without it, replays call `run`. */
  record?(): KernelLog;
}

/**
 * The kernels of a step while it is recorded, and the memory that the step takes: blocks that are freed serve the
 * step again and nobody else. It ends with `finish` or `abandon`.
 */
export interface KernelLog extends Pick<Backend, "allocate" | "free" | "run"> {
  /** How many calls were noted so far: a kernel may be several. */
  readonly length: number;
  /** A block that nothing else of the log ever uses, freed or not: its values last from replay to replay. */
  reserve(dtype: DType, length: number): unknown;
  /** Ends the log. All blocks are freed by now. */
  finish(): KernelProgram;
  /** Ends the log without a program. Blocks still in use become the backend's own, all else is given back. */
  abandon(): void;
}

/** Noted calls and the memory that they run in. */
export interface KernelProgram {
  readonly length: number;
  /** Makes the calls from `start` up to `end` again. */
  run(start: number, end: number): void;
  /** Gives the memory back. */
  free(): void;
}
