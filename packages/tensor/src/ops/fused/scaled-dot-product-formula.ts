import { apply } from "../../apply/apply.ts";
import { hostWork } from "../../apply/capture/words.ts";
import type { Shape } from "../../memory/shape.ts";
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/select.ts";
import { uniformOp } from "../random/random.ts";
import { softmax } from "../reduce/softmax.ts";
import type { AttentionInputs, ScaledDotProductAttrs } from "./scaled-dot-product-attrs.ts";

// The gradients of attention as ops, with the weights as a matrix: what a tape sees that wants gradients of them.

interface Weights {
  /** (…, lq, lk), before dropout. */
  readonly weights: Tensor;
  /** What each weight is multiplied by after: 0, or 1 / (1 − p); null without dropout. */
  readonly kept: Tensor | null;
  /** The cotangent of the scores for that of the output and that of ln Σ exp. */
  readonly scores: (g: Tensor, gLogSumExp: Tensor) => Tensor;
}

function weightsOf(inputs: AttentionInputs, attrs: ScaledDotProductAttrs): Weights {
  const [q, k, v] = inputs;
  const bias = attrs.biased ? inputs.at(-1)! : null;
  const products = q.mul(attrs.scale).matmul(k.transpose(-2, -1));
  const scores = bias ? products.add(bias) : products;
  const weights = softmaxAmong(scores, allowedKeys(inputs, bias, attrs), attrs.none);
  const kept = keptWeights(q, weights.shape, attrs);
  return {
    weights,
    kept,
    scores(g, gLogSumExp) {
      const product = g.matmul(v.transpose(-2, -1));
      const toWeights = kept ? product.mul(kept) : product;
      const mean = weights.mul(toWeights).sum(-1, { keepdim: true });
      return weights.mul(toWeights.sub(mean).add(gLogSumExp.unsqueeze(-1)));
    },
  };
}

/** The gradients of q, k and v for the cotangents of the output and of ln Σ exp. */
export function backwardOfOps(
  g: Tensor,
  gLogSumExp: Tensor,
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): readonly [q: Tensor, k: Tensor, v: Tensor] {
  const { weights, kept, scores } = weightsOf(inputs, attrs);
  const [q, k] = inputs;
  const products = scores(g, gLogSumExp).mul(attrs.scale);
  const dropped = kept ? weights.mul(kept) : weights;
  return [products.matmul(k), products.transpose(-2, -1).matmul(q), dropped.transpose(-2, -1).matmul(g)];
}

/** The gradient of the bias, (…, lq, lk). */
export function biasGradientOfOps(
  g: Tensor,
  gLogSumExp: Tensor,
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): Tensor {
  return weightsOf(inputs, attrs).scores(g, gLogSumExp);
}

function allowedKeys(
  [q, k, , ...more]: AttentionInputs,
  bias: Tensor | null,
  { masked, causal }: ScaledDotProductAttrs,
): Tensor | null {
  const masks: Tensor[] = masked ? [more[0]!] : [];
  if (bias) masks.push(bias.gt(Number.NEGATIVE_INFINITY));
  if (causal) {
    const positions = (n: number): Tensor => arange(0, n, 1, { dtype: "int32", backend: q.backend });
    masks.push(
      positions(q.size(-2))
        .unsqueeze(1)
        .ge(positions(k.size(-2))),
    );
  }
  return masks.length === 0 ? null : masks.reduce((a, b) => a.logicalAnd(b));
}

// Below every score that a model makes, and finite, so that a row of nothing else has no NaN in its gradient.
const lowest = -3.4028234663852886e38;

function softmaxAmong(scores: Tensor, allowed: Tensor | null, none: number): Tensor {
  if (allowed === null) return softmax(scores, -1);
  if (Number.isNaN(none)) return softmax(where(allowed, scores, Number.NEGATIVE_INFINITY), -1);
  return where(allowed, softmax(where(allowed, scores, lowest), -1), 0);
}

function keptWeights(q: Tensor, shape: Shape, attrs: ScaledDotProductAttrs): Tensor | null {
  const { dropout, state } = attrs;
  if (state === null) return null;
  // In a replay the attributes hold the state of its own call.
  const ofCall = hostWork(() => ({ shape, dtype: "float32" as const, state: attrs.state ?? state }));
  const [drawn] = apply(uniformOp, [], ofCall);
  const kept = drawn.to(q.backend).lt(1 - dropout);
  return where(kept, dropout === 1 ? 0 : 1 / (1 - dropout), 0).to(q.dtype);
}
