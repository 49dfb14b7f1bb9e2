// Attention composed of ops, and its gradients, with the weights as a matrix: the specification of fast kernels, and what gradients
// of gradients run.

import { fresh } from "../../apply/capture/words.ts";
import { apply, type Shape } from "../../kit.ts";
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import type { RandomState } from "../random/generator.ts";
import { uniformOp } from "../random/random.ts";
import { softmax } from "../reduce/softmax.ts";
import { matmulWhere, scoresWhere, softmaxWhere } from "./matmul-where.ts";
import type { ScoreProgram } from "./score-program.ts";

/** The inputs after q, k and v are the mask and the bias, each if its flag is set, a program's operands, and the layout. */
export interface ScaledDotProductAttrs {
  /** The factor of the products. */
  readonly scale: number;
  /** Query i attends to keys 0 to i only. */
  readonly causal: boolean;
  /** Whether a mask is among the inputs. */
  readonly masked: boolean;
  /** Whether a bias is among the inputs. */
  readonly biased: boolean;
  /** The probability of dropping a weight. */
  readonly dropout: number;
  /** The state of the random tensor, in the weights' shape, that selects the dropped weights; null without dropout. */
  readonly state: RandomState | null;
  /** What changes and masks the scores, if anything does. */
  readonly program?: ScoreProgram | undefined;
  /** How many of a program's operands have gradients. */
  readonly learned?: number;
  /** Whether a layout is among the inputs, which says what the program's mask leaves out. */
  readonly blocked?: boolean;
}

/** q (…, lq, d), k (…, lk, d), v (…, lk, dv); mask (bool) and bias broadcast to (…, lq, lk). */
export type AttentionInputs = readonly [q: Tensor, k: Tensor, v: Tensor, ...maskAndBias: Tensor[]];

export interface Weights {
  /** The scores, (…, lq, lk). */
  readonly logits: Tensor;
  /** The keys allowed for each query; null for all. */
  readonly allowed: Tensor | null;
  /** (…, lq, lk), before dropout. */
  readonly weights: Tensor;
  /** The dropout factor of each weight, 0 or 1 / (1 − p); null without dropout. */
  readonly kept: Tensor | null;
  /** The cotangent of the scores, from those of the output and of ln Σ exp. */
  readonly scores: (g: Tensor, gLogSumExp: Tensor) => Tensor;
}

/** The scores and weights of a call. */
export function weightsOf(inputs: AttentionInputs, attrs: ScaledDotProductAttrs): Weights {
  const [q, k, v, ...more] = inputs;
  const bias = attrs.biased ? inputs[attrs.masked ? 4 : 3]! : null;
  const own = attrs.program?.over(q, k, operandsOf(more, attrs));
  const among = both(allowedKeys(inputs, attrs), own?.mask ?? null);
  const products = productsAmong(q.mul(attrs.scale), k, among);
  const scores = bias ? products.add(bias) : products;
  const logits = own ? own.change(scores) : scores;
  const allowed = own ? both(among, logits.ne(Number.NEGATIVE_INFINITY)) : among;
  const weights = allowed ? softmaxWhere(logits, allowed, Number.NEGATIVE_INFINITY) : softmax(logits, -1);
  const kept = keptWeights(q, weights.shape, attrs);
  return {
    logits,
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

// #region output
/** The output, (…, lq, dv), and ln Σ exp of the allowed scores, (…, lq). */
export function attentionOfOps(
  inputs: AttentionInputs,
  attrs: ScaledDotProductAttrs,
): readonly [output: Tensor, logSumExp: Tensor] {
  const all = weightsOf(inputs, attrs);
  const { logits, allowed } = all;
  return [
    outputOf(all, inputs[2]),
    (allowed ? where(allowed, logits, Number.NEGATIVE_INFINITY) : logits).logsumexp(-1),
  ];
}

/** The weighted sums of the values, after dropout. */
export function outputOf({ weights, kept, allowed }: Weights, v: Tensor): Tensor {
  return sumAmong(kept ? weights.mul(kept) : weights, v, allowed);
}
// #endregion output

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

const both = (a: Tensor | null, b: Tensor | null): Tensor | null => (a && b ? a.logicalAnd(b) : (a ?? b));

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
  return both(mask, past);
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

/** A program's operands. */
export function operandsOf<T>(
  more: readonly T[],
  { masked, biased, program }: ScaledDotProductAttrs,
): readonly T[] {
  return more.slice(Number(masked) + Number(biased)).slice(0, program?.tables.length ?? 0);
}
