import { apply1, checkTensor, dimOf, type HostArray, inOrder, isFloat, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientBy } from "../backward-op.ts";
import { cast } from "../elementwise/cast.ts";
import {
  type DimAttrs,
  type Dims,
  forEachRow,
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reducedFloats,
  reduceOptions,
  requireFloat,
  unreduce,
} from "./dims.ts";

type Backward = BackwardOp<readonly [g: Tensor, y: Tensor], readonly [Tensor], DimAttrs>;

/** y (g − Σ g y) along a dim: the gradient of y = softmax(x) for a cotangent g. */
export const softmaxBackwardOp: Backward = backwardOp(
  "softmaxBackward",
  ([, y]) => [y],
  ([g, y], attrs) => [y.mul(g.sub(sumAlong(g.mul(y), attrs)))],
  true,
);

/** g − exp(y) Σ g along a dim: the gradient of y = logSoftmax(x). */
export const logSoftmaxBackwardOp: Backward = backwardOp(
  "logSoftmaxBackward",
  ([, y]) => [y],
  ([g, y], attrs) => [g.sub(y.exp().mul(sumAlong(g, attrs)))],
  true,
);

type Rowwise = Op<readonly [Tensor], readonly [Tensor], DimAttrs>;

/* @__NO_SIDE_EFFECTS__ */
function rowwise(
  name: string,
  forward: (x: HostArray, out: HostArray, dim: number) => void,
  backward: Backward,
): Rowwise {
  return {
    name,
    batch: true,
    infer: ([x]) => {
      requireFloat(name, x);
      return [x];
    },
    forward: ([x], [out], { dim }) => forward(x, out, dim),
    gradient: ([g], _inputs, [y], attrs) => [gradientBy(backward, [g, y], attrs)],
  };
}

/** Softmax along a dim of floats. Each element is written after its last read, so that it may be written in place. */
export const softmaxOp: Rowwise = rowwise("softmax", softmaxForward, softmaxBackwardOp);
export const logSoftmaxOp: Rowwise = rowwise("logSoftmax", logSoftmaxForward, logSoftmaxBackwardOp);

export const logsumexpOp: Op<readonly [Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "logsumexp",
  batch: true,
  infer: ([x], attrs) => [reducedFloats("logsumexp", x, attrs)],
  forward: ([x], [out], attrs) => logsumexpForward(x, out, attrs),
  gradient: ([g], [x], [y], attrs) => [
    () => unreduce(g, x.shape, attrs).mul(x.sub(unreduce(y, x.shape, attrs)).exp()),
  ],
};

function softmaxForward(x: HostArray, out: HostArray, dim: number): void {
  const { data, offset } = inOrder(x);
  forEachRow(x.shape, dim, (start, step, length) => {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0, at = offset + start; j < length; j++, at += step) {
      if (data[at]! > largest) largest = data[at]!;
    }
    let total = 0;
    for (let j = 0, at = start; j < length; j++, at += step) {
      const weight = Math.exp(data[offset + at]! - largest);
      out.data[at] = weight;
      total += weight;
    }
    for (let j = 0, at = start; j < length; j++, at += step) out.data[at] = out.data[at]! / total;
  });
}

function logSoftmaxForward(x: HostArray, out: HostArray, dim: number): void {
  const { data, offset } = inOrder(x);
  forEachRow(x.shape, dim, (start, step, length) => {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0, at = offset + start; j < length; j++, at += step) {
      if (data[at]! > largest) largest = data[at]!;
    }
    let total = 0;
    for (let j = 0, at = offset + start; j < length; j++, at += step) total += Math.exp(data[at]! - largest);
    const log = Math.log(total);
    for (let j = 0, at = start; j < length; j++, at += step) {
      out.data[at] = data[offset + at]! - largest - log;
    }
  });
}

function logsumexpForward(x: HostArray, out: HostArray, { dims }: ReduceAttrs): void {
  const { data, offset } = inOrder(x);
  const largest = new Float64Array(out.data.length).fill(Number.NEGATIVE_INFINITY);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    for (let j = 0, at = offset + start; j < length; j++, at += step) {
      if (data[at]! > largest[o]!) largest[o] = data[at]!;
    }
  });
  // An infinite maximum is not subtracted: ∞ − ∞ is NaN, but exp(∞) and exp(−∞) are defined.
  for (let o = 0; o < largest.length; o++) if (!Number.isFinite(largest[o])) largest[o] = 0;
  const totals = new Float64Array(out.data.length);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    let total = 0;
    for (let j = 0, at = offset + start; j < length; j++, at += step) {
      total += Math.exp(data[at]! - largest[o]!);
    }
    totals[o] = totals[o]! + total;
  });
  for (let o = 0; o < totals.length; o++) out.data[o] = Math.log(totals[o]!) + largest[o]!;
}

/**
 * exp(x) / Σ exp(x) along a dim; each row sums to 1. Elements of −Infinity give 0; a row of only −Infinity gives NaN,
 * as in PyTorch.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3]).softmax(-1) // tensor([0.0900, 0.2447, 0.6652])
 */
export function softmax(x: Tensor, dim: number): Tensor {
  checkTensor("softmax", "x", x);
  return apply1(softmaxOp, [x], { dim: dimOf("softmax", dim, x.ndim, "write x.softmax(-1)") });
}

/**
 * The logarithm of {@link softmax} along a dim, accurate even where softmax underflows to 0.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([1, 2, 3]).logSoftmax(-1) // tensor([-2.4076, -1.4076, -0.4076])
 */
export function logSoftmax(x: Tensor, dim: number): Tensor {
  checkTensor("logSoftmax", "x", x);
  return apply1(logSoftmaxOp, [x], { dim: dimOf("logSoftmax", dim, x.ndim, "write x.logSoftmax(-1)") });
}

const logsumexpOptions = reduceOptions("logsumexp");

/**
 * ln Σ exp(x) over dims (all dims by default), without overflow; −Infinity for no elements. int32 and bool give
 * float32.
 *
 * @example tensor([1, 2, 3]).logsumexp(-1) // tensor(3.4076)
 */
export function logsumexp(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  const attrs = reduceAttrs(logsumexpOptions, x, dim, options);
  return apply1(logsumexpOp, [isFloat(x.dtype) ? x : cast(x, "float32")], attrs);
}

// A scalar is a row of one element.
function sumAlong(x: Tensor, { dim }: DimAttrs): Tensor {
  return x.sum(x.ndim === 0 ? [] : dim, { keepdim: true });
}
