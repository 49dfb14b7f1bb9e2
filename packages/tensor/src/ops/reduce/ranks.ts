import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { checkInteger } from "../../contract/arguments.ts";
import { dimOf } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { IndexError } from "../../errors.ts";
import { mapSizes } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { gather } from "../indexing/gather.ts";
import {
  type DimAttrs,
  forEachRow,
  type ReduceOptions,
  requireElements,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";
import { dropDim, keepdimOptions } from "./function-options.ts";
import { argsort, sort } from "./sort.ts";

/** The index of the last element of the most frequent value of each row of a sorted x. The dim is kept. */
export const longestRunOp: Op<readonly [Tensor], readonly [Tensor], DimAttrs> = {
  name: "longestRun",
  infer: ([x], { dim }) => [
    { shape: mapSizes(x.shape, (size, i) => (i === dim ? 1 : size)), dtype: "int32" },
  ],
  forward([x], [out], { dim }) {
    const { data, offset } = inOrder(x);
    forEachRow(x.shape, dim, (start, step, length, row) => {
      const at = (j: number): number => data[offset + start + j * step]!;
      let [longest, end] = [0, 0];
      for (let j = 0, run = 1; j < length; j++, run++) {
        if (j + 1 < length && at(j) === at(j + 1)) continue;
        if (run > longest) [longest, end] = [run, j];
        run = 0;
      }
      out.data[row] = end;
    });
  },
  gradient: () => [null],
};

/** The elements of x at indices along a dim; the dim goes unless `keepdim`. */
function pick(x: Tensor, dim: number, indices: Tensor, keepdim: boolean): ValuesAndIndices {
  const values = gather(x, dim, indices);
  return valuesAndIndices([dropDim(values, dim, keepdim), dropDim(indices, dim, keepdim)]);
}

const kthvalueOptions = keepdimOptions("kthvalue", "kthvalue(x, 2, 1, { keepdim: true })");

/**
 * The k-th smallest element along a dim (−1 by default; k from 1) and its index: of equal elements, the k-th in their
 * order. NaN counts as the largest.
 *
 * @throws IndexError unless k is in 1 to the dim's size.
 * @example kthvalue(tensor([3, 1, 2]), 2) // { values: tensor(2), indices: tensor(2, dtype=int32) }
 */
export function kthvalue(x: Tensor, k: number, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(kthvalueOptions.what, "x", x);
  const fix = `as in ${kthvalueOptions.example}`;
  checkInteger("kthvalue", "k", k, undefined, undefined, fix);
  const d = dimOf("kthvalue", dim === undefined ? -1 : dim, x.ndim, fix);
  const { keepdim } = kthvalueOptions(options);
  const size = x.shape[d] ?? 1;
  if (k < 1 || k > size)
    throw new IndexError(
      `kthvalue: k = ${k} is out of range for dim ${d} of ${x.describe()}; use a whole number from 1 to ${size}.`,
    );
  const order = argsort(x, d);
  return pick(x, d, x.ndim === 0 ? order : order.narrow(d, k - 1, 1), keepdim);
}

const modeOptions = keepdimOptions("mode");

/**
 * The most frequent element along a dim (−1 by default) and the index of its last occurrence. Ties go
 * to the smallest element; each NaN is a different element.
 *
 * @throws ShapeError where the dim has size 0.
 * @example mode(tensor([3, 1, 3, 2])) // { values: tensor(3), indices: tensor(2, dtype=int32) }
 */
export function mode(x: Tensor, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(modeOptions.what, "x", x);
  const d = dimOf("mode", dim === undefined ? -1 : dim, x.ndim, `as in ${modeOptions.example}`);
  const { keepdim } = modeOptions(options);
  requireElements("mode", x, { dims: x.ndim === 0 ? [] : [d], keepdim });
  const { values, indices } = sort(x.detach(), d);
  return pick(x, d, gather(indices, d, apply1(longestRunOp, [values], { dim: d })), keepdim);
}

/**
 * x sorted along its first dim: `sort(x, 0).values`.
 *
 * @example msort(tensor([[3, 1], [2, 4]])) // tensor([[2, 1], [3, 4]])
 */
export function msort(x: Tensor): Tensor {
  checkTensor("msort", "x", x);
  return sort(x, 0).values;
}
