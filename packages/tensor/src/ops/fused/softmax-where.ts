import { apply1, fused, type HostArray, inOrder, madeOf, notDifferentiable, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import { forEachRow } from "../reduce/dims.ts";

/** The attributes of the masked softmax op. */
export interface SoftmaxWhereAttrs {
  /** Replaces scores that are not allowed. With −Infinity they are ignored, and their weight is zero. */
  readonly fill: number;
}

/** Softmax over the last dim of scores (…, n) where a bool mask allows them. Scores and mask broadcast. */
export const softmaxWhereOp: Op<
  readonly [scores: Tensor, allowed: Tensor],
  readonly [Tensor],
  SoftmaxWhereAttrs
> = {
  name: "softmaxWhere",
  broadcast: true,
  infer: ([{ shape, dtype }]) => [{ shape, dtype }],
  forward: ([scores, allowed], [out], { fill }) => weigh(scores, allowed, out, fill),
  gradient: ([g], [, allowed], [y], attrs) => [scoresGradient(g, y, allowed, attrs), null],
};

/** The gradient of {@link softmaxWhereOp} with respect to the scores, from its result y. */
export const softmaxWhereBackwardOp: Op<
  readonly [g: Tensor, y: Tensor, allowed: Tensor],
  readonly [Tensor],
  SoftmaxWhereAttrs
> = {
  name: "softmaxWhereBackward",
  broadcast: true,
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  ...madeOf<readonly [Tensor, Tensor, Tensor], SoftmaxWhereAttrs>(([g, y, allowed], attrs) => [
    throughSoftmaxWhere(g, y, allowed, attrs),
  ]),
  gradient: () => notDifferentiable("softmaxWhereBackward"),
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

// A weight of zero contributes nothing: its cotangent counts as 0. Weights of filled scores do contribute.
function throughSoftmaxWhere(g: Tensor, y: Tensor, allowed: Tensor, { fill }: SoftmaxWhereAttrs): Tensor {
  const h = fill === Number.NEGATIVE_INFINITY ? where(allowed, g, 0) : g;
  return where(allowed, y.mul(h.sub(h.mul(y).sum(-1, { keepdim: true }))), 0);
}

function scoresGradient(g: Tensor, y: Tensor, allowed: Tensor, attrs: SoftmaxWhereAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(softmaxWhereBackwardOp, [g, y, allowed], attrs),
    formula: () => throughSoftmaxWhere(g, y, allowed, attrs),
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
