import { apply1, broadcastShapes, madeOf, type Op, tensors } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientsBy } from "../backward-op.ts";
import { where } from "../elementwise/comparison.ts";
import { noAttrs } from "../elementwise/map.ts";
import { expandBatch, matmul } from "../linear/matmul.ts";

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/** q (…, lq, h), k (…, lk, h), v (h) → (…, lq, lk), batch dims equal. */
export const additiveScoresOp: Op<Inputs, readonly [Tensor], object> = {
  name: "additiveScores",
  infer: ([q, k]) => [{ shape: [...q.shape.slice(0, -1), k.shape.at(-2)!], dtype: q.dtype }],
  ...madeOf<Inputs, object>(([q, k, v]) => [matmul(pairs(q, k).tanh(), v)]),
  gradient([g], [q, k, v]) {
    const all = gradientsBy(additiveScoresBackwardOp, [g, q, k, v], noAttrs);
    return [() => all()[0], () => all()[1], () => all()[2]];
  },
};

/**
 * The gradients of {@link additiveScoresOp} for a cotangent g (…, lq, lk). A pair whose cotangent is 0 contributes
 * nothing, even if its tanh is NaN, so masked keys have no effect.
 */
export const additiveScoresBackwardOp: BackwardOp<readonly [g: Tensor, ...Inputs], Inputs, object> =
  /* @__PURE__ */ backwardOp(
    "additiveScoresBackward",
    ([, q, k, v]) => [q, k, v],
    ([g, q, k, v]) => {
      const s = pairs(q, k);
      const y = where(g.unsqueeze(-1).ne(0).logicalOr(s.isfinite()), s, 0).tanh();
      const d = g.unsqueeze(-1).mul(v).mul(y.square().rsub(1));
      const dv = matmul(g.reshape([1, g.numel]), y.reshape([g.numel, v.numel])).reshape(v.shape);
      return [d.sum(-2), d.sum(-3), dv];
    },
  );

/** q + k for each query and key: (…, lq, lk, h). */
function pairs(q: Tensor, k: Tensor): Tensor {
  return q.unsqueeze(-2).add(k.unsqueeze(-3));
}

// Checked on each call: layers own their weights, but a program may have replaced them.
const scoreInputs = /* @__PURE__ */ tensors(
  "additiveScores",
  "q float (…, lq, h)  k same (…, lk, h)  v same (h)",
);

/**
 * The scores of additive attention, vᵀ tanh(qᵢ + kⱼ) (Bahdanau, Cho & Bengio 2015, appendix A.1.2), without
 * materializing a tensor of (…, lq, lk, h). Batch dims broadcast.
 *
 * @param q projected queries, (…, lq, h)
 * @param k projected keys, (…, lk, h)
 * @param v (h)
 * @returns (…, lq, lk)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example additiveScores(ones([1, 2, 4]), ones([1, 3, 4]), ones([4])).shape // [1, 2, 3]
 */
export function additiveScores(q: Tensor, k: Tensor, v: Tensor): Tensor {
  scoreInputs.check([q, k, v]);
  const batch = broadcastShapes("additiveScores", q.shape.slice(0, -2), k.shape.slice(0, -2));
  return apply1(additiveScoresOp, [expandBatch(q, batch), expandBatch(k, batch), v], noAttrs);
}
