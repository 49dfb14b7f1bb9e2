// Sums, means and products; whether all or any elements are true.
import { apply1, type HostArray, inOrder, mapSizes, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { padOp } from "../indexing/pad.ts";
import { checkReduction } from "../int32.ts";
import { cumprodBackwardOp } from "./cumulative.ts";
import {
  countAlong,
  type Dims,
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reduceDimAttrs,
  reducedShape,
  reduceOptions,
  requireFloat,
  totalDType,
  unreduce,
} from "./dims.ts";

function sumForward(x: HostArray, out: HostArray, { dims }: ReduceAttrs): void {
  const { data, offset } = inOrder(x);
  const totals = new Float64Array(out.data.length);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    let total = 0;
    for (let j = 0, at = offset + start; j < length; j++, at += step) total += data[at]!;
    totals[o] = totals[o]! + total;
  });
  out.data.set(totals);
}

export const sumOp: Op<readonly [Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "sum",
  batch: true,
  infer: ([x], attrs) => [{ shape: reducedShape(x.shape, attrs), dtype: totalDType(x.dtype) }],
  forward: ([x], [out], attrs) => sumForward(x, out, attrs),
  gradient: ([g], [x], _outputs, attrs) => [() => unreduce(g, x.shape, attrs).expand(x.shape)],
};

const sumOptions = reduceOptions("sum");

/**
 * The sum over dims (all dims by default). bool and int32 give int32.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example tensor([[1, 2], [3, 4]]).sum(1, { keepdim: true }) // tensor([[3], [7]])
 */
export function sum(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  const attrs = reduceAttrs(sumOptions, x, dim, options);
  checkReduction("sum", x, attrs.dims);
  return apply1(sumOp, [x], attrs);
}

const meanOptions = reduceOptions("mean");

/**
 * The mean over dims (all dims by default); NaN for no elements.
 *
 * @throws DTypeError for int32 and bool.
 * @example tensor([[1, 2], [3, 5]]).mean(0) // tensor([2.0000, 3.5000])
 */
export function mean(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  const attrs = reduceAttrs(meanOptions, x, dim, options);
  requireFloat("mean", x);
  return apply1(sumOp, [x], attrs).div(countAlong(x.shape, attrs.dims));
}

/** The product over one dim. */
export const prodOp: Op<readonly [Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "prod",
  batch: true,
  infer: ([x], attrs) => [{ shape: reducedShape(x.shape, attrs), dtype: totalDType(x.dtype) }],
  forward([x], [out], { dims }) {
    const { data, offset } = inOrder(x);
    out.data.fill(1);
    forEachRun(x.shape, dims, (o, start, step, length) => {
      let product = 1;
      for (let j = 0, at = offset + start; j < length; j++, at += step) product *= data[at]!;
      out.data[o] = product;
    });
  },
  gradient: ([g], [x], _outputs, attrs) => [
    () => productOfOthers(unreduce(g, x.shape, attrs), x, attrs.dims),
  ],
};

/** g times the product of all other elements along a dim: the gradient of the last of the running products. */
function productOfOthers(g: Tensor, x: Tensor, dims: readonly number[]): Tensor {
  const before = mapSizes(x.shape, (size, dim) => (dims.includes(dim) ? size - 1 : 0));
  const atLast = apply1(padOp, [g], { before, after: mapSizes(before, () => 0), value: 0 });
  return apply1(cumprodBackwardOp, [x, atLast], { dim: dims[0] ?? 0, reverse: false });
}

const prodOptions = reduceOptions("prod");

/**
 * The product along `dim`, or of all elements without it; 1 for no elements. bool and int32 give int32. The gradient is
 * correct at zeros too.
 *
 * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
 * @example tensor([2, 3, 4]).prod() // tensor(24)
 */
export function prod(x: Tensor, dim?: number, options?: ReduceOptions): Tensor {
  const attrs = reduceDimAttrs(prodOptions, x, dim, options);
  checkReduction("prod", x, attrs.dims);
  if (dim !== undefined) return apply1(prodOp, [x], attrs);
  const product = apply1(prodOp, [x.reshape([x.numel])], { dims: [0], keepdim: false });
  return attrs.keepdim ? product.reshape(x.shape.map(() => 1)) : product;
}

type Reduction = Op<readonly [Tensor], readonly [Tensor], ReduceAttrs>;

/** Searches for the first nonzero element (`any`) or the first zero (`all`). */
function search(name: string, unmet: 0 | 1): Reduction {
  return {
    name,
    batch: true,
    infer: ([x], attrs) => [{ shape: reducedShape(x.shape, attrs), dtype: "bool" }],
    forward([x], [out], { dims }) {
      const { data, offset } = inOrder(x);
      out.data.fill(unmet);
      forEachRun(x.shape, dims, (o, start, step, length) => {
        for (let j = 0, at = offset + start; j < length; j++, at += step) {
          if (Number(data[at] !== 0) !== unmet) out.data[o] = 1 - unmet;
        }
      });
    },
    gradient: () => [null],
  };
}

export const allOp: Reduction = search("all", 1);
export const anyOp: Reduction = search("any", 0);

const allOptions = reduceOptions("all");
const anyOptions = reduceOptions("any");

/**
 * Whether all elements are nonzero, over dims (all dims by default), as bool; true for no elements.
 *
 * @example tensor([true, false]).all() // tensor(False, dtype=bool)
 */
export function all(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  return apply1(allOp, [x], reduceAttrs(allOptions, x, dim, options));
}

/**
 * Whether any element is nonzero, over dims (all dims by default), as bool; false for no elements.
 *
 * @example tensor([true, false]).any() // tensor(True, dtype=bool)
 */
export function any(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  return apply1(anyOp, [x], reduceAttrs(anyOptions, x, dim, options));
}
