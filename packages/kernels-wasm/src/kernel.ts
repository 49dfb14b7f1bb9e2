import type { DType } from "@saccade/tensor";
import { type Attrs, bytesPerElement, isContiguous, type Operand, type ops } from "@saccade/tensor/backend";
import type { Allocator } from "./allocator.ts";
import type { Blocks } from "./blocks.ts";
import type { KernelExports } from "./generated/exports.gen.ts";
import type { LinearMemory } from "./memory.ts";
import type { Parallel } from "./pool/pool.ts";
import type { Walker } from "./walker.ts";

export { numelOf as countOf } from "@saccade/tensor/backend";

/** What kernels run on. */
export interface Machine {
  readonly wasm: KernelExports;
  readonly memory: LinearMemory;
  /** For scratch blocks; what a kernel takes it gives back before it returns. */
  readonly allocator: Pick<Allocator, "allocate" | "free">;
  readonly walker: Walker;
  /** For parameters that are too many for a call's arguments; the walker's blocks come from here too. */
  readonly blocks: Blocks;
  /** How many threads share the memory. With one, cutting a call into tasks gains nothing. */
  readonly threads: number;
  readonly parallel: Parallel;
}

/** A machine with all of its memory. */
export interface FullMachine extends Machine {
  readonly allocator: Allocator;
}

/**
 * Computes an op on operands whose buffers are byte addresses, or returns false, having written nothing, where
 * it has no way for these dtypes or strides: the reference kernel runs then.
 */
export type Kernel = (inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs) => boolean;

/** Kernels by the name of their op; a name that is no op does not compile. */
export type KernelTable = Partial<Record<keyof typeof ops, Kernel>>;

/** The address of an operand's first element. */
export function addressOf(x: Operand): number {
  return (x.buffer as number) + x.offset * bytesPerElement[x.dtype];
}

export function bytesOf(x: Pick<Operand, "dtype">): number {
  return bytesPerElement[x.dtype];
}

const types: Readonly<Record<DType, number>> = { float32: 0, int32: 1, bool: 2, float64: -1 };

/** How kernels for all dtypes name one. */
export function typeOf({ dtype }: Pick<Operand, "dtype">): number {
  return types[dtype];
}

/** Whether the elements lie behind one another in row-major order. */
export function isDense({ shape, strides }: Operand): boolean {
  return isContiguous(shape, strides);
}
