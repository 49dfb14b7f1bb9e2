import { ArgumentError, badArgument, type Options } from "@saccade/contract";
import { apply, apply1, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, isnan, where } from "../elementwise/comparison.ts";
import { putBack } from "../indexing/gather.ts";
import {
  type Dims,
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reduceDimAttrs,
  reducedShape,
  reduceOptions,
  type reduceRules,
  requireElements,
  unreduce,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";

type Reduction<A extends ReduceAttrs = ReduceAttrs> = Op<readonly [Tensor], readonly [Tensor], A>;

interface ExtremeAttrs extends ReduceAttrs {
  /** Whether NaNs share the gradient if the result is NaN. */
  readonly shareNaN?: boolean;
}

type Selection = Op<readonly [Tensor], readonly [Tensor, Tensor], ReduceAttrs>;

/** Whether a comes before b, the best so far. */
type Beats = (a: number, b: number) => boolean;

export const amaxOp: Reduction<ExtremeAttrs> = extreme("amax", Math.max, Number.NEGATIVE_INFINITY);
export const aminOp: Reduction<ExtremeAttrs> = extreme("amin", Math.min, Number.POSITIVE_INFINITY);
export const argmaxOp: Reduction = firstIndex("argmax", isLarger);
export const argminOp: Reduction = firstIndex("argmin", isSmaller);
export const maxOp: Selection = firstBest("max", isLarger);
export const minOp: Selection = firstBest("min", isSmaller);

// NaN counts as larger than every number, and the first NaN wins.
function isLarger(a: number, b: number): boolean {
  return a > b || (Number.isNaN(a) && !Number.isNaN(b));
}

function isSmaller(a: number, b: number): boolean {
  return a < b || (Number.isNaN(a) && !Number.isNaN(b));
}

/* @__NO_SIDE_EFFECTS__ */
function extreme(
  name: string,
  pick: (a: number, b: number) => number,
  worst: number,
): Reduction<ExtremeAttrs> {
  return {
    name,
    batch: true,
    infer: ([x], attrs) => {
      requireElements(name, x, attrs);
      return [{ shape: reducedShape(x.shape, attrs), dtype: x.dtype }];
    },
    forward([x], [out], { dims }) {
      const { data, offset } = inOrder(x);
      const best = new Float64Array(out.data.length).fill(worst);
      forEachRun(x.shape, dims, (o, start, step, length) => {
        let value = best[o]!;
        for (let j = 0, at = offset + start; j < length; j++, at += step) value = pick(value, data[at]!);
        best[o] = value;
      });
      out.data.set(best);
    },
    gradient: ([g], [x], [y], attrs) => [() => shareAmongTies(g, x, y, attrs)],
  };
}

// A NaN equals nothing, so for a NaN result along dims the gradient is 0 · g / 0 = NaN; over a whole tensor, NaNs share
// the gradient. Both are as in PyTorch.
function shareAmongTies(g: Tensor, x: Tensor, y: Tensor, attrs: ExtremeAttrs): Tensor {
  const equal = eq(x, unreduce(y, x.shape, attrs));
  const ties = attrs.shareNaN ? equal.logicalOr(isnan(x)) : equal;
  const count = ties.sum(attrs.dims, { keepdim: true });
  const all = unreduce(g, x.shape, attrs);
  return attrs.shareNaN ? where(ties, all.div(count), 0) : all.mul(ties).div(count);
}

function forEachBest(
  x: HostArray,
  dims: readonly number[],
  beats: Beats,
  visit: (out: number, value: number, index: number) => void,
): void {
  const { data, offset } = inOrder(x);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    const from = offset + start;
    let index = 0;
    for (let j = 1; j < length; j++) if (beats(data[from + j * step]!, data[from + index * step]!)) index = j;
    visit(o, data[from + index * step]!, index);
  });
}

/* @__NO_SIDE_EFFECTS__ */
function firstIndex(name: string, beats: Beats): Reduction {
  return {
    name,
    batch: true,
    infer: ([x], attrs) => {
      requireElements(name, x, attrs);
      return [{ shape: reducedShape(x.shape, attrs), dtype: "int32" }];
    },
    forward: ([x], [out], { dims }) =>
      forEachBest(x, dims, beats, (o, _value, index) => {
        out.data[o] = index;
      }),
    gradient: () => [null],
  };
}

function firstBest(name: string, beats: Beats): Selection {
  return {
    name,
    batch: true,
    infer: ([x], attrs) => {
      requireElements(name, x, attrs);
      const shape = reducedShape(x.shape, attrs);
      return [
        { shape, dtype: x.dtype },
        { shape, dtype: "int32" },
      ];
    },
    forward: ([x], [values, indices], { dims }) =>
      forEachBest(x, dims, beats, (o, value, index) => {
        values.data[o] = value;
        indices.data[o] = index;
      }),
    gradient: ([g], [x], [, indices], attrs) => [
      () => putBack(unreduce(g, x.shape, attrs), unreduce(indices, x.shape, attrs), x, attrs.dims[0] ?? 0),
    ],
  };
}

