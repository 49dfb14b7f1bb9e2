import { ArgumentError, BackendError, DTypeError, ShapeError, scope, Tensor } from "@saccade/tensor";
import { badArgument, checkFunction, refusePromise, sameShape } from "@saccade/tensor/backend";
import { checkReturned, checkTensors, differentiable } from "./check-tensors.ts";
import { Tape, withZeros } from "./tape.ts";

/** The result of {@link vjp}. */
export interface VectorJacobianProduct<V> {
  /** The outputs of the function. */
  readonly value: V;
  /**
   * Takes a cotangent for each output (one tensor, or a list in the outputs' order) and returns the gradients of the
   * inputs. Can be called only once, since it frees the saved values.
   */
  readonly pullBack: (cotangents: Tensor | readonly Tensor[]) => Tensor[];
}

// Frees the tape of a pull-back that is collected without having been called.
const dropped = new FinalizationRegistry<Tape>((tape) => tape.close());

/**
 * Runs `f(...inputs)` and returns its outputs and a function that pulls cotangents back to the inputs (vector-Jacobian
 * product, reverse mode). As in JAX, an input that no output depends on has a product of zeros.
 *
 * @param f returns a tensor or a list of tensors.
 * @throws ArgumentError if `f` is not a function or does not return tensors, for inputs that are not tensors, and if
 * the pull-back is called twice; ShapeError, DTypeError or BackendError if a cotangent does not have its output's shape,
 * dtype or backend.
 * @example
 * const { pullBack } = vjp((x) => x.square(), [tensor([1, 2])]);
 * pullBack(tensor([1, 0])) // [tensor([2, 0])]
 */
export function vjp<V extends Tensor | readonly Tensor[]>(
  f: (...inputs: Tensor[]) => V,
  inputs: readonly Tensor[],
): VectorJacobianProduct<V> {
  checkFunction("vjp", "f", f, "write vjp((x) => x.square(), [x])");
  if (!Array.isArray(inputs)) throw badArgument("vjp", "inputs", "a list of tensors", inputs, "write [x]");
  for (const [i, x] of inputs.entries()) differentiable("vjp", `input ${i}`, x);
  const tape = new Tape(inputs);
  let used = false;
  try {
    const value = scope(() =>
      tape.run(() => {
        const result = f(...inputs);
        refusePromise("vjp", result);
        checkReturned("vjp", result);
        return result;
      }),
    );
    const outputs = listOf(value);
    const pullBack = (given: Tensor | readonly Tensor[]): Tensor[] => {
      if (used) throw new ArgumentError("vjp: this pull-back was called before; call vjp again.");
      checkTensors("vjp", "cotangents", given);
      const cotangents = listOf(given);
      if (outputs.length !== cotangents.length)
        throw new ShapeError(
          `vjp: ${cotangents.length} cotangents for ${outputs.length} outputs; give one each.`,
        );
      for (const [i, y] of outputs.entries()) checkCotangent(i, cotangents[i]!, y);
      used = true;
      return scope(() => withZeros(outputs, tape.backward(outputs, cotangents, inputs), inputs));
    };
    dropped.register(pullBack, tape);
    return { value, pullBack };
  } catch (error) {
    tape.close();
    throw error;
  }
}

/** Wraps a single tensor in a list. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf(value: Tensor | readonly Tensor[]): readonly Tensor[] {
  return value instanceof Tensor ? [value] : value;
}

function checkCotangent(at: number, x: Tensor, y: Tensor): void {
  const same = sameShape(x.shape, y.shape);
  if (same && x.dtype === y.dtype && x.backend === y.backend) return;
  const Wrong = same ? (x.dtype === y.dtype ? BackendError : DTypeError) : ShapeError;
  const [own, wanted] = [x, y].map((one) => `${one.describe()} on the backend ${one.backend.name}`);
  throw new Wrong(
    `vjp: cotangent ${at} must be as its output, ${wanted}, got ${own}; to() converts and moves.`,
  );
}
