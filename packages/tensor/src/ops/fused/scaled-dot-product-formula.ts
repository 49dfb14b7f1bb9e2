import { apply } from "../../apply/apply.ts";
import { fresh } from "../../apply/capture/words.ts";
import type { Shape } from "../../memory/shape.ts";
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/select.ts";
import { uniformOp } from "../random/random.ts";
import { softmax } from "../reduce/softmax.ts";
import { matmulWhere, scoresWhere } from "./matmul-where.ts";
import type { AttentionInputs, ScaledDotProductAttrs } from "./scaled-dot-product-attrs.ts";
import { softmaxWhere } from "./softmax-where.ts";

// The gradients of attention composed of ops, with the weights as a matrix. Used for gradients of gradients.

interface Weights {
  /** The keys allowed for each query; null for all. */
  readonly allowed: Tensor | null;
  /** (…, lq, lk), before dropout. */
  readonly weights: Tensor;
  /** The dropout factor of each weight, 0 or 1 / (1 − p); null without dropout. */
  readonly kept: Tensor | null;
  /** The cotangent of the scores, from those of the output and of ln Σ exp. */
  readonly scores: (g: Tensor, gLogSumExp: Tensor) => Tensor;
}

function weightsOf(inputs: AttentionInputs, attrs: ScaledDotProductAttrs): Weights {
  const [q, k, v] = inputs;
  const bias = attrs.biased ? inputs.at(-1)! : null;
  const allowed = allowedKeys(inputs, attrs);
  const products = productsAmong(q.mul(attrs.scale), k, allowed);
  const logits = bias ? products.add(bias) : products;
  const weights = allowed ? softmaxWhere(logits, allowed, Number.NEGATIVE_INFINITY) : softmax(logits, -1);
  const kept = keptWeights(q, weights.shape, attrs);
  return {
    allowed,
    weights,
    kept,
    scores(g, gLogSumExp) {
      const product = productsAmong(g, v, allowed);
      const toWeights = kept ? product.mul(kept) : product;
      const mean = weights.mul(toWeights).sum(-1, { keepdim: true });
      const slope = weights.mul(toWeights.sub(mean).add(gLogSumExp.unsqueeze(-1)));
      // The mean may be NaN.
      return allowed ? where(allowed, slope, 0) : slope;
    },
  };
}

/** The gradients of q, k and v, from the cotangents of the output and of ln Σ exp. */
export function backwardOfOps(
  g: Tensor,
  gLogSumExp: Tensor,
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): readonly [q: Tensor, k: Tensor, v: Tensor] {
  const { allowed, weights, kept, scores } = weightsOf(inputs, attrs);
  const [q, k] = inputs;
  const products = scores(g, gLogSumExp).mul(attrs.scale);
  const dropped = kept ? weights.mul(kept) : weights;
  const turned = allowed?.transpose(-2, -1) ?? null;
  return [
    sumAmong(products, k, allowed),
    sumAmong(products.transpose(-2, -1), q, turned),
    sumAmong(dropped.transpose(-2, -1), g, turned),
  ];
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

function productsAmong(a: Tensor, b: Tensor, allowed: Tensor | null): Tensor {
  return allowed ? scoresWhere(a, b, allowed) : a.matmul(b.transpose(-2, -1));
}

function sumAmong(a: Tensor, b: Tensor, allowed: Tensor | null): Tensor {
  return allowed ? matmulWhere(a, b, allowed) : a.matmul(b);
}

function allowedKeys(
  [q, k, , ...more]: AttentionInputs,
  { masked, causal }: ScaledDotProductAttrs,
): Tensor | null {
  const mask = masked ? more[0]! : null;
  if (!causal) return mask;
  const positions = (n: number): Tensor => arange(0, n, 1, { dtype: "int32", backend: q.backend });
  const past = positions(q.size(-2))
    .unsqueeze(1)
    .ge(positions(k.size(-2)));
  return mask ? mask.logicalAnd(past) : past;
}

function keptWeights(q: Tensor, shape: Shape, attrs: ScaledDotProductAttrs): Tensor | null {
  const { dropout, state } = attrs;
  if (state === null) return null;
  // In a replay, the attributes hold the random state of the current call.
  const ofCall = fresh(() => ({ shape, dtype: "float32" as const, state: attrs.state ?? state }));
  const [drawn] = apply(uniformOp, [], ofCall);
  const kept = drawn.to(q.backend).lt(1 - dropout);
  return where(kept, dropout === 1 ? 0 : 1 / (1 - dropout), 0).to(q.dtype);
}
