import { checkShape, normalizeDim, normalizeDims, type Shape } from "../memory/shape.ts";
import { badArgument } from "./arguments.ts";

/**
 * @throws ArgumentError unless `value` is an array of numbers. The caller checks that they are whole and in range.
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
 * @throws ArgumentError unless `shape` is an array of numbers; ShapeError unless they are valid sizes.
 * @example checkSizes("zeros", shape, "write zeros([2, 3])");
 */
export function checkSizes(what: string, shape: unknown, fix: string): asserts shape is Shape {
  checkNumbers(what, "shape", shape, fix);
  checkShape(what, shape);
}

/**
 * Converts a dim in [-ndim, ndim) to [0, ndim).
 *
 * @throws ArgumentError for anything but a whole number, showing `fix`; IndexError for a dim out of range.
 * @example const d = dimOf("softmax", dim, x.ndim, "write x.softmax(-1)");
 */
export function dimOf(what: string, dim: unknown, ndim: number, fix: string, name: string = "dim"): number {
  if (Number.isInteger(dim)) return normalizeDim(what, dim as number, ndim);
  throw badArgument(what, name, "a whole number", dim, fix);
}

/**
 * One or more dims, in ascending order; `undefined` means all.
 *
 * @throws ArgumentError for anything but whole numbers, showing `fix`; IndexError for a dim out of range; ShapeError
 * for repeats.
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
