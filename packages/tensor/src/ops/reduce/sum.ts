import { apply1 } from "../../apply/apply.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { checkReduction } from "../int32.ts";
import {
  countAlong,
  type Dims,
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reducedShape,
  reduceOptions,
  requireFloat,
  unreduce,
} from "./dims.ts";

function sumMeta(x: Meta, attrs: ReduceAttrs): Meta {
  return { shape: reducedShape(x.shape, attrs), dtype: x.dtype === "bool" ? "int32" : x.dtype };
}

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
  infer: (inputs, attrs) => [sumMeta(inputs[0], attrs)],
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
