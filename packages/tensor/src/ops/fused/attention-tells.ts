// Attention that also tells of its weights what takes memory linear in the lengths, as an op. It and its gradients are composed
// of ops, with the weights as a matrix: the specification of fast kernels, and what gradients of gradients run.

import { fresh } from "../../apply/capture/words.ts";
import { zerosLike } from "../../create.ts";
import {
  apply,
  type GradientsOf,
  gradientsOf,
  isFloat,
  isUnread,
  type Meta,
  madeOf,
  type Op,
  pullBack,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp } from "../backward-op.ts";
import { where } from "../elementwise/comparison.ts";
import { gatherOp } from "../indexing/gather.ts";
import { topkOp } from "../reduce/sort.ts";
import { type AttentionInputs, outputOf, type ScaledDotProductAttrs, weightsOf } from "./attention-of-ops.ts";
import {
  among,
  attentionCall,
  type FusedAttentionOptions,
  type Gradients,
  pulledBack,
  scaledDotProductBackwardOp,
  scaledDotProductOp,
} from "./scaled-dot-product.ts";

/** Attributes of attention that tells of its weights. */
export interface AttentionTellsAttrs extends ScaledDotProductAttrs {
  /** How many of each query's largest weights it tells, at most lk. */
  readonly top: number;
}

/** What attention tells of its weights (…, lq, lk), before dropout, in memory that is linear in the lengths. */
export interface AttentionTells {
  /** (…, lq): ln Σ exp of the scores; −∞ for a query without allowed keys. */
  readonly logSumExp: Tensor;
  /** (…, lq): the largest score; −∞ for a query without allowed keys. */
  readonly max: Tensor;
  /** (…, lq): −Σ p ln p in nats, 0 where one key has all weight (Zhai et al. 2023); 0 for a query without allowed keys. */
  readonly entropy: Tensor;
  /** (…, lk): the sum of the weights that each key receives from all queries (H2O; Zhang et al. 2023, section 4.1). */
  readonly columnSums: Tensor;
  /** (…, lq, k): the largest weights, falling; 0 where fewer keys are allowed. */
  readonly topWeights: Tensor;
  /** (…, lq, k), int32: their keys, the first of equal ones first; −1 where fewer are allowed. */
  readonly topKeys: Tensor;
}

type Outputs = readonly [
  output: Tensor,
  logSumExp: Tensor,
  max: Tensor,
  entropy: Tensor,
  columnSums: Tensor,
  topWeights: Tensor,
  topKeys: Tensor,
];

/** Scaled dot-product attention, and what it tells of its weights. */
export const attentionTellsOp: Op<AttentionInputs, Outputs, AttentionTellsAttrs> = {
  name: "attentionTells",
  infer(inputs, attrs) {
    const [output, row] = scaledDotProductOp.infer(inputs, attrs);
    const { dtype, shape } = row;
    const columns = [...shape.slice(0, -1), inputs[1].shape.at(-2)!];
    const top: Meta = { shape: [...shape, attrs.top], dtype };
    return [output, row, row, row, { shape: columns, dtype }, top, { ...top, dtype: "int32" }];
  },
  ...madeOf<AttentionInputs, AttentionTellsAttrs>(tellsOfOps),
  gradient([g, gLogSumExp, gMax, gEntropy, gColumns, gTop], inputs, [output, logSumExp, , entropy], attrs) {
    const cotangents = [g, gLogSumExp, gMax, gEntropy, gColumns, gTop];
    const floats = inputs.flatMap((x, i) => (isFloat(x.dtype) ? [i] : []));
    const defined = (places: readonly number[]) => ({
      definition: (...given: readonly Tensor[]) =>
        tellsOfOps(among(inputs, places, given), attrs).slice(0, 6),
      inputs: places.map((i) => inputs[i]!),
      cotangents,
    });
    const composed = ({ definition, inputs: xs }: ReturnType<typeof defined>) =>
      pullBack(definition, xs, cotangents);
    const places = attrs.program ? floats : [0, 1, 2];
    const known = defined(places);
    const kernel = (): readonly Tensor[] => {
      if (!isUnread(gMax) || !isUnread(gTop)) return composed(known);
      const saved = [gEntropy, gColumns, output, logSumExp, entropy] as const;
      // A replay updates the random state of the attributes.
      const own = fresh(() => ({ ...attrs, columns: !isUnread(gColumns) }));
      return apply(attentionTellsBackwardOp, [g, gLogSumExp, ...saved, ...inputs], own);
    };
    const all = gradientsOf({ kernel, ...known });
    const thunks = inputs.map((_, i) => {
      if (!floats.includes(i)) return null;
      const place = places.indexOf(i);
      return place < 0 ? () => composed(defined([i]))[0]! : () => all()[place]!;
    });
    return thunks as readonly ((() => Tensor) | null)[] as GradientsOf<AttentionInputs>;
  },
};

