import { apply1 } from "../../apply/apply.ts";
import { fused, notDifferentiable } from "../../apply/fused.ts";
import type { HostArray, Op } from "../../apply/op.ts";
import { checkNumber } from "../../arguments.ts";
import { checkTensor } from "../../check-tensor.ts";
import { DTypeError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { ne } from "../elementwise/comparison.ts";
import { where } from "../elementwise/select.ts";
import { forEachRow, requireFloat } from "../reduce/along.ts";

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
  infer: ([scores, allowed]) => {
    requireFloat("softmaxWhere", scores);
    if (allowed.dtype !== "bool") {
      throw new DTypeError(
        `softmaxWhere: the mask must be bool, got ${allowed.dtype}; compare it, as in mask.ne(0).`,
      );
    }
    return [{ shape: scores.shape, dtype: scores.dtype }];
  },
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
  forward: ([g, y, allowed], [out], { fill }) => weighBackward(g, y, allowed, out, fill),
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
function weighBackward(
  cotangent: HostArray,
  output: HostArray,
  allowed: HostArray,
  out: HostArray,
  fill: number,
): void {
  const g = inOrder(cotangent);
  const y = inOrder(output);
  const mask = inOrder(allowed);
  const zeroed = fill === Number.NEGATIVE_INFINITY;
  forEachRow(out.shape, out.shape.length - 1, (start, step, length) => {
    let sum = 0;
    for (let j = 0, at = start; j < length; j++, at += step) {
      if (zeroed && !mask.data[mask.offset + at]) continue;
      sum += g.data[g.offset + at]! * y.data[y.offset + at]!;
    }
    for (let j = 0, at = start; j < length; j++, at += step) {
      const open = mask.data[mask.offset + at];
      out.data[at] = open ? y.data[y.offset + at]! * (g.data[g.offset + at]! - sum) : 0;
    }
  });
}

function scoresGradient(g: Tensor, y: Tensor, allowed: Tensor, attrs: SoftmaxWhereAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(softmaxWhereBackwardOp, [g, y, allowed], attrs),
    formula: () => {
      const h = attrs.fill === Number.NEGATIVE_INFINITY ? where(allowed, g, 0) : g;
      return where(allowed, y.mul(h.sub(h.mul(y).sum(-1, { keepdim: true }))), 0);
    },
  });
}

/**
 * Softmax over the last dim of scores (…, n). Where the mask is false (or zero), `fill` replaces the score. With a fill
 * of −Infinity, masked scores are ignored: their weight is zero even if they are NaN, and a row without allowed scores
 * is all zeros, with no gradient. Allowed scores behave as in softmax: a NaN or +∞ among them, or only −∞, makes the
 * row's weights NaN. Mask and scores broadcast together.
 *
 * @throws DTypeError for scores that are not floats; ShapeError if they do not broadcast.
 * @example softmaxWhere(tensor([[1, 2]]), tensor([[true, false]]), -Infinity) // tensor([[1, 0]])
 */
export function softmaxWhere(scores: Tensor, allowed: Tensor, fill: number): Tensor {
  refuseExtra("softmaxWhere", arguments, 3);
  checkTensor("softmaxWhere", "scores", scores);
  checkTensor("softmaxWhere", "allowed", allowed);
  checkNumber("softmaxWhere", "fill", fill, "write softmaxWhere(scores, allowed, -Infinity)");
  const mask = allowed.dtype === "bool" ? allowed : ne(allowed, 0);
  return apply1(softmaxWhereOp, [scores, mask], { fill });
}
