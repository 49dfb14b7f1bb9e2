/** Shapes, dims or sizes do not fit the op. The message names the op, the shapes, the rule and the cure. */
export class ShapeError extends Error {
  override readonly name: string = "ShapeError";
}

/** A dtype does not fit the op or the backend. */
export class DTypeError extends TypeError {
  override readonly name: string = "DTypeError";
}

/** An index, dim or count lies outside what the tensor holds. */
export class IndexError extends RangeError {
  override readonly name: string = "IndexError";
}

/** Tensors of two backends met, or the backend cannot do what was asked. */
export class BackendError extends Error {
  override readonly name: string = "BackendError";
}

/** A backend's memory is full. Nothing was overwritten; the program can go on after tensors were freed. */
export class OutOfMemoryError extends BackendError {
  override readonly name: string = "OutOfMemoryError";
}

/** A step does what a recorded step cannot repeat, such as reading a value that it computed. */
export class CompileError extends Error {
  override readonly name: string = "CompileError";
}

/** A tensor was used after its memory was given back. */
export class FreedTensorError extends Error {
  override readonly name: string = "FreedTensorError";
}

/** An argument of the wrong kind, a value out of its range, or an unknown option. */
export class ArgumentError extends TypeError {
  override readonly name: string = "ArgumentError";
}

/** A whole number, or a result of whole numbers, does not fit int32, which would change it in silence. */
export class OverflowError extends RangeError {
  override readonly name: string = "OverflowError";
}

/** A whole number was divided by 0. Floats give ±Infinity or NaN instead. */
export class ZeroDivisionError extends RangeError {
  override readonly name: string = "ZeroDivisionError";
}
