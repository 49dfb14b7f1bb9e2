import { apply1, fused, madeOf, notDifferentiable, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import type { DimAttrs } from "../reduce/dims.ts";

type Backward = Op<readonly [g: Tensor, y: Tensor], readonly [Tensor], DimAttrs>;

/** y (g − Σ g y) along a dim: the gradient of y = softmax(x) for a cotangent g. */
export const softmaxBackwardOp: Backward = {
  name: "softmaxBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  ...madeOf<readonly [Tensor, Tensor], DimAttrs>(([g, y], attrs) => [throughSoftmax(g, y, attrs)]),
  gradient: () => notDifferentiable("softmaxBackward"),
};

/** g − exp(y) Σ g along a dim: the gradient of y = logSoftmax(x). */
export const logSoftmaxBackwardOp: Backward = {
  name: "logSoftmaxBackward",
  infer: ([, { shape, dtype }]) => [{ shape, dtype }],
  ...madeOf<readonly [Tensor, Tensor], DimAttrs>(([g, y], attrs) => [throughLogSoftmax(g, y, attrs)]),
  gradient: () => notDifferentiable("logSoftmaxBackward"),
};

// A scalar is a row of one element.
function sumAlong(x: Tensor, { dim }: DimAttrs): Tensor {
  return x.sum(x.ndim === 0 ? [] : dim, { keepdim: true });
}

function throughSoftmax(g: Tensor, y: Tensor, attrs: DimAttrs): Tensor {
  return y.mul(g.sub(sumAlong(g.mul(y), attrs)));
}

function throughLogSoftmax(g: Tensor, y: Tensor, attrs: DimAttrs): Tensor {
  return g.sub(y.exp().mul(sumAlong(g, attrs)));
}

/** The gradient of y = softmax(x) along a dim. */
export function softmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(softmaxBackwardOp, [g, y], attrs),
    formula: () => throughSoftmax(g, y, attrs),
  });
}

/** The gradient of y = logSoftmax(x) along a dim. */
export function logSoftmaxGradient(g: Tensor, y: Tensor, attrs: DimAttrs): () => Tensor {
  return fused({
    kernel: () => apply1(logSoftmaxBackwardOp, [g, y], attrs),
    formula: () => throughLogSoftmax(g, y, attrs),
  });
}
