// Messages quote arguments and list names, which may be of any length.
const longest = 2000;

/* @__NO_SIDE_EFFECTS__ */
function bounded(Kind: ErrorConstructor): new (message?: string, options?: ErrorOptions) => Error {
  return class extends Kind {
    constructor(message?: string, options?: ErrorOptions) {
      super(message && message.length > longest ? `${message.slice(0, longest)}…` : message, options);
    }
  };
}

const BoundedError = /* @__PURE__ */ bounded(Error);
const BoundedTypeError = /* @__PURE__ */ bounded(TypeError);
const BoundedRangeError = /* @__PURE__ */ bounded(RangeError);

/**
 * Shapes, dims or sizes do not fit the op. The message names the op, the shapes, the rule and the fix.
 *
 * @example tensor([1, 2]).add(tensor([1, 2, 3])); // throws ShapeError
 */
export class ShapeError extends BoundedError {
  override readonly name: string = "ShapeError";
}

/**
 * A dtype does not fit the op or the backend.
 *
 * @example tensor([true]).sub(tensor([true])); // throws DTypeError
 */
export class DTypeError extends BoundedTypeError {
  override readonly name: string = "DTypeError";
}

/**
 * An index, dim or count is out of range.
 *
 * @example tensor([1, 2]).select(0, 5); // throws IndexError
 */
export class IndexError extends BoundedRangeError {
  override readonly name: string = "IndexError";
}

/**
 * Tensors are on different backends, or the backend does not support the operation.
 *
 * @example new OutOfMemoryError("out of memory") instanceof BackendError // true
 */
export class BackendError extends BoundedError {
  override readonly name: string = "BackendError";
}

/**
 * A backend's memory is full. No data was lost; the program can continue after freeing tensors.
 *
 * @example new OutOfMemoryError("allocate: 2 GiB are free.").message // "allocate: 2 GiB are free."
 */
export class OutOfMemoryError extends BackendError {
  override readonly name: string = "OutOfMemoryError";
}

/**
 * A compiled step does something that replays cannot repeat, such as reading a value that it computed.
 *
 * @example new CompileError("compile: the step read a value.").name // "CompileError"
 */
export class CompileError extends BoundedError {
  override readonly name: string = "CompileError";
}

/**
 * A tensor was used after it was freed.
 *
 * @example
 * const x = tensor([1]);
 * dispose(x);
 * x.item(); // throws FreedTensorError
 */
export class FreedTensorError extends BoundedError {
  override readonly name: string = "FreedTensorError";
}

/**
 * An argument has the wrong type or is out of range, or an option is unknown.
 *
 * @example sum(tensor([1]), 0, { keepDim: true }); // throws ArgumentError: sum: no option "keepDim"; did you mean "keepdim"?…
 */
export class ArgumentError extends BoundedTypeError {
  override readonly name: string = "ArgumentError";
}

/**
 * A whole number, or the result of an int32 op, does not fit int32.
 *
 * @example tensor([2 ** 31 - 1, 1], { dtype: "int32" }).sum(); // throws OverflowError
 */
export class OverflowError extends BoundedRangeError {
  override readonly name: string = "OverflowError";
}

/**
 * A whole number was divided by 0. Floats give ±Infinity or NaN instead.
 *
 * @example tensor([1], { dtype: "int32" }).remainder(0); // throws ZeroDivisionError
 */
export class ZeroDivisionError extends BoundedRangeError {
  override readonly name: string = "ZeroDivisionError";
}

/**
 * A step cannot train: the loss does not depend on any parameter, or depends on one that the optimizer cannot find. Or a
 * training run cannot continue, in its worker or here.
 *
 * @example new TrainingError("Adam.step: nothing to train").name // "TrainingError"
 */
export class TrainingError extends BoundedError {
  override readonly name: string = "TrainingError";
}