const amaxOptions = reduceOptions("amax");
const aminOptions = reduceOptions("amin");
const maxOptions = reduceOptions("max");
const minOptions = reduceOptions("min");
const argmaxOptions = reduceOptions("argmax");
const argminOptions = reduceOptions("argmin");

/**
 * The largest element over dims (all dims by default); NaN if there is one. Equal largest elements share the gradient.
 *
 * @throws ShapeError where a reduced dim has size 0.
 * @example tensor([[1, 5], [4, 2]]).amax(1) // tensor([5, 4])
 */
export function amax(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  return apply1(amaxOp, [x], reduceAttrs(amaxOptions, x, dim, options));
}

/**
 * The smallest element over dims (all dims by default); NaN if there is one. Equal smallest elements share the
 * gradient.
 *
 * @throws ShapeError where a reduced dim has size 0.
 * @example tensor([[1, 5], [4, 2]]).amin(1) // tensor([1, 2])
 */
export function amin(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  return apply1(aminOp, [x], reduceAttrs(aminOptions, x, dim, options));
}

/**
 * The largest element; NaN if there is one. Equal largest elements share the gradient.
 *
 * @throws ShapeError when x has no elements.
 * @example tensor([[1, 5], [4, 2]]).max(1).values // tensor([5, 4])
 */
export function max(x: Tensor): Tensor;
/**
 * The largest elements along a dim and their indices. Of equal elements the first is taken and receives the whole
 * gradient; NaN counts as the largest. `maximum(a, b)` compares two tensors.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function max(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function max(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return pick(x, [maxOp, amaxOp], maxOptions, dim, options);
}

/**
 * The smallest element; NaN if there is one. Equal smallest elements share the gradient.
 *
 * @throws ShapeError when x has no elements.
 * @example tensor([[1, 5], [4, 2]]).min(1).indices // tensor([0, 1], dtype=int32)
 */
export function min(x: Tensor): Tensor;
/**
 * The smallest elements along a dim and their indices. Of equal elements the first is taken and receives the whole
 * gradient; NaN counts as the smallest. `minimum(a, b)` compares two tensors.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function min(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function min(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return pick(x, [minOp, aminOp], minOptions, dim, options);
}

type ReductionOptions = Options<typeof reduceRules>;

/** The best elements along a dim with their indices, or the best of all. */
function pick(
  x: Tensor,
  [alongDim, ofAll]: readonly [Selection, Reduction<ExtremeAttrs>],
  of: ReductionOptions,
  dim: number | undefined,
  options: ReduceOptions | undefined,
): Tensor | ValuesAndIndices {
  const { what } = of;
  if (dim === undefined && options !== undefined)
    throw new ArgumentError(
      `${what}: options need a dim; write x.${what}(1, { keepdim: true }), or x.a${what}(undefined, { keepdim: true }) for all.`,
    );
  if (typeof dim === "object" && "strides" in Object(dim))
    throw badArgument(what, "dim", "a whole number", dim, `${what}imum(a, b) compares two tensors`);
  const attrs = reduceDimAttrs(of, x, dim, options);
  if (dim !== undefined) return valuesAndIndices(apply(alongDim, [x], attrs));
  requireElements(what, x, attrs);
  return apply1(ofAll, [x], { shareNaN: true, ...attrs });
}

/**
 * The index (int32) of the first largest element along `dim`; without `dim`, of all elements in row-major order. NaN
 * counts as the largest.
 *
 * @throws ShapeError where there are no elements to choose from.
 * @example tensor([[1, 5], [4, 2]]).argmax(1) // tensor([1, 0], dtype=int32)
 */
export function argmax(x: Tensor, dim?: number, options?: ReduceOptions): Tensor {
  return indexOf(x, argmaxOp, dim, reduceDimAttrs(argmaxOptions, x, dim, options));
}

/**
 * The index (int32) of the first smallest element along `dim`; without `dim`, of all elements in row-major order. NaN
 * counts as the smallest.
 *
 * @throws ShapeError where there are no elements to choose from.
 * @example tensor([[1, 5], [4, 2]]).argmin(1) // tensor([0, 1], dtype=int32)
 */
export function argmin(x: Tensor, dim?: number, options?: ReduceOptions): Tensor {
  return indexOf(x, argminOp, dim, reduceDimAttrs(argminOptions, x, dim, options));
}

function indexOf(x: Tensor, op: Reduction, dim: number | undefined, attrs: ReduceAttrs): Tensor {
  if (dim !== undefined) return apply1(op, [x], attrs);
  requireElements(op.name, x, attrs);
  const index = apply1(op, [x.reshape([x.numel])], { dims: [0], keepdim: false });
  return attrs.keepdim ? index.reshape(x.shape.map(() => 1)) : index;
}
