import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { dimOf } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { isfinite } from "../elementwise/comparison.ts";
import { where } from "../elementwise/select.ts";
import { gather } from "../indexing/gather.ts";
import { linearScanOp, shiftOp } from "./cumulative.ts";
import { type DimAttrs, forEachRow, requireFloat, type ValuesAndIndices, valuesAndIndices } from "./dims.ts";

type RunningIndex = Op<readonly [Tensor], readonly [Tensor], DimAttrs>;

/** The index of the best element so far: the last of equal ones, and the last NaN. */
/* @__NO_SIDE_EFFECTS__ */
function runningIndex(name: string, isAsGood: (a: number, best: number) => boolean): RunningIndex {
  return {
    name,
    infer: ([x]) => [{ shape: x.shape, dtype: "int32" }],
    forward([x], [out], { dim }) {
      const { data, offset } = inOrder(x);
      forEachRow(x.shape, dim, (start, step, length) => {
        let best = data[offset + start]!;
        for (let j = 0, index = 0, at = start; j < length; j++, at += step) {
          const value = data[offset + at]!;
          if (Number.isNaN(value) || (!Number.isNaN(best) && isAsGood(value, best)))
            [best, index] = [value, j];
          out.data[at] = index;
        }
      });
    },
    gradient: () => [null],
  };
}

export const cummaxIndexOp: RunningIndex = runningIndex("cummaxIndex", (a, best) => a >= best);
export const cumminIndexOp: RunningIndex = runningIndex("cumminIndex", (a, best) => a <= best);

function running(op: RunningIndex, x: Tensor, dim: number): ValuesAndIndices {
  const indices = apply1(op, [x], { dim });
  return valuesAndIndices([gather(x, dim, indices), indices]);
}

function checkCall(what: string, x: Tensor, dim: number): number {
  checkTensor(what, "x", x);
  return dimOf(what, dim, x.ndim, `write ${what}(x, 0)`);
}

/**
 * The largest element up to each element along a dim, and its index: the last of equal ones. From the first NaN on, NaN.
 *
 * @example cummax(tensor([1, 3, 2]), 0).values // tensor([1, 3, 3])
 */
export function cummax(x: Tensor, dim: number): ValuesAndIndices {
  return running(cummaxIndexOp, x, checkCall("cummax", x, dim));
}

/**
 * The smallest element up to each element along a dim, and its index: the last of equal ones. From the first NaN on, NaN.
 *
 * @example cummin(tensor([3, 1, 2]), 0).values // tensor([3, 1, 1])
 */
export function cummin(x: Tensor, dim: number): ValuesAndIndices {
  return running(cumminIndexOp, x, checkCall("cummin", x, dim));
}

/**
 * ln Σ exp(x) of the elements up to each element along a dim, without overflow.
 *
 * @throws DTypeError for int32 and bool.
 * @example logcumsumexp(tensor([0, 0, 0]), 0) // tensor([0.0000, 0.6931, 1.0986])
 */
export function logcumsumexp(x: Tensor, dim: number): Tensor {
  const d = checkCall("logcumsumexp", x, dim);
  requireFloat("logcumsumexp", x);
  // With the largest element so far, m: Σ exp(x) = s · exp(m), where s_k = s_(k-1) · exp(m_(k-1) − m_k) + exp(x_k − m_k).
  // m never falls, except for the 0 used for −∞ and before the first: there s is 0, and any finite factor works.
  const largest = running(cummaxIndexOp, x.detach(), d).values;
  const m = where(isfinite(largest), largest, 0);
  const before = apply1(shiftOp, [m], { dim: d, by: 1, fill: 0 });
  const s = apply1(linearScanOp, [before.sub(m).clamp({ max: 0 }).exp(), x.sub(m).exp()], {
    dim: d,
    reverse: false,
  });
  return s.log().add(m);
}
