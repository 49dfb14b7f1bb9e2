// Sums, products, extremes and logarithms of sums up to each element.
import { apply1, checkTensor, dimOf, type HostArray, inOrder, type Op } from "../../kit.ts";
import { type FarNumber, far, near, product, sum } from "../../reference/far-number.ts";
import type { Tensor } from "../../tensor.ts";
import { isfinite, where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";
import { checkScan } from "../int32.ts";
import {
  type DimAttrs,
  forEachRow,
  requireFloat,
  totalDType,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";

interface ScanAttrs extends DimAttrs {
  /** Runs from the end of the dim to its start. */
  readonly reverse: boolean;
}

type Scan = Op<readonly [Tensor], readonly [Tensor], ScanAttrs>;

export const cumsumOp: Scan = {
  name: "cumsum",
  batch: true,
  infer: ([x]) => [{ shape: x.shape, dtype: totalDType(x.dtype) }],
  forward: ([x], [out], attrs) => accumulate((total, value) => total + value, 0, x, out, attrs),
  gradient: ([g], _inputs, _outputs, { dim, reverse }) => [
    () => apply1(cumsumOp, [g], { dim, reverse: !reverse }),
  ],
};

export const cumprodOp: Scan = {
  name: "cumprod",
  batch: true,
  infer: ([x]) => [{ shape: x.shape, dtype: totalDType(x.dtype) }],
  forward: ([x], [out], attrs) => accumulate((total, value) => total * value, 1, x, out, attrs),
  gradient: ([g], [x], _outputs, attrs) => [() => apply1(cumprodBackwardOp, [x, g], attrs)],
};

/**
 * dx_k = (product before k) · (Σ over i ≥ k of g_i · product from k + 1 to i): no division, so zeros do no harm, and factors
 * of any size, so that no product on the way overflows.
 */
export const cumprodBackwardOp: Op<readonly [x: Tensor, g: Tensor], readonly [Tensor], ScanAttrs> = {
  name: "cumprodBackward",
  batch: true,
  infer: ([x]) => [x],
  forward: ([x, g], [out], attrs) => cumprodBackward(x, g, out, attrs),
  gradient([v], [x, g], _outputs, { dim, reverse }) {
    // The gradient of the product of y before each element and the scan of the elements after it.
    const [factors, back] = [next(x, dim, reverse), { dim, reverse: !reverse }];
    const before = previous(apply1(cumprodOp, [x], { dim, reverse }), dim, reverse, 1);
    const after = apply1(linearScanOp, [factors, g], back);
    const [ofFactors, ofG] = linearScanOp.gradient([v.mul(before)], [factors, g], [after], back);
    const ofBefore = (): Tensor =>
      apply1(cumprodBackwardOp, [x, next(v.mul(after), dim, reverse)], { dim, reverse });
    return [() => ofBefore().add(previous(ofFactors!(), dim, reverse, 0)), ofG];
  },
};

function cumprodBackward(x: HostArray, g: HostArray, out: HostArray, { dim, reverse }: ScanAttrs): void {
  const [factors, cotangents] = [inOrder(x), inOrder(g)];
  const visit = (start: number, step: number, length: number): void => {
    const before: FarNumber[] = [];
    const end = start + length * step;
    let so = far(1);
    for (let at = start; at !== end; at += step) {
      before.push(so);
      so = product(so, far(factors.data[factors.offset + at]!));
    }
    so = far(0);
    for (let at = end - step; before.length > 0; at -= step) {
      so = sum(so, far(cotangents.data[cotangents.offset + at]!));
      out.data[at] = near(product(before.pop()!, so));
      so = product(so, far(factors.data[factors.offset + at]!));
    }
  };
  forEachRow(out.shape, dim, visit, reverse);
}

/** y_k = a_k · y_(k-1) + b_k along a dim, with y_(-1) = 0. Its gradient is such a scan in the other direction. */
export const linearScanOp: Op<readonly [Tensor, Tensor], readonly [Tensor], ScanAttrs> = {
  name: "linearScan",
  batch: true,
  infer: ([, b]) => [b],
  forward([a, b], [out], { dim, reverse }) {
    const factor = inOrder(a);
    const term = inOrder(b);
    const visit = (start: number, step: number, length: number): void => {
      let y = 0;
      for (let j = 0, at = start; j < length; j++, at += step) {
        y = factor.data[factor.offset + at]! * y + term.data[term.offset + at]!;
        out.data[at] = y;
      }
    };
    forEachRow(out.shape, dim, visit, reverse);
  },
  gradient: ([g], [a], [y], { dim, reverse }) => {
    const back = (): Tensor => apply1(linearScanOp, [next(a, dim, reverse), g], { dim, reverse: !reverse });
    return [() => back().mul(previous(y, dim, reverse, 0)), back];
  },
};

interface ShiftAttrs extends DimAttrs {
  readonly by: 1 | -1;
  readonly fill: number;
}

/** out_k = x_(k-by) along a dim, `fill` where that is outside of x. */
export const shiftOp: Op<readonly [Tensor], readonly [Tensor], ShiftAttrs> = {
  name: "shift",
  batch: true,
  infer: ([x]) => [x],
  forward([x], [out], { dim, by, fill }) {
    const { data, offset } = inOrder(x);
    const visit = (start: number, step: number, length: number): void => {
      out.data[start] = fill;
      for (let j = 1, at = start; j < length; j++, at += step) out.data[at + step] = data[offset + at]!;
    };
    forEachRow(x.shape, dim, visit, by === -1);
  },
  gradient: ([g], _inputs, _outputs, { dim, by }) => [
    () => apply1(shiftOp, [g], { dim, by: by === 1 ? -1 : 1, fill: 0 }),
  ],
};

function accumulate(
  join: (total: number, value: number) => number,
  initial: number,
  x: HostArray,
  out: HostArray,
  { dim, reverse }: ScanAttrs,
): void {
  const { data, offset } = inOrder(x);
  const visit = (start: number, step: number, length: number): void => {
    let total = initial;
    for (let j = 0, at = start; j < length; j++, at += step) {
      total = join(total, data[offset + at]!);
      out.data[at] = total;
    }
  };
  forEachRow(x.shape, dim, visit, reverse);
}

/** The scan's value before each element; `first` for the first. */
function previous(y: Tensor, dim: number, reverse: boolean, first: number): Tensor {
  return apply1(shiftOp, [y], { dim, by: reverse ? -1 : 1, fill: first });
}

/** The element after each element in scan order; 0 for the last. */
function next(x: Tensor, dim: number, reverse: boolean): Tensor {
  return apply1(shiftOp, [x], { dim, by: reverse ? 1 : -1, fill: 0 });
}

/**
 * The cumulative sum along a dim. bool gives int32.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example tensor([1, 2, 3]).cumsum(0) // tensor([1, 3, 6])
 */
export function cumsum(x: Tensor, dim: number): Tensor {
  return scan(cumsumOp, "cumsum", x, dim);
}

/**
 * The cumulative product along a dim. bool gives int32. The gradient is correct at zeros too.
 *
 * @throws OverflowError if an int32 product does not fit int32 and the host can read the elements.
 * @example tensor([1, 2, 3]).cumprod(0) // tensor([1, 2, 6])
 */
export function cumprod(x: Tensor, dim: number): Tensor {
  return scan(cumprodOp, "cumprod", x, dim);
}

function scan(op: Scan, what: "cumsum" | "cumprod", x: Tensor, dim: number): Tensor {
  checkTensor(what, "x", x);
  const d = dimOf(what, dim, x.ndim, `write x.${what}(0)`);
  checkScan(what, x, d);
  return apply1(op, [x], { dim: d, reverse: false });
}

type RunningIndex = Op<readonly [Tensor], readonly [Tensor], DimAttrs>;

/** The index of the best element so far: the last of equal ones, and the last NaN. */
/* @__NO_SIDE_EFFECTS__ */
function runningIndex(name: string, isAsGood: (a: number, best: number) => boolean): RunningIndex {
  return {
    name,
    batch: true,
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
