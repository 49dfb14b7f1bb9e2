import { apply1, isRecording } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { type DimAttrs, forEachRow } from "../reduce/along.ts";

type Backward = Op<readonly [g: Tensor, y: Tensor], readonly [Tensor], DimAttrs>;

/** y (g − Σ g y) along a dim: the gradient of y = softmax(x) for a cotangent g. Only used where no tape listens. */
export const softmaxBackwardOp: Backward = {
  name: "softmaxBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  forward([cotangent, output], [out], { dim }) {
    const g = inOrder(cotangent);
    const y = inOrder(output);
    forEachRow(out.shape, dim, (start, step, length) => {
      let sum = 0;
      for (let j = 0, at = start; j < length; j++, at += step) {
        sum += g.data[g.offset + at]! * y.data[y.offset + at]!;
      }
      for (let j = 0, at = start; j < length; j++, at += step) {
        out.data[at] = y.data[y.offset + at]! * (g.data[g.offset + at]! - sum);
      }
    });
  },
  gradient: () => [null, null],
};

/** g − exp(y) Σ g along a dim: the gradient of y = logSoftmax(x). Only used where no tape listens. */
export const logSoftmaxBackwardOp: Backward = {
  name: "logSoftmaxBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  forward([cotangent, output], [out], { dim }) {
    const g = inOrder(cotangent);
    const y = inOrder(output);
    forEachRow(out.shape, dim, (start, step, length) => {
      let sum = 0;
      for (let j = 0, at = start; j < length; j++, at += step) sum += g.data[g.offset + at]!;
      for (let j = 0, at = start; j < length; j++, at += step) {
        out.data[at] = g.data[g.offset + at]! - Math.exp(y.data[y.offset + at]!) * sum;
      }
    });
  },
  gradient: () => [null, null],
};

export function softmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): Tensor {
  // A tape that listens wants gradients of this gradient: it is shown the formula instead of the kernel.
  if (!isRecording()) return apply1(softmaxBackwardOp, [g, y], attrs);
  return y.mul(g.sub(g.mul(y).sum(attrs.dim, { keepdim: true })));
}

export function logSoftmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): Tensor {
  if (!isRecording()) return apply1(logSoftmaxBackwardOp, [g, y], attrs);
  return g.sub(y.exp().mul(g.sum(attrs.dim, { keepdim: true })));
}
