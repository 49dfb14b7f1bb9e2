import { ArgumentError, BackendError, DTypeError, IndexError, OverflowError, ShapeError } from "./errors.ts";

const kinds = [ArgumentError, BackendError, DTypeError, IndexError, OverflowError, ShapeError];

/** Errors' original messages, before the names of the calls around them were added. */
const said: WeakMap<Error, string> = new WeakMap();

/**
 * The error of an op inside a public function, prefixed with the function that the user called. For nested functions, the
 * outermost function and the op are named. Errors that already name the call are not changed.
 *
 * @example String(ofCall("softmin", new ShapeError("softmax: no dim 3."))) // "ShapeError: softmin: softmax: no dim 3."
 */
export function ofCall(what: string, error: unknown): unknown {
  if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) return error;
  const { message, stack } = error;
  if (message.startsWith(what)) return error;
  const first = said.get(error) ?? message;
  said.set(error, first);
  error.message = `${what}: ${first}`;
  if (stack?.includes(message)) error.stack = stack.replace(message, () => error.message);
  return error;
}

/**
 * Runs the work of a public function: see {@link ofCall}.
 *
 * @throws what the work throws, named.
 *
 * @example within("twice", () => tensor([1]).mul(2)) // tensor([2])
 */
export function within<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw ofCall(what, error);
  }
}
