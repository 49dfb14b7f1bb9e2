// Dims of reductions: their arguments, walks along them, and shapes without them.

import * as c from "@saccade/contract";
import { iterable } from "../../iterable.ts";
import {
  checkTensor,
  convertFirst,
  type DType,
  dimOf,
  dimsOf,
  formatShape,
  isFloat,
  type Meta,
  mapSizes,
  numelOf,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** One dim, several dims, or all (undefined). */
export type Dims = number | readonly number[] | undefined;

/** The rules of a reduction's options. */
export const reduceRules = {
  /** Keeps the reduced dims with size 1. Default false. */
  keepdim: c.flag(false),
} as const;

/** The options of a reduction, for {@link reduceAttrs}. */
/* @__NO_SIDE_EFFECTS__ */
export function reduceOptions(what: string): c.Options<typeof reduceRules> {
  return c.options(`x.${what}(1, { keepdim: true })`, reduceRules, {
    renamed: optionsRenamed(what),
  });
}

/** Options of a reduction. */
export interface ReduceOptions extends c.OptionsOf<c.Options<typeof reduceRules>> {}

/** The dims to reduce, sorted, and whether to keep them with size 1. */
export interface ReduceAttrs {
  readonly dims: readonly number[];
  readonly keepdim: boolean;
}

/** Other libraries' reduction options, each with its replacement. */
export function optionsRenamed(what: string): Readonly<Record<string, string>> {
  return {
    dtype: convertFirst(what),
    axis: `the dim comes first: x.${what}(1)`,
    dim: `the dim comes first: x.${what}(1)`,
  };
}

/**
 * Checks a call `f(x, dim, options)` of a reduction over several dims. Returns its dims and
 * options. As in PyTorch, an empty list means all dims.
 */
export function reduceAttrs<R extends c.Rules>(
  of: c.Options<R>,
  x: Tensor,
  dim: Dims,
  options: c.Given<R> | undefined,
): c.Settings<R> & { readonly dims: readonly number[] } {
  checkTensor(of.what, "x", x);
  const settings = of(options);
  const all = Array.isArray(dim) && dim.length === 0;
  const dims = dimsOf(of.what, all ? undefined : dim, x.ndim, `as in ${of.example}`);
  return { dims, ...settings };
}

/** The same for a reduction over one dim, or all of them. */
export function reduceDimAttrs<R extends c.Rules>(
  of: c.Options<R>,
  x: Tensor,
  dim: number | undefined,
  options: c.Given<R> | undefined,
): c.Settings<R> & { readonly dims: readonly number[] } {
  if (dim === undefined) return reduceAttrs(of, x, dim, options);
  checkTensor(of.what, "x", x);
  const settings = of(options);
  const { ndim } = x;
  const d = dimOf(of.what, dim, ndim, `as in ${of.example}`);
  return { dims: ndim === 0 ? [] : [d], ...settings };
}

export function reducedShape(shape: Shape, { dims, keepdim }: ReduceAttrs): Shape {
  if (keepdim) return mapSizes(shape, (size, i) => (dims.includes(i) ? 1 : size));
  return dims.length === shape.length ? [] : shape.filter((_, i) => !dims.includes(i));
}

/** Shape and dtype of a reduction of floats. */
export function reducedFloats(what: string, x: Meta, attrs: ReduceAttrs): Meta {
  requireFloat(what, x);
  return { shape: reducedShape(x.shape, attrs), dtype: x.dtype };
}

/** Restores the reduced dims, with size 1, of a reduction's result or cotangent, so that it broadcasts. */
export function unreduce(y: Tensor, shape: Shape, { dims }: Pick<ReduceAttrs, "dims">): Tensor {
  return y.reshape(mapSizes(shape, (size, i) => (dims.includes(i) ? 1 : size)));
}

/** The number of elements of `shape` that a reduction over `dims` combines into one. */
export function countAlong(shape: Shape, dims: readonly number[]): number {
  return numelOf(dims.map((dim) => shape[dim]!));
}

/**
 * Calls `visit(o, start, step, length)` for each output element o and each run of input elements that it reduces.
 * Element j of a run is data[start + j · step] of the contiguous input.
 */
export function forEachRun(
  shape: Shape,
  dims: readonly number[],
  visit: (out: number, start: number, step: number, length: number) => void,
): void {
  const inner = dims.at(-1);
  if (inner === undefined || numelOf(shape) === 0) {
    if (inner === undefined) for (let i = 0; i < numelOf(shape); i++) visit(i, i, 1, 1);
    return;
  }
  const step = numelOf(shape.slice(inner + 1));
  const length = shape[inner]!;
  const rest = dims.slice(0, -1);
  const kept = shape.map((_, i) => i).filter((i) => !dims.includes(i));
  const inputStep = shape.map((_, i) => numelOf(shape.slice(i + 1)));
  const walkReduced = (k: number, at: number, out: number): void => {
    if (k === rest.length) {
      visit(out, at, step, length);
      return;
    }
    for (let i = 0; i < shape[rest[k]!]!; i++) walkReduced(k + 1, at + i * inputStep[rest[k]!]!, out);
  };
  let out = 0;
  const walkKept = (k: number, at: number): void => {
    if (k === kept.length) {
      walkReduced(0, at, out++);
      return;
    }
    for (let i = 0; i < shape[kept[k]!]!; i++) walkKept(k + 1, at + i * inputStep[kept[k]!]!);
  };
  walkKept(0, 0);
}

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
  throw new c.DTypeError(
    `${what}: ${dtype}${formatShape(shape)} is not of floats; convert it with to("float32").`,
  );
}

/** Refuses to reduce dims of size 0, for reductions without a value for no elements. */
export function requireElements(what: string, { shape, dtype }: Meta, { dims }: ReduceAttrs): void {
  const empty = dims.find((dim) => shape[dim] === 0);
  if (empty === undefined) return;
  throw new c.ShapeError(
    `${what}: ${dtype}${formatShape(shape)} has size 0 along dim ${empty}; reduce dims of size ≥ 1.`,
  );
}

/** Options of a reduction f(x, dim, options). */
/* @__NO_SIDE_EFFECTS__ */
export function functionOptions<const R extends c.Rules>(
  what: string,
  rules: R,
  example: string = `${what}(x, 1, { keepdim: true })`,
): c.Options<R> {
  return c.options(what, rules, { example, renamed: optionsMoved(what) });
}

/** Options with only `keepdim`. */
/* @__NO_SIDE_EFFECTS__ */
export function keepdimOptions(what: string, example?: string): c.Options<typeof reduceRules> {
  return functionOptions(what, reduceRules, example);
}

function optionsMoved(what: string): Readonly<Record<string, string>> {
  const first = `the dim comes first: ${what}(x, 1)`;
  return { axis: first, dim: first, dtype: `convert first: ${what}(x.to("float64"), …)` };
}

/** The result of a reduction over one dim that was kept: without it, unless it stays. */
export function dropDim(kept: Tensor, dim: number, keepdim: boolean): Tensor {
  return keepdim || kept.ndim === 0 ? kept : kept.squeeze(dim);
}

/** The only dim of a reduction along one dim; 0 for a scalar. */
export function onlyDim({ dims }: ReduceAttrs): number {
  return dims[0] ?? 0;
}

/** Sums and products of bools are int32. */
export function totalDType(dtype: DType): DType {
  return dtype === "bool" ? "int32" : dtype;
}
