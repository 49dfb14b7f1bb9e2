import { BackendError } from "../errors.ts";
import { isRecording } from "./listeners.ts";

/** Two ways to the same gradients. */
export interface Ways<T> {
  /** Calls the backward kernel: fast, but it has no gradient of its own. */
  kernel(): T;
  /** Makes them of ops, so that they can be differentiated. */
  formula(): T;
}

/**
 * The gradients of a fused op, computed once at the first call: by the formula where a tape listens, since it may
 * differentiate them, else by the backward kernel. The choice between the two is made here only.
 */
export function fused<T>({ kernel, formula }: Ways<T>): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: isRecording() ? formula() : kernel() };
    return made.value;
  };
}

/** Whether an op should keep what only its gradient needs: a tape listens. */
export function wantsGradients(): boolean {
  return isRecording();
}

/**
 * The gradient of a backward kernel, which has none.
 *
 * @throws BackendError always: {@link fused} runs the formula where a gradient of a gradient is wanted.
 */
export function notDifferentiable(name: string): never {
  throw new BackendError(
    `${name}: a backward kernel has no gradient. Differentiate the op itself; under a tape its gradient is made of ops.`,
  );
}