/** Attributes of the gradients. */
export interface AttentionTellsBackwardAttrs extends AttentionTellsAttrs {
  /** Whether the sums of the columns have a cotangent other than 0. */
  readonly columns: boolean;
}

type BackwardInputs = readonly [
  g: Tensor,
  gLogSumExp: Tensor,
  gEntropy: Tensor,
  gColumns: Tensor,
  output: Tensor,
  logSumExp: Tensor,
  entropy: Tensor,
  ...inputs: AttentionInputs,
];

/** The gradients of {@link scaledDotProductBackwardOp}, where nothing reads the largest scores and weights. */
export const attentionTellsBackwardOp: BackwardOp<BackwardInputs, Gradients, AttentionTellsBackwardAttrs> =
  /* @__PURE__ */ backwardOp(
    "attentionTellsBackward",
    ([g, gLogSumExp, , , output, logSumExp, , q, k, v, ...more], attrs) =>
      scaledDotProductBackwardOp.infer([g, gLogSumExp, output, logSumExp, q, k, v, ...more], attrs),
    ([g, gLogSumExp, gEntropy, gColumns, , , , ...inputs], attrs) => {
      const none = zerosLike(gLogSumExp);
      const top = none.unsqueeze(-1).expand([...none.shape, attrs.top]);
      return pulledBack(tellsOfOps, [g, gLogSumExp, none, gEntropy, gColumns, top], inputs, attrs);
    },
  );

function tellsOfOps(inputs: AttentionInputs, attrs: AttentionTellsAttrs): Outputs {
  const all = weightsOf(inputs, attrs);
  const told = tellsOf(all.logits, all.weights, all.allowed, attrs.top);
  const { logSumExp, max, entropy, columnSums, topWeights, topKeys } = told;
  return [outputOf(all, inputs[2]), logSumExp, max, entropy, columnSums, topWeights, topKeys];
}

/**
 * What scores and their weights, both (…, lq, lk), tell of each query and key.
 *
 * @param allowed bool that broadcasts to the scores, or null for all
 * @param top how many of the largest weights, at most lk
 * @example tellsOf(zeros([1, 2]), tensor([[0.5, 0.5]]), null, 1).entropy // tensor([0.6931])
 */
// #region tells
export function tellsOf(
  scores: Tensor,
  weights: Tensor,
  allowed: Tensor | null,
  top: number,
): AttentionTells {
  const seen = allowed ? where(allowed, scores, Number.NEGATIVE_INFINITY) : scores;
  const logSumExp = seen.logsumexp(-1);
  // By scores, which tell weights apart that are rounded to the same number.
  const [values, keys] = apply(topkOp, [seen], { dim: seen.ndim - 1, k: top, largest: true });
  const logarithms = where(weights.eq(0), 1, weights).log();
  const none = values.eq(Number.NEGATIVE_INFINITY);
  const [topWeights] = apply(gatherOp, [weights, keys], { dim: weights.ndim - 1 });
  return {
    logSumExp,
    max: seen.size(-1) === 0 ? logSumExp : seen.amax(-1),
    entropy: weights.mul(logarithms.neg()).sum(-1),
    columnSums: weights.sum(-2),
    topWeights: where(none, 0, topWeights),
    topKeys: where(none, -1, keys),
  };
}
// #endregion tells

/**
 * {@link scaledDotProduct} in one op with what it tells of its weights, without the (lq, lk) matrix. The gradients of the largest
 * scores and weights, and gradients of gradients, are composed of ops.
 *
 * @param q (…, lq, d)
 * @param k (…, lk, d), of q's dtype
 * @param v (…, lk, dv), of q's dtype; its batch dims must broadcast to those of q and k
 * @param top how many of each query's largest weights, at most lk
 * @example
 * const [q, k, v] = [tensor([[1, 0]]), tensor([[1, 0], [0, 1]]), tensor([[10], [20]])];
 * attentionTells(q, k, v, 1).topWeights // tensor([[0.6698]])
 */
export function attentionTells(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  top: number,
  options: FusedAttentionOptions = {},
): AttentionTells & { readonly output: Tensor } {
  const [output, logSumExp, max, entropy, columnSums, topWeights, topKeys] = apply(
    attentionTellsOp,
    ...attentionCall([q, k, v], options, { top }),
  );
  return { output, logSumExp, max, entropy, columnSums, topWeights, topKeys };
}
