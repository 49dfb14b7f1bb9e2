// The two matrix products of attention, restricted to the pairs of rows that a mask allows. A plain product multiplies
// the zero weight of a masked key by its value, and 0 · NaN is NaN. The gradients of both ops are composed of these two
// ops.

import { apply1, broadcastShapes, type HostArray, inOrder, numelOf, type Op, sameShape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientBy } from "../backward-op.ts";
import { where } from "../elementwise/comparison.ts";
import { noAttrs } from "../elementwise/map.ts";
import { forEachRow } from "../reduce/dims.ts";

type Inputs = readonly [a: Tensor, b: Tensor, allowed: Tensor];

/**
 * a (…, n, k), b (…, k, m), allowed bool (…, n, k) → (…, n, m): row i sums a[i, j] · b[j] over the allowed j. a must be
 * 0 elsewhere, so that a kernel may start with the plain product.
 */
export const matmulWhereOp: Op<Inputs, readonly [Tensor], object> = {
  name: "matmulWhere",
  batch: true,
  infer: ([{ shape, dtype }, b]) => [{ shape: [...shape.slice(0, -1), b.shape.at(-1)!], dtype }],
  forward([a, b, allowed], [out]) {
    const [n, k] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const m = b.shape.at(-1)!;
    const [x, y, mask] = [inOrder(a), inOrder(b), inOrder(allowed)];
    const sums = new Float64Array(m);
    for (let row = 0; row < rowsOf(a); row++) {
      sums.fill(0);
      for (let j = 0; j < k; j++) {
        if (!mask.data[mask.offset + row * k + j]) continue;
        const by = x.data[x.offset + row * k + j]!;
        const from = y.offset + (Math.floor(row / n) * k + j) * m;
        for (let c = 0; c < m; c++) sums[c] = sums[c]! + by * y.data[from + c]!;
      }
      out.data.set(sums, row * m);
    }
  },
  gradient: ([g], [a, b, allowed]) => [
    () => scoresWhere(g, b, allowed),
    () => matmulWhere(a.transpose(-2, -1), g, allowed.transpose(-2, -1)),
    null,
  ],
};

/** a (…, n, d), b (…, k, d), allowed bool (…, n, k) → (…, n, k): a[i] · b[j] where allowed, else 0. */
export const scoresWhereOp: Op<Inputs, readonly [Tensor], object> = {
  name: "scoresWhere",
  batch: true,
  infer: ([{ shape, dtype }, b]) => [{ shape: [...shape.slice(0, -1), b.shape.at(-2)!], dtype }],
  forward([a, b, allowed], [out]) {
    const [n, d] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const k = b.shape.at(-2)!;
    const [x, y, mask] = [inOrder(a), inOrder(b), inOrder(allowed)];
    for (let row = 0; row < rowsOf(a); row++) {
      for (let j = 0; j < k; j++) {
        const at = row * k + j;
        let sum = 0;
        if (mask.data[mask.offset + at]) {
          const [left, right] = [x.offset + row * d, y.offset + (Math.floor(row / n) * k + j) * d];
          for (let c = 0; c < d; c++) sum += x.data[left + c]! * y.data[right + c]!;
        }
        out.data[at] = sum;
      }
    }
  },
  gradient([g], [a, b, allowed]) {
    let cleared: Tensor | undefined;
    const own = (): Tensor => {
      cleared ??= where(allowed, g, 0);
      return cleared;
    };
    return [
      () => matmulWhere(own(), b, allowed),
      () => matmulWhere(own().transpose(-2, -1), a, allowed.transpose(-2, -1)),
      null,
    ];
  },
};

function rowsOf({ shape }: Pick<HostArray, "shape">): number {
  return numelOf(shape.slice(0, -1));
}

/**
 * Row i of the result sums a[i, j] · b[j] over the j where `allowed` is true. Other rows of b affect neither the result
 * nor the gradients. Batch dims broadcast.
 *
 * @param a (…, n, k), 0 where `allowed` is false
 * @param b (…, k, m)
 * @param allowed bool, broadcast to (…, n, k)
 * @returns (…, n, m)
 * @example matmulWhere(ones([2, 3]), ones([3, 4]), ones([2, 3], { dtype: "bool" })).shape // [2, 4]
 */
export function matmulWhere(a: Tensor, b: Tensor, allowed: Tensor): Tensor {
  return apply1(matmulWhereOp, stretched("matmulWhere", a, b, allowed, a.size(-1)), noAttrs);
}

