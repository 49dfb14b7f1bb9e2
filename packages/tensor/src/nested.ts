import { badArgument, ShapeError } from "@saccade/contract";
import type { DType, TypedArray } from "./memory/dtype.ts";
import { formatShape, numelOf, type Shape } from "./memory/shape.ts";

/** A number, a boolean, or nested arrays of them. All rows at the same depth have the same length. */
export type NestedArray = number | boolean | readonly NestedArray[];

/** Arrays nested `N` deep for N from 0 to 6, as `toArray(n)` gives them; otherwise {@link NestedArray}. */
export type Nested<N extends number, E extends number | boolean = number> = N extends 0
  ? E
  : N extends 1
    ? E[]
    : N extends 2
      ? E[][]
      : N extends 3
        ? E[][][]
        : N extends 4
          ? E[][][][]
          : N extends 5
            ? E[][][][][]
            : N extends 6
              ? E[][][][][][]
              : NestedArray;

/** Deeper arrays are assumed to be cyclic. */
const deepest = 64;

/** The shape of nested arrays, read from the first element at each depth. {@link flattenInto} checks the others. */
export function shapeOfNested(what: string, nested: NestedArray): number[] {
  const shape: number[] = [];
  for (let level = nested; Array.isArray(level); level = level[0]) {
    if (shape.length === deepest)
      throw new ShapeError(`${what}: values are nested more than ${deepest} deep.`);
    shape.push(level.length);
    if (level.length === 0) break;
  }
  return shape;
}

/**
 * Writes nested arrays into `out` in row-major order. Returns true if all elements are booleans.
 *
 * @throws ShapeError if rows differ in length; ArgumentError for an element that is not a number or boolean. Both name
 * the index.
 */
export function flattenInto(what: string, nested: NestedArray, shape: Shape, out: Float64Array): boolean {
  let at = 0;
  let allBooleans = true;
  const path: number[] = [];
  const place = (depth: number): string =>
    `values${path
      .slice(0, depth)
      .map((i) => `[${i}]`)
      .join("")}`;
  const walk = (level: NestedArray, depth: number): void => {
    if (Array.isArray(level)) {
      if (level.length !== shape[depth]) {
        const expected =
          depth < shape.length ? `${shape[depth]} items as the first such row has` : "a number as before it";
        throw new ShapeError(
          `${what}: rows differ in length: ${place(depth)} has ${level.length} items, expected ${expected}.`,
        );
      }
      for (let i = 0; i < level.length; i++) {
        path[depth] = i;
        walk(level[i], depth + 1);
      }
    } else if (typeof level !== "number" && typeof level !== "boolean") {
      throw badArgument(what, place(depth), "a number, a boolean or an array of them", level, cureFor(level));
    } else if (depth !== shape.length) {
      throw new ShapeError(
        `${what}: ${place(depth)} is a number, where ${formatShape(shape)} has an array of ${shape[depth]}.`,
      );
    } else {
      allBooleans &&= typeof level === "boolean";
      out[at++] = Number(level);
    }
  };
  walk(nested, 0);
  return allBooleans;
}

function cureFor(value: unknown): string | undefined {
  if (typeof value === "bigint" || typeof value === "string") return "convert it with Number(…)";
  if (ArrayBuffer.isView(value)) return "convert it with Array.from(…)";
  if (typeof value === "object" && value !== null && "strides" in value)
    return "copy a tensor with clone(), or join tensors with stack([…])";
  return undefined;
}

/** Row-major elements as nested arrays. */
export function nest(data: TypedArray, shape: Shape, dtype: DType): NestedArray {
  let at = 0;
  const build = (depth: number): NestedArray => {
    if (depth === shape.length) {
      const value = data[at++]!;
      return dtype === "bool" ? value !== 0 : value;
    }
    return Array.from({ length: shape[depth]! }, () => build(depth + 1));
  };
  if (numelOf(shape) === 0 && shape.length === 0) return [];
  return build(0);
}
