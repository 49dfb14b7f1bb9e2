import type { Attrs } from "../kernel.ts";
import { apply, fused, type MetasOf, madeOf, notDifferentiable, type Op } from "../kit.ts";
import type { Tensor } from "../tensor.ts";

/** The op of another op's gradients: a formula of ops, for which a backend may have one kernel. */
export interface BackwardOp<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>
  extends Op<In, Out, A> {
  formula(inputs: In, attrs: A): Out;
}

/**
 * An op of gradients, given by its formula and the shapes of its outputs. It has no gradient itself: gradients of gradients
 * run the formula.
 */
/* @__NO_SIDE_EFFECTS__ */
export function backwardOp<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>(
  name: string,
  like: (inputs: MetasOf<NoInfer<In>>, attrs: NoInfer<A>) => MetasOf<NoInfer<Out>>,
  formula: (inputs: NoInfer<In>, attrs: NoInfer<A>) => NoInfer<Out>,
  batch: boolean = false,
): BackwardOp<In, Out, A> {
  return {
    name,
    batch,
    infer: like,
    ...madeOf<In, A>(formula),
    formula,
    gradient: () => notDifferentiable(name),
  };
}

/** The gradients, computed once, at the first call: with the formula under a tape, otherwise with the kernel. */
export function gradientsBy<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs>(
  op: BackwardOp<In, Out, A>,
  inputs: In,
  attrs: A,
): () => Out {
  return fused({ kernel: () => apply(op, inputs, attrs), formula: () => op.formula(inputs, attrs) });
}

/** The same for an op of one gradient. */
export function gradientBy<In extends readonly Tensor[], A extends Attrs>(
  op: BackwardOp<In, readonly [Tensor], A>,
  inputs: In,
  attrs: A,
): () => Tensor {
  const gradients = gradientsBy(op, inputs, attrs);
  return () => gradients()[0];
}
