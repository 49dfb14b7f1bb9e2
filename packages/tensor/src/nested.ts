import { ShapeError } from "./errors.ts";
import type { DType, TypedArray } from "./memory/dtype.ts";
import { formatShape, numelOf, type Shape } from "./memory/shape.ts";

/** Numbers or booleans in arrays in arrays, every row of one depth as long as its neighbours. */
export type NestedArray = number | boolean | readonly NestedArray[];

/** The shape of nested arrays. @throws ShapeError where rows differ in length, naming the place. */
export function shapeOfNested(what: string, nested: NestedArray): number[] {
  const shape: number[] = [];
  for (let level = nested; typeof level === "object"; level = level[0] ?? 0) {
    if (!Array.isArray(level))
      throw new ShapeError(`${what}: expected numbers or arrays of them, got ${typeof level}.`);
    shape.push(level.length);
    if (level.length === 0) break;
  }
  return shape;
}

/** Writes nested arrays into `out` in row-major order, checking each row against `shape`. */
export function flattenInto(what: string, nested: NestedArray, shape: Shape, out: TypedArray): void {
  let at = 0;
  const walk = (level: NestedArray, depth: number): void => {
    if (typeof level === "object") {
      if (depth >= shape.length || level.length !== shape[depth]) {
        throw new ShapeError(
          `${what}: rows differ in length: expected ${formatShape(shape)}, found ${level.length} items at depth ${depth}.`,
        );
      }
      for (const item of level) walk(item, depth + 1);
    } else if (depth !== shape.length) {
      throw new ShapeError(
        `${what}: a number stands at depth ${depth} where ${formatShape(shape)} has an array.`,
      );
    } else if (typeof level !== "number" && typeof level !== "boolean") {
      throw new ShapeError(`${what}: found a ${typeof level} where a number should be.`);
    } else {
      out[at++] = Number(level);
    }
  };
  walk(nested, 0);
}

export function holdsBooleans(nested: NestedArray): boolean {
  let level = nested;
  while (typeof level === "object") {
    const first: NestedArray | undefined = level[0];
    if (first === undefined) return false;
    level = first;
  }
  return typeof level === "boolean";
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