/**
 * a[i] · b[j] for the pairs where `allowed` is true, and 0 for the others, which do not affect the gradients either.
 * Batch dims broadcast.
 *
 * @param a (…, n, d)
 * @param b (…, k, d)
 * @param allowed bool, broadcast to (…, n, k)
 * @returns (…, n, k)
 * @example scoresWhere(ones([1, 2, 4]), ones([1, 3, 4]), ones([1, 2, 3], { dtype: "bool" })).shape // [1, 2, 3]
 */
export function scoresWhere(a: Tensor, b: Tensor, allowed: Tensor): Tensor {
  return apply1(scoresWhereOp, stretched("scoresWhere", a, b, allowed, b.size(-2)), noAttrs);
}

function stretched(op: string, a: Tensor, b: Tensor, allowed: Tensor, k: number): Inputs {
  const batch = broadcastShapes(`${op} (batch dims)`, a.shape.slice(0, -2), b.shape.slice(0, -2));
  const to = (x: Tensor, n: number, m: number): Tensor => {
    const shape = [...batch, n, m];
    return sameShape(x.shape, shape) ? x : x.expand(shape);
  };
  return [to(a, a.size(-2), a.size(-1)), to(b, b.size(-2), b.size(-1)), to(allowed, a.size(-2), k)];
}

/** The attributes of the masked softmax op. */
export interface SoftmaxWhereAttrs {
  /** Replaces scores that are not allowed. With −Infinity they are ignored, and their weight is zero. */
  readonly fill: number;
}

/**
 * Softmax over the last dim of scores (…, n) where a bool mask allows them. Scores and mask broadcast. Each element is written
 * after its last read.
 */
export const softmaxWhereOp: Op<
  readonly [scores: Tensor, allowed: Tensor],
  readonly [Tensor],
  SoftmaxWhereAttrs
> = {
  name: "softmaxWhere",
  broadcast: true,
  infer: ([x]) => [x],
  forward: ([scores, allowed], [out], { fill }) => weigh(scores, allowed, out, fill),
  gradient: ([g], [, allowed], [y], attrs) => [
    gradientBy(softmaxWhereBackwardOp, [g, y, allowed], attrs),
    null,
  ],
};

/** The gradient of {@link softmaxWhereOp} with respect to the scores, from its result y. */
export const softmaxWhereBackwardOp: BackwardOp<
  readonly [g: Tensor, y: Tensor, allowed: Tensor],
  readonly [Tensor],
  SoftmaxWhereAttrs
> = {
  broadcast: true,
  ...backwardOp(
    "softmaxWhereBackward",
    ([, y]) => [y],
    // A weight of zero contributes nothing: its cotangent counts as 0. Weights of filled scores do contribute.
    ([g, y, allowed], { fill }) => {
      const h = fill === Number.NEGATIVE_INFINITY ? where(allowed, g, 0) : g;
      return [where(allowed, y.mul(h.sub(h.mul(y).sum(-1, { keepdim: true }))), 0)];
    },
  ),
};

function weigh(scores: HostArray, allowed: HostArray, out: HostArray, fill: number): void {
  const x = inOrder(scores);
  const mask = inOrder(allowed);
  const zeroed = fill === Number.NEGATIVE_INFINITY;
  forEachRow(out.shape, out.shape.length - 1, (start, step, length) => {
    const counts = (at: number): boolean => !zeroed || Boolean(mask.data[mask.offset + at]);
    const scoreAt = (at: number): number => (mask.data[mask.offset + at] ? x.data[x.offset + at]! : fill);
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0, at = start; j < length; j++, at += step) {
      if (counts(at)) largest = Math.max(largest, scoreAt(at));
    }
    let total = 0;
    for (let j = 0, at = start; j < length; j++, at += step) {
      const weight = counts(at) ? Math.exp(scoreAt(at) - largest) : 0;
      out.data[at] = weight;
      total += weight;
    }
    for (let j = 0, at = start; j < length; j++, at += step) {
      if (counts(at)) out.data[at] = out.data[at]! / total;
    }
  });
}

/**
 * Softmax over the last dim of scores (…, n). Where the mask is false, `fill` replaces the score. With a fill
 * of −Infinity, masked scores are ignored: their weight is zero even if they are NaN, and a row without allowed scores
 * is all zeros, with no gradient. Allowed scores behave as in softmax: a NaN or +∞ among them, or only −∞, makes the
 * row's weights NaN. Mask and scores broadcast together.
 *
 * @param allowed bool
 * @throws ShapeError if they do not broadcast.
 * @example softmaxWhere(tensor([[1, 2]]), tensor([[true, false]]), -Infinity) // tensor([[1, 0]])
 */
export function softmaxWhere(scores: Tensor, allowed: Tensor, fill: number): Tensor {
  return apply1(softmaxWhereOp, [scores, allowed], { fill });
}
