import { BackendError } from "../errors.ts";
import { isRecording } from "./listeners.ts";

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
