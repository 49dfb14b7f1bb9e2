import { badArgument } from "./arguments.ts";
import { checkShape, normalizeDim, normalizeDims, type Shape } from "./memory/shape.ts";

/**
 * @throws ArgumentError unless `value` is an array of numbers. Whether they are whole and fit is left to the caller.
 * @example checkNumbers("reshape", "shape", shape, "write x.reshape([2, 3])");
 */
export function checkNumbers(
  what: string,
  name: string,
  value: unknown,
  fix: string,
): asserts value is readonly number[] {
  if (!Array.isArray(value)) throw badArgument(what, name, "an array of whole numbers", value, fix);
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== "number")
      throw badArgument(what, `${name}[${i}]`, "a whole number", value[i], fix);
  }
}

/**
 * @throws ArgumentError unless `shape` is an array of numbers; ShapeError unless these are sizes.
 * @example checkSizes("zeros", shape, "write zeros([2, 3])");
 */
export function checkSizes(what: string, shape: unknown, fix: string): asserts shape is Shape {
  checkNumbers(what, "shape", shape, fix);
  checkShape(what, shape);
}

/**
 * A dim in [-ndim, ndim) as one in [0, ndim).
 *
 * @throws ArgumentError for no whole number, showing `fix`; IndexError for one out of range.
 * @example const d = dimOf("softmax", dim, x.ndim, "write x.softmax(-1)");
 */
export function dimOf(what: string, dim: unknown, ndim: number, fix: string, name: string = "dim"): number {
  if (Number.isInteger(dim)) return normalizeDim(what, dim as number, ndim);
  throw badArgument(what, name, "a whole number", dim, fix);
}

/**
 * One dim or several, sorted upwards; `undefined` means all.
 *
 * @throws ArgumentError for anything but whole numbers, showing `fix`; IndexError for one out of range; ShapeError for
 * repeats.
 */
export function dimsOf(what: string, dims: unknown, ndim: number, fix: string): number[] {
  if (Array.isArray(dims)) {
    for (let i = 0; i < dims.length; i++) {
      if (!Number.isInteger(dims[i])) throw badArgument(what, `dim[${i}]`, "a whole number", dims[i], fix);
    }
  } else if (dims !== undefined && !Number.isInteger(dims)) {
    throw badArgument(what, "dim", "a whole number or an array of them", dims, fix);
  }
  return normalizeDims(what, dims as number | readonly number[] | undefined, ndim);
}
