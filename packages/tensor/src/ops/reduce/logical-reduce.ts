import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import {
  type Dims,
  forEachRun,
  type ReduceAttrs,
  type ReduceOptions,
  reduceAttrs,
  reducedShape,
  reduceOptions,
} from "./dims.ts";

type Reduction = Op<readonly [Tensor], readonly [Tensor], ReduceAttrs>;

/** Searches for the first nonzero element (`any`) or the first zero (`all`). */
function search(name: string, unmet: 0 | 1): Reduction {
  return {
    name,
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
