import type { Attrs, KernelOp } from "./apply/op.ts";
import type { Operand } from "./kernel.ts";
import type * as ops from "./ops/table.ts";

/**
 * A backend's kernel of an op with attributes `A`. It computes the outputs, or returns false having written nothing
 * where it does not handle these dtypes or strides: the backend then runs the reference kernel.
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

/** The names of the ops that compute. Views are not among them: they need no kernel. */
export type KernelName = {
  [Name in keyof typeof ops]: (typeof ops)[Name] extends KernelOp ? Name : never;
}[keyof typeof ops];

/**
 * Kernels by the names of their ops, each typed by the attributes of its op.
 *
 * @example
 * const table: KernelTable = { softmax: (inputs, outputs, { dim }) => softmaxRows(inputs[0]!, outputs[0]!, dim) };
 */
export type KernelTable = { readonly [Name in KernelName]?: Kernel<AttrsOf<(typeof ops)[Name]>> };

/**
 * A kernel out of a {@link KernelTable}, to call with the attributes of whatever op has its name. As a method's type
 * it accepts kernels of any attributes; the table has checked them already.
 */
export type AnyKernel = {
  run(inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): boolean;
}["run"];
