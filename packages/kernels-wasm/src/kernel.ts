import type { DType } from "@saccade/tensor";
import {
  type Attrs,
  bytesPerElement,
  contiguousStrides,
  isContiguous,
  type Kernel,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import type { KernelExports } from "./generated/exports.gen.ts";
import type { Allocator, LinearMemory } from "./memory.ts";
import type { Task } from "./pool/pool.ts";
import { boolType, floatType, intType } from "./shared/codes.ts";
import { inPieces, leastWork, pieceCount, type Split, type Threads } from "./split.ts";
import type { Blocks, Walker } from "./walker.ts";

// How kernels reach their operands: addresses, copies to where elements are dense, scratch, and calls over rows.

/** The memory, functions and threads that kernels use. */
export interface Machine extends Threads {
  readonly memory: LinearMemory;
  /** For scratch blocks, which a kernel frees before it returns. */
  readonly allocator: Pick<Allocator, "allocate" | "free">;
  readonly walker: Walker;
  /** For parameters that are too many for a call's arguments; the walker's blocks come from here too. */
  readonly blocks: Blocks;
}

/** A machine with all of its memory. */
export interface FullMachine extends Machine {
  readonly allocator: Allocator;
}

/** The address of an operand's first element. */
export function addressOf(x: Operand): number {
  const { offset } = x;
  const start = x.buffer as number;
  return offset === 0 ? start : start + offset * bytesPerElement[x.dtype];
}

export function bytesOf(x: Pick<Operand, "dtype">): number {
  return bytesPerElement[x.dtype];
}

const types: Readonly<Record<DType, number>> = {
  float32: floatType,
  int32: intType,
  bool: boolType,
  float64: -1,
};

/** How kernels for all dtypes name one. */
export function typeOf({ dtype }: Pick<Operand, "dtype">): number {
  return types[dtype];
}

/** Whether the elements are contiguous in row-major order. */
export function isDense({ shape, strides }: Operand): boolean {
  return isContiguous(shape, strides);
}

/** An operand whose elements lie at an address in row-major order. */
export function denseAt(address: number, { dtype, shape }: Pick<Operand, "dtype" | "shape">): Operand {
  return { buffer: address, dtype, shape, strides: contiguousStrides(shape), offset: 0 };
}

/** A strided window of memory: strides in elements. */
interface MemoryWindow {
  readonly address: number;
  readonly strides: readonly number[];
}

/** Copies a window of `shape` to another that does not overlap it; elements have 4 bytes or 1. */
export function copyWindow(
  { wasm, walker, threads, parallel }: Machine,
  shape: readonly number[],
  from: MemoryWindow,
  to: MemoryWindow,
  bytes: number,
): void {
  const total = numelOf(shape);
  if (total === 0) return;
  walker.merge(shape, from.strides, bytes, to.strides, bytes);
  const { sizes, strides, count } = walker;
  const [xs, ys] = strides;
  // The kernel takes two dims at a time: the innermost, and the one that goes through x in its order. If elements are
  // not dense, a dim of stride 0 comes last.
  const reach = (d: number): number => Math.abs(xs[d]!) || (xs[0] === bytes ? 0 : Number.POSITIVE_INFINITY);
  let k = 1;
  for (let d = 2; d < count; d++) if (reach(d) < reach(k)) k = d;
  const xRow = xs[k] ?? 0;
  const yRow = ys[k] ?? 0;
  const rows = (): number => (k < count ? sizes[k]! : 1);
  const pieces = threads === 1 ? 1 : pieceCount(total, leastWork.cheap);
  const xStep = xs[0]!;
  const yStep = ys[0]!;
  if (pieces === 1) {
    const block = walker.emit(0, k);
    wasm.copy(from.address, to.address, bytes, sizes[0]!, xStep, yStep, rows(), xRow, yRow, block);
    return;
  }
  // Split along the dim with the most pieces. Elements are only moved, so any split gives the same result.
  const grain = (d: number): number => (d === 0 ? 64 : d === k ? 16 : 1);
  const partsOf = (d: number): number => Math.min(pieces, Math.ceil(sizes[d]! / grain(d)));
  let cut = count - 1;
  for (let d = count - 2; d >= 0; d--) if (partsOf(d) > partsOf(cut)) cut = d;
  const tasks: Task[] = [];
  walker.along(cut, pieces, grain(cut), (at0, at1) => {
    const [x, y, block] = [from.address + at0, to.address + at1, walker.emit(0, k)];
    tasks.push([x, y, bytes, sizes[0]!, xStep, yStep, rows(), xRow, yRow, block]);
  });
  parallel("copy", tasks);
}

/** Copies an operand to an address, row-major. */
export function copyDenseTo(machine: Machine, x: Operand, address: number): void {
  const bytes = bytesOf(x);
  const total = numelOf(x.shape);
  if (isDense(x) && (machine.threads === 1 || total < leastWork.cheap)) {
    machine.wasm.copyRows(addressOf(x), address, total * bytes, 1, 0, 0);
    return;
  }
  const from = { address: addressOf(x), strides: x.strides };
  copyWindow(machine, x.shape, from, { address, strides: contiguousStrides(x.shape) }, bytes);
}

/** Blocks that a kernel allocates one after another and frees together. */
export class Scratch {
  readonly #machine: Machine;
  readonly #blocks: (readonly [address: number, bytes: number])[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  take(bytes: number): number {
    const address = this.#machine.allocator.allocate(bytes);
    this.#blocks.push([address, bytes]);
    return address;
  }

  /** The address of an operand's elements in row-major order: a copy where they do not lie so. */
  dense(x: Operand): number {
    if (isDense(x)) return addressOf(x);
    const address = this.take(numelOf(x.shape) * bytesOf(x));
    copyDenseTo(this.#machine, x, address);
    return address;
  }

  free(): void {
    for (const [address, bytes] of this.#blocks) this.#machine.allocator.free(address, bytes);
  }
}

/** Runs `f` with scratch that is given back afterwards. */
export function withBlocks<T>(machine: Machine, f: (scratch: Scratch) => T): T {
  const scratch = new Scratch(machine);
  try {
    return f(scratch);
  } finally {
    scratch.free();
  }
}

/** Runs `f` with the address of a block that is given back afterwards. */
export function withScratch<T>(machine: Machine, bytes: number, f: (address: number) => T): T {
  return withBlocks(machine, (scratch) => f(scratch.take(bytes)));
}

/** Runs `f` with the address of an operand's elements in row-major order: a copy where they do not lie so. */
export function withDense<T>(machine: Machine, x: Operand, f: (address: number) => T): T {
  return isDense(x) ? f(addressOf(x)) : withBlocks(machine, (scratch) => f(scratch.dense(x)));
}

/** {@link withDense} for several operands. */
export function withAllDense(
  machine: Machine,
  xs: readonly Operand[],
  f: (addresses: readonly number[]) => void,
): void {
  if (xs.every(isDense)) f(xs.map(addressOf));
  else withBlocks(machine, (scratch) => f(xs.map((x) => scratch.dense(x))));
}

/** An operand with its dims in another order. */
export function permuted(x: Operand, order: readonly number[]): Operand {
  // Field by field: a tensor's are getters, which a spread would lose.
  return {
    buffer: x.buffer,
    dtype: x.dtype,
    offset: x.offset,
    shape: order.map((d) => x.shape[d]!),
    strides: order.map((d) => x.strides[d]!),
  };
}

/** A float32 kernel: other dtypes fall back to the reference, except inputs that are always integers or bools. */
export function onFloats<A extends Attrs>(kernel: Kernel<A>, ...others: readonly number[]): Kernel<A> {
  return (inputs, outputs, attrs) => {
    for (let i = 0; i < inputs.length; i++)
      if (inputs[i]!.dtype !== "float32" && !others.includes(i)) return false;
    return kernel(inputs, outputs, attrs);
  };
}

/** Rows of n elements along the last dims, as many as those are; none where n is 0. */
export function rowsOf({ shape }: Operand, dims: number = 1): { readonly rows: number; readonly n: number } {
  const n = numelOf(shape.slice(-dims));
  return { rows: n === 0 ? 0 : numelOf(shape) / n, n };
}

/**
 * Calls a kernel for dense rows, in pieces. Its arguments are the addresses of `parts`, 0 for an absent one, the number of
 * rows, and `more`; a `numbered` kernel takes the first row's number before those. `bytes` are those of a row in each
 * part; 0 if all rows read the same.
 */
export function overRows(
  machine: Machine,
  name: keyof KernelExports,
  rows: number,
  split: Split & { readonly numbered?: boolean },
  parts: readonly (Operand | number | undefined)[],
  bytes: readonly number[],
  ...more: readonly number[]
): true {
  const scratch = new Scratch(machine);
  try {
    const at: number[] = [];
    for (const x of parts) at.push(typeof x === "object" ? scratch.dense(x) : (x ?? 0));
    inPieces(machine, name, rows, split, (from, count) => {
      const args: number[] = [];
      for (let i = 0; i < at.length; i++) args.push(at[i]! && at[i]! + from * bytes[i]!);
      args.push(count);
      if (split.numbered) args.push(from);
      for (const x of more) args.push(x);
      return args;
    });
  } finally {
    scratch.free();
  }
  return true;
}

/**
 * Runs `f` with operands whose dim `dim` comes last, and with an address for dense rows of each output: they are copied
 * to where they belong if it is not the output itself.
 */
export function withDimLast(
  machine: Machine,
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  dim: number,
  f: (inputs: readonly Operand[], to: readonly number[]) => void,
): true {
  const { shape } = (inputs[0] ?? outputs[0])!;
  if (dim >= shape.length - 1) {
    f(inputs, outputs.map(addressOf));
    return true;
  }
  const order = [...shape.map((_, d) => d).filter((d) => d !== dim), dim];
  withBlocks(machine, (scratch) => {
    const to = outputs.map((y) => scratch.take(numelOf(y.shape) * bytesOf(y)));
    f(
      inputs.map((x) => permuted(x, order)),
      to,
    );
    for (const [i, y] of outputs.map((y) => permuted(y, order)).entries()) {
      const from = { address: to[i]!, strides: contiguousStrides(y.shape) };
      copyWindow(machine, y.shape, from, { address: addressOf(y), strides: y.strides }, bytesOf(y));
    }
  });
  return true;
}

/**
 * Runs `f` with the address of the elements with the reduced dims moved last: each result reduces one dense row of n
 * elements.
 */
export function withRows(
  machine: Machine,
  x: Operand,
  dims: readonly number[],
  f: (from: number, n: number) => void,
): true {
  let n = 1;
  for (const d of dims) n *= x.shape[d]!;
  const start = x.shape.length - dims.length;
  const last = dims.every((d, i) => d === start + i);
  const kept = last ? null : x.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  withDense(machine, kept === null ? x : permuted(x, [...kept, ...dims]), (from) => f(from, n));
  return true;
}
