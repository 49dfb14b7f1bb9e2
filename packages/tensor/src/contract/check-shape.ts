import {
  badArgument,
  type Given,
  type Options,
  type Rules,
  refuseExtra,
  type Settings,
  ShapeError,
} from "@saccade/contract";
import { checkShape, formatShape, normalizeDim } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";

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
 * Checks a call f(…, shape, …, options) of a function that makes a tensor, and returns its options with their defaults.
 *
 * @param most the maximum number of arguments.
 * @throws ArgumentError unless the shape is an array of numbers, for a wrong option and for more arguments; ShapeError
 * unless the numbers are sizes.
 */
export function newTensorCall<R extends Rules>(
  of: Options<R>,
  given: ArrayLike<unknown>,
  most: number,
  shape: unknown,
  options: Given<R> | undefined,
): Settings<R> {
  refuseExtra(of, given, most);
  // The error is about a size, so the example omits the options.
  const example = Array.isArray(shape) ? of.example.replace(/, \{[^}]*\}(?=\)$)/, "") : of.example;
  checkNumbers(of.what, "shape", shape, `write ${example}`);
  checkShape(of.what, shape);
  return of(options);
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
 * {@link dimOf} for a tensor that must have dims.
 *
 * @throws ShapeError for a scalar.
 */
export function dimOfSome(what: string, dim: unknown, { ndim }: Tensor, fix: string): number {
  if (ndim === 0) throw new ShapeError(`${what}: a scalar has no dim to ${what}; unsqueeze(0) gives it one.`);
  return dimOf(what, dim, ndim, fix);
}

/**
 * One or more dims, in ascending order; `undefined` means all.
 *
 * @throws ArgumentError for anything but whole numbers, showing `fix`; IndexError for a dim out of range; ShapeError
 * for repeats.
 */
export function dimsOf(what: string, dims: unknown, ndim: number, fix: string): number[] {
  if (dims === undefined) return everyDim(ndim);
  if (!Array.isArray(dims) && !Number.isInteger(dims))
    throw badArgument(what, "dim", "a whole number or an array of them", dims, fix);
  const list: readonly unknown[] = Array.isArray(dims) ? dims : [dims];
  const out: number[] = [];
  for (let i = 0; i < list.length; i++) {
    const dim = dimOf(what, list[i], ndim, fix, Array.isArray(dims) ? `dim[${i}]` : "dim");
    if (out.includes(dim))
      throw new ShapeError(
        `${what}: a dim appears more than once in ${formatShape(list.map(Number))}; name each dim once.`,
      );
    out.push(dim);
  }
  if (ndim === 0) return [];
  return out.length > 1 ? out.sort((a, b) => a - b) : out;
}

function everyDim(ndim: number): number[] {
  const dims: number[] = [];
  for (let dim = 0; dim < ndim; dim++) dims.push(dim);
  return dims;
}
