import type { Attrs, Operand, ops } from "@saccade/tensor";
import type { Allocator } from "./allocator.ts";
import type { KernelExports } from "./generated/exports.gen.ts";
import type { LinearMemory } from "./memory.ts";
import type { Walker } from "./walker.ts";

/** What kernels run on. */
export interface Machine {
  readonly wasm: KernelExports;
  readonly memory: LinearMemory;
  /** For scratch blocks; what a kernel takes it gives back before it returns. */
  readonly allocator: Allocator;
  readonly walker: Walker;
}

/**
 * Computes an op on operands whose buffers are byte addresses, or returns false, having written nothing, where
 * it has no way for these dtypes or strides: the reference kernel runs then.
 */
export type Kernel = (inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs) => boolean;

/** Kernels by the name of their op; a name that is no op does not compile. */
export type KernelTable = Partial<Record<keyof typeof ops, Kernel>>;

const elementBytes = { float32: 4, float64: 8, int32: 4, bool: 1 } as const;

/** The address of an operand's first element. */
export function addressOf(x: Operand): number {
  return (x.buffer as number) + x.offset * elementBytes[x.dtype];
}

export function bytesOf(x: Operand): number {
  return elementBytes[x.dtype];
}

export function countOf(shape: readonly number[]): number {
  let n = 1;
  for (let i = 0; i < shape.length; i++) n *= shape[i]!;
  return n;
}

/** Whether the elements lie behind one another in row-major order. */
export function isDense({ shape, strides }: Operand): boolean {
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    const size = shape[i]!;
    if (size === 0) return true;
    if (size !== 1 && strides[i] !== step) return false;
    step *= size;
  }
  return true;
}
