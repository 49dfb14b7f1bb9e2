import { apply1 } from "../../apply/apply.ts";
import { fused, notDifferentiable } from "../../apply/fused.ts";
import type { Op } from "../../apply/op.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { type DimAttrs, forEachRow } from "../reduce/along.ts";

type Backward = Op<readonly [g: Tensor, y: Tensor], readonly [Tensor], DimAttrs>;

/** y (g − Σ g y) along a dim: the gradient of y = softmax(x) for a cotangent g. */
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
  gradient: () => notDifferentiable("softmaxBackward"),
};

/** g − exp(y) Σ g along a dim: the gradient of y = logSoftmax(x). */
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
  gradient: () => notDifferentiable("logSoftmaxBackward"),
};

/** The gradient of y = softmax(x) along a dim. */
export function softmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(softmaxBackwardOp, [g, y], attrs),
    formula: () => y.mul(g.sub(g.mul(y).sum(attrs.dim, { keepdim: true }))),
  });
}

/** The gradient of y = logSoftmax(x) along a dim. */
export function logSoftmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(logSoftmaxBackwardOp, [g, y], attrs),
    formula: () => g.sub(y.exp().mul(g.sum(attrs.dim, { keepdim: true }))),
  });
}
