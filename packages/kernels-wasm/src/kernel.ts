import type { DType } from "@saccade/tensor";
import { bytesPerElement, contiguousStrides, isContiguous, type Operand } from "@saccade/tensor/backend";
import type { Allocator } from "./allocator.ts";
import type { Blocks } from "./blocks.ts";
import type { LinearMemory } from "./memory.ts";
import { boolType, floatType, intType } from "./shared/codes.ts";
import type { Threads } from "./split.ts";
import type { Walker } from "./walker.ts";

export { type Kernel, type KernelTable, numelOf as countOf } from "@saccade/tensor/backend";

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
