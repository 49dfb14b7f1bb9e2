import { ArgumentError, badArgument, checkFunction } from "@saccade/contract";
import type { Op, ViewOp } from "./apply/op.ts";
import type { Attrs, HostArray } from "./kernel.ts";
import { contiguousStrides, numelOf } from "./memory/shape.ts";
import { builtInNames } from "./ops/names.gen.ts";
import { ownOps } from "./own-ops.ts";
import { inOrder } from "./reference/iterate.ts";
import type { Tensor } from "./tensor.ts";

/** A custom op, as passed to {@link defineOp}. */
export interface OwnOp<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>
  extends Op<In, Out, A> {
  /**
   * True if `forward` handles strides and offsets. Otherwise it gets contiguous inputs: element i of an input is
   * `data[i]`.
   */
  readonly strided?: boolean;
}

/**
 * Declares an op of your own; call it with `apply(op, inputs, attrs)`. Its `forward` runs on every backend whose memory
 * the host can read.
 *
 * @param op name, shape rule, kernel and gradient. `forward` gets contiguous inputs unless `strided: true`.
 * @throws ArgumentError for the name of a built-in op, and for parts that are not functions.
 * @example
 * const cube = defineOp<readonly [Tensor], readonly [Tensor], object>({
 *   name: "cube",
 *   infer: ([x]) => [x],
 *   forward([x], [y]) { for (let i = 0; i < y.data.length; i++) y.data[i] = x.data[i]! ** 3; },
 *   gradient: ([g], [x]) => [() => g.mul(x.square()).mul(3)],
 * });
 * apply(cube, [tensor([1, 2])], {})[0] // tensor([1, 8])
 */
export function defineOp<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>(
  op: OwnOp<In, Out, A>,
): Op<In, Out, A> {
  checkName("defineOp", op);
  checkFunction("defineOp", "infer", op.infer);
  checkFunction("defineOp", "forward", op.forward);
  checkFunction("defineOp", "gradient", op.gradient);
  const made: Op<In, Out, A> =
    op.strided === true
      ? op
      : {
          ...op,
          forward(inputs, outputs, attrs) {
            const dense: readonly HostArray[] = inputs.map(contiguousArray);
            op.forward(dense as typeof inputs, outputs, attrs);
          },
        };
  ownOps.add(made);
  return made;
}

/**
 * Declares a view of your own; call it with `applyView(view, x, attrs)`.
 *
 * @throws ArgumentError as {@link defineOp}.
 * @example
 * const firstHalf = defineView<object>({
 *   name: "firstHalf",
 *   view: ({ shape, strides, offset }) => ({ shape: [shape[0]! / 2, ...shape.slice(1)], strides, offset }),
 *   gradient: (g) => cat([g, zerosLike(g)]),
 * });
 * applyView(firstHalf, tensor([1, 2, 3, 4]), {}) // tensor([1, 2])
 */
export function defineView<A extends Attrs>(view: ViewOp<A>): ViewOp<A> {
  checkName("defineView", view);
  checkFunction("defineView", "view", view.view);
  return view;
}

// Backends look kernels up by name, so an op with the name of a built-in op would not run its own kernel.
function checkName(what: string, op: { readonly name: string }): void {
  if (typeof op !== "object" || op === null) throw badArgument(what, "op", "an object", op);
  if (typeof op.name !== "string" || op.name === "") throw badArgument(what, "name", "a name", op.name);
  if (!builtInNames.includes(op.name)) return;
  throw new ArgumentError(
    `${what}: "${op.name}" is the name of an op that backends have a kernel of; choose another, such as "my${op.name[0]!.toUpperCase()}${op.name.slice(1)}".`,
  );
}

/** A contiguous copy of the input, with offset 0. */
function contiguousArray(x: HostArray): HostArray {
  const { shape, dtype } = x;
  const { data, offset } = inOrder(x);
  return {
    data: data.subarray(offset, offset + numelOf(shape)),
    dtype,
    shape,
    strides: contiguousStrides(shape),
    offset: 0,
  };
}
