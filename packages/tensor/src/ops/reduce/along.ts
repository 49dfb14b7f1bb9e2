import { apply1 } from "../../apply/apply.ts";
import type { Meta } from "../../apply/op.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { iterable } from "../../iterable.ts";
import { isFloat } from "../../memory/dtype.ts";
import { formatShape, type Shape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { scatterAddOp, zerosBeside } from "../indexing/gather.ts";
import { forEachRun } from "./runs.ts";
import type { ReduceAttrs } from "./sum.ts";

/**
 * Elements picked along a dim and their indices in it (int32). A named tuple, as in PyTorch: both
 * `const { values, indices } = x.topk(2)` and `const [values, indices] = x.topk(2)` work.
 */
export interface ValuesAndIndices extends Iterable<Tensor> {
  readonly values: Tensor;
  readonly indices: Tensor;
}

export function valuesAndIndices([values, indices]: readonly [Tensor, Tensor]): ValuesAndIndices {
  return iterable({ values, indices });
}

/** A dim in [0, ndim); 0 for a scalar, which counts as a row of one element. */
export interface DimAttrs {
  readonly dim: number;
}

/**
 * Calls `visit` for every row along a dim: element j of the row is at start + j · step of the contiguous tensor. With
 * `reverse`, rows run backwards.
 */
export function forEachRow(
  shape: Shape,
  dim: number,
  visit: (start: number, step: number, length: number, row: number) => void,
  reverse: boolean = false,
): void {
  forEachRun(shape, shape.length === 0 ? [] : [dim], (row, start, step, length) => {
    if (reverse) visit(start + (length - 1) * step, -step, length, row);
    else visit(start, step, length, row);
  });
}

export function requireFloat(what: string, { shape, dtype }: Meta): void {
  if (isFloat(dtype)) return;
  throw new DTypeError(
    `${what}: ${dtype}${formatShape(shape)} is not of floats; convert it with to("float32").`,
  );
}

/** Refuses to reduce dims of size 0, for reductions without a value for no elements. */
export function requireElements(what: string, { shape, dtype }: Meta, { dims }: ReduceAttrs): void {
  const empty = dims.find((dim) => shape[dim] === 0);
  if (empty === undefined) return;
  throw new ShapeError(
    `${what}: ${dtype}${formatShape(shape)} has size 0 along dim ${empty}; reduce dims of size ≥ 1.`,
  );
}

/** The gradient of picking `indices` along a dim: g scattered to those indices. */
export function putBack(g: Tensor, indices: Tensor, x: Tensor, dim: number): Tensor {
  if (x.ndim === 0) return g;
  return apply1(scatterAddOp, [zerosBeside(g, x.shape), indices, g], { dim });
}
