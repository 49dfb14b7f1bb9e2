import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { mapSizes } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { padOp } from "../indexing/pad.ts";
import { checkReduction } from "../int32.ts";
import { cumprodBackwardOp } from "./cumulative.ts";
import {
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceDimAttrs,
  reducedShape,
  reduceOptions,
  unreduce,
} from "./dims.ts";

/** The product over one dim. */
export const prodOp: Op<readonly [Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "prod",
  infer: ([x], attrs) => [
    { shape: reducedShape(x.shape, attrs), dtype: x.dtype === "bool" ? "int32" : x.dtype },
  ],
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
