import { zerosLike } from "../create.ts";
import { BackendError } from "../errors.ts";
import type { Tensor } from "../tensor.ts";
import { isRecording, tapes } from "./listeners.ts";

/** Two ways to compute the same gradients. */
export interface Ways<T> {
  /** Calls the backward kernel: fast, but it has no gradient of its own. */
  kernel(): T;
  /** Composes them from ops, so that they are differentiable. */
  formula(): T;
}

/**
 * The gradients of a fused op, computed once, at the first call: with the formula under a tape, which may differentiate
 * them, otherwise with the backward kernel. Only this function chooses between the two.
 */
export function fused<T>({ kernel, formula }: Ways<T>): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: isRecording() ? formula() : kernel() };
    return made.value;
  };
}

/** Two ways to compute a fused op's gradients. */
export interface Defined {
  /** Calls the backward kernel: the gradients of `inputs`. */
  kernel(): readonly Tensor[];
  /** Composes the op's outputs from ops. */
  definition(...inputs: readonly Tensor[]): readonly Tensor[];
  /** The inputs that have gradients. */
  readonly inputs: readonly Tensor[];
  /** One for each output of the definition. */
  readonly cotangents: readonly Tensor[];
}

/**
 * The gradients of a fused op, computed once, at the first call: under a tape, which may differentiate them, by
 * differentiating the op's definition, otherwise with the backward kernel.
 */
export function gradientsOf({ kernel, definition, inputs, cotangents }: Defined): () => readonly Tensor[] {
  const compute = (): readonly Tensor[] => {
    const outer = tapes.find((one) => one.another);
    if (outer === undefined) return kernel();
    // A tensor that is given twice has a gradient for each place.
    const apart = inputs.map((x, i) => (inputs.indexOf(x) < i ? x.view(x.shape) : x));
    const tape = outer.another!(apart);
    try {
      const grads = tape.backward(
        tape.run(() => definition(...apart)),
        cotangents,
        apart,
      );
      return grads.map((grad, i) => grad || zerosLike(inputs[i]!));
    } finally {
      tape.close();
    }
  };
  let made: readonly Tensor[] | undefined;
  return () => {
    made ??= compute();
    return made;
  };
}

/** Whether an op should keep values that only its gradient needs: true under a tape. */
export function wantsGradients(): boolean {
  return isRecording();
}

/**
 * The `gradient` of backward kernels, which are not differentiable.
 *
 * @throws BackendError always. For gradients of gradients, {@link fused} runs the formula.
 */
export function notDifferentiable(name: string): never {
  throw new BackendError(`${name}: a backward kernel has no gradient; differentiate the op itself.`);
}
