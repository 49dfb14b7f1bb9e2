/** Shapes, dims or sizes do not fit the op. The message names the op, the shapes, the rule and the fix. */
export class ShapeError extends Error {
  override readonly name: string = "ShapeError";
}

/** A dtype does not fit the op or the backend. */
export class DTypeError extends TypeError {
  override readonly name: string = "DTypeError";
}

/** An index, dim or count is out of range. */
export class IndexError extends RangeError {
  override readonly name: string = "IndexError";
}

/** Tensors are on different backends, or the backend does not support the operation. */
export class BackendError extends Error {
  override readonly name: string = "BackendError";
}

/** A backend's memory is full. No data was lost; the program can continue after freeing tensors. */
export class OutOfMemoryError extends BackendError {
  override readonly name: string = "OutOfMemoryError";
}

/** A compiled step does something that replays cannot repeat, such as reading a value that it computed. */
export class CompileError extends Error {
  override readonly name: string = "CompileError";
}

/** A tensor was used after it was freed. */
export class FreedTensorError extends Error {
  override readonly name: string = "FreedTensorError";
}

/** An argument has the wrong type or is out of range, or an option is unknown. */
export class ArgumentError extends TypeError {
  override readonly name: string = "ArgumentError";
}

/** A whole number, or the result of an int32 op, does not fit int32. */
export class OverflowError extends RangeError {
  override readonly name: string = "OverflowError";
}

/** A whole number was divided by 0. Floats give ±Infinity or NaN instead. */
export class ZeroDivisionError extends RangeError {
  override readonly name: string = "ZeroDivisionError";
}
