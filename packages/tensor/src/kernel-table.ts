import type { Attrs, KernelOp } from "./apply/op.ts";
import type { Operand } from "./kernel.ts";
import type * as ops from "./ops/table.gen.ts";

/**
 * A backend's kernel for an op with attributes `A`. It computes the outputs, or writes nothing and returns false if it
 * does not support the dtypes or strides: the backend then runs the reference kernel.
 */
export type Kernel<A extends Attrs = Attrs> = (
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  attrs: A,
) => boolean;

/** The attributes of an op. */
export type AttrsOf<O> = O extends {
  forward(inputs: never, outputs: never, attrs: infer A extends Attrs): void;
}
  ? A
  : never;

/** The names of all ops except views, which need no kernel. */
export type KernelName = {
  [Name in keyof typeof ops]: (typeof ops)[Name] extends KernelOp ? Name : never;
}[keyof typeof ops];

/**
 * Kernels by op name, each typed with the attributes of its op. The kernel below falls back to the reference in every case.
 *
 * @example
 * const table: KernelTable = { softmax: ([x], [out], { dim }) => false };
 * Object.keys(table) // ["softmax"]
 */
export type KernelTable = { readonly [Name in KernelName]?: Kernel<AttrsOf<(typeof ops)[Name]>> };

/**
 * A kernel from a {@link KernelTable}, called with the attributes of the op of that name. Declared as a method so that
 * it accepts kernels with any attributes; the table has already checked them.
 */
export type AnyKernel = {
  run(inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): boolean;
}["run"];
