import type { Attrs, HostArray, Meta, Window } from "../kernel.ts";
import type { Tensor } from "../tensor.ts";

export type { Attrs, HostArray, KernelOp, Meta, Window } from "../kernel.ts";

export type MetasOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: Meta };
export type ArraysOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: HostArray };

/** One gradient an input, made only when that input's is wanted; null where none flows. */
export type GradientsOf<T extends readonly Tensor[]> = { readonly [K in keyof T]: (() => Tensor) | null };

/**
 * An op: its name, shape rule, reference kernel and gradient, declared in one place.
 *
 * - `infer` checks the inputs and gives the outputs' shapes and dtypes; it throws before any work is done.
 * - `forward` writes contiguous outputs from strided inputs: the specification of every fast kernel.
 * - `gradient` takes the outputs' cotangents and gives one thunk an input, made of ops, so that gradients
 *   have gradients. It may ignore broadcasting: the tape sums it out. A null means that none flows there.
 * - `broadcast` stretches all inputs to their common shape before `infer` sees them.
 */
export interface Op<In extends readonly Tensor[], Out extends readonly Tensor[], A extends Attrs> {
  readonly name: string;
  readonly broadcast?: boolean;
  infer(inputs: MetasOf<In>, attrs: A): MetasOf<Out>;
  forward(inputs: ArraysOf<In>, outputs: ArraysOf<Out>, attrs: A): void;
  gradient(grads: Out, inputs: In, outputs: Out, attrs: A): GradientsOf<In>;
}

/** Any op, its argument types forgotten. */
export type AnyOp = Op<readonly Tensor[], readonly Tensor[], Attrs>;

/**
 * A view: an op that shares its input's storage. `view` gives the new window in O(1).
 * `gradient` undoes the view for a cotangent; null cuts the gradient off.
 */
export interface ViewOp<A extends Attrs> {
  readonly name: string;
  view(x: Window, attrs: A): Window;
  readonly gradient: ((grad: Tensor, x: Tensor, attrs: A) => Tensor) | null;
}

/** A view with several windows. `gradient` takes the cotangents of all, zeros where none came. */
export interface ViewsOp<A extends Attrs> {
  readonly name: string;
  views(x: Window, attrs: A): readonly Window[];
  gradient(grads: readonly Tensor[], x: Tensor, attrs: A): Tensor;
}
