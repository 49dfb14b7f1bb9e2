import type { Attrs, HostArray, Meta, Window } from "../kernel.ts";
import type { Tensor } from "../tensor.ts";

export type { Attrs, HostArray, KernelOp, Meta, Window } from "../kernel.ts";

export type MetasOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: Meta };
export type ArraysOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: HostArray };

/** One gradient per input, computed only if it is needed; null where none flows. */
export type GradientsOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: (() => Tensor) | null };

/**
 * An op: its name, shape rule, reference kernel and gradient, declared in one place.
 *
 * - `infer` checks the inputs and gives the outputs' shapes and dtypes; it throws before any work is done.
 * - `forward` writes contiguous outputs from strided inputs: the specification of every fast kernel.
 * - `gradient` takes the outputs' cotangents and returns one thunk per input, composed of ops, so that gradients are
 * differentiable. It may ignore broadcasting, which the tape undoes. Null means that no gradient flows to that input.
 * - `formula`, if there is one, computes the same from other ops, for backends without a kernel whose memory the host
 * cannot read.
 * - `broadcast` stretches all inputs to their common shape before `infer` sees them.
 */
export interface Op<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs> {
  /** The name by which backends find their kernel. */
  readonly name: string;
  /** Whether the operands are broadcast to one shape first. Default false. */
  readonly broadcast?: boolean;
  /**
   * Whether dims in front of its own are a batch to the op, as in elementwise ops, and `dim` and `dims` of its attributes count
   * behind them. Then `vmap` runs it once for all; ops that broadcast need not say so. Default false: in a loop, with a warning.
   */
  readonly batch?: boolean;
  /** Shapes and dtypes of the outputs. */
  infer(inputs: MetasOf<In>, attrs: A): MetasOf<Out>;
  /** The reference kernel. */
  forward(inputs: ArraysOf<In>, outputs: ArraysOf<Out>, attrs: A): void;
  /** The outputs composed of other ops; what has no elements may be left out. */
  formula?(inputs: In, attrs: A): readonly (Tensor | undefined)[];
  /** Whether the formula runs on every backend: a function of other ops with its own gradient. Default false. */
  readonly composed?: boolean;
  /** A thunk for each input's gradient, or null if there is none. */
  gradient(grads: Out, inputs: In, outputs: Out, attrs: A): GradientsOf<In>;
}

/** Any op, with its argument types erased. */
export type AnyOp = Op<readonly Tensor[], readonly Tensor[], Attrs>;

/**
 * A view: an op that shares its input's storage. `view` gives the new window in O(1).
 * `gradient` undoes the view for a cotangent; null cuts the gradient off.
 */
export interface ViewOp<A extends Attrs> {
  /** Names the view. */
  readonly name: string;
  /** The window of the input that the output is. */
  view(x: Window, attrs: A): Window;
  /** The gradient of the input from the output's. */
  readonly gradient: ((grad: Tensor, x: Tensor, attrs: A) => Tensor) | null;
}

/** A view with several windows. `gradient` takes the cotangents of all windows, with zeros for missing ones. */
export interface ViewsOp<A extends Attrs> {
  /** Names the views. */
  readonly name: string;
  /** The windows of the input that the outputs are. */
  views(x: Window, attrs: A): readonly Window[];
  /** The gradient of the input from the outputs'. */
  gradient(grads: readonly Tensor[], x: Tensor, attrs: A): Tensor;
}
