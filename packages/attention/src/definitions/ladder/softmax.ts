// Changes to softmax attention: its queries and keys, its scores, its weights, its output. All are causal, and take q (b, h, t, d)
// and k, v (b, hk, t, d): query head i reads key head i // (h / hk).

import { cat, type Tensor, where } from "@saccade/tensor";
import { type Attended, attend, defaultScale } from "../attention.ts";
import { causalMask, maskedSoftmax, positions, products, weightedSum } from "../masks.ts";
import { rotary } from "../positions.ts";

/**
 * Repeats the heads of keys or values for the query heads that share them (Ainslie et al. 2023): (b, hk, …) → (b, heads, …).
 *
 * @example sharedHeads(zeros([1, 2, 3]), 4).shape // [1, 4, 3]
 */
export function sharedHeads(x: Tensor, heads: number): Tensor {
  return heads === x.size(1) ? x : x.repeatInterleave(heads / x.size(1), 1);
}

/** The mask, or that each query sees the keys up to its own position. */
const allowedOf = (q: Tensor, mask?: Tensor): Tensor =>
  mask ?? causalMask(q.size(-2), q.size(-2), 0, q.backend);

const scoresOf = (q: Tensor, k: Tensor, scale: number = defaultScale(q)): Tensor =>
  products(q.mul(scale), sharedHeads(k, q.size(1)));

const attended = (scores: Tensor, v: Tensor, mask: Tensor, bias?: Tensor): Attended =>
  attend(scores, sharedHeads(v, scores.size(1)), mask, { bias });

/** How queries and keys are normalized. */
export type QueryKeyNorm = "rms" | "rmsOfAllHeads" | "layerNorm" | "l2";

/**
 * Normalizes the rows of queries or keys: "rms" and "layerNorm" each head (Dehghani et al. 2023; Qwen3), "rmsOfAllHeads" all
 * heads of a position together (OLMo 2), "l2" to unit length (Henry et al. 2020). x (b, h, t, d), weight (d) or (h d).
 *
 * @example normalizedRows(tensor([[[[3, 4]]]]), "l2").flatten() // tensor([0.6000, 0.8000])
 */
// #region qk-norm
export function normalizedRows(x: Tensor, norm: QueryKeyNorm, weight?: Tensor, eps: number = 1e-6): Tensor {
  const rms = (y: Tensor): Tensor => y.mul(y.square().mean(-1, { keepdim: true }).add(eps).rsqrt());
  if (norm === "l2") return x.div(x.norm({ dim: -1, keepdim: true }).clamp({ min: eps }));
  if (norm === "rmsOfAllHeads") {
    const rows = x.transpose(1, 2).flatten(2); // (b, t, h d)
    const scaled = weight ? rms(rows).mul(weight) : rms(rows);
    return scaled.reshape([x.size(0), x.size(2), x.size(1), x.size(3)]).transpose(1, 2);
  }
  const centred = norm === "layerNorm" ? x.sub(x.mean(-1, { keepdim: true })) : x;
  return weight ? rms(centred).mul(weight) : rms(centred);
}
// #endregion qk-norm

/** The weights of {@link queryKeyNormAttention}. */
export interface QueryKeyNormTerms {
  /** How rows are normalized. */
  readonly norm: QueryKeyNorm;
  /** (d), or (h d) for "rmsOfAllHeads". Default: none. */
  readonly qWeight?: Tensor | undefined;
  /** (d), or (hk d). Default: none. */
  readonly kWeight?: Tensor | undefined;
  /** The learned factor of scores in [−1, 1], for "l2". */
  readonly g?: Tensor | undefined;
  /** Added to mean squares; for "l2" the smallest length. Default 1e-6. */
  readonly eps?: number | undefined;
  /** The base of rotary positions, which queries and keys get after the norm. Default: none. */
  readonly rotaryBase?: number | undefined;
}

/**
 * Attention of normalized queries and keys, whose scores cannot grow without bound. With "l2" they are g cos(q, k), not divided
 * by √d.
 *
 * @example queryKeyNormAttention(ones([1, 1, 1, 2]), ones([1, 1, 1, 2]), ones([1, 1, 1, 2]), { norm: "rms" }).weights.item() // 1
 */
// #region qk-norm-attention
export function queryKeyNormAttention(q: Tensor, k: Tensor, v: Tensor, terms: QueryKeyNormTerms): Attended {
  const { norm, qWeight, kWeight, g, eps, rotaryBase: base } = terms;
  const [x, y] = [normalizedRows(q, norm, qWeight, eps), normalizedRows(k, norm, kWeight, eps)];
  const [queries, keys] = base ? [rotary(x, 0, { base }), rotary(y, 0, { base })] : [x, y];
  const scores = norm === "l2" ? scoresOf(g ? queries.mul(g) : queries, keys, 1) : scoresOf(queries, keys);
  return attended(scores, v, allowedOf(q));
}
// #endregion qk-norm-attention

/** The result of attention with a sink. */
export interface SinkAttended extends Attended {
  /** (b, h, t): the weight that went to the sink. */
  readonly sinkWeight: Tensor;
  /** (b, h, t): ln of the sum of all exponentials, the sink's included. */
  readonly logSumExp: Tensor;
}

/**
 * Attention whose softmax has one more logit, with no value (gpt-oss 2025): p_ij = exp(s_ij) / (exp(z) + Σ exp(s_ij)), z (h)
 * learned for each head, so that a head may attend to nothing. With zeros it is "softmax off by one" (Miller 2023).
 *
 * @example sinkAttention(zeros([1, 1, 1, 1]), zeros([1, 1, 1, 1]), ones([1, 1, 1, 1]), zeros([1])).output.item() // 0.5
 */
export function sinkAttention(q: Tensor, k: Tensor, v: Tensor, sinks: Tensor, mask?: Tensor): SinkAttended {
  const [scores, past] = [scoresOf(q, k), allowedOf(q, mask)];
  const found = attend(scores, sharedHeads(v, q.size(1)), past, { softmax: withSink(sinks) });
  const logSumExp = besideSink(scores, sinks, past).logsumexp(-1); // (b, h, t)
  return { ...found, sinkWeight: sinks.reshape([-1, 1]).sub(logSumExp).exp(), logSumExp };
}

/**
 * The softmax of {@link sinkAttention}: of scores (b, h, lq, lk), weights whose rows lack what the sink got.
 *
 * @example withSink(zeros([1]))(zeros([1, 1, 1, 3])).flatten() // tensor([0.2500, 0.2500, 0.2500])
 */
// #region sinks
export const withSink =
  (sinks: Tensor) =>
  (scores: Tensor, mask?: Tensor): Tensor =>
    besideSink(scores, sinks, mask).softmax(-1).narrow(-1, 0, scores.size(-1));

function besideSink(scores: Tensor, sinks: Tensor, mask?: Tensor): Tensor {
  const sink = sinks.reshape([-1, 1, 1]).expand([...scores.shape.slice(0, -1), 1]);
  return cat([mask ? where(mask, scores, Number.NEGATIVE_INFINITY) : scores, sink], -1);
}
// #endregion sinks

/**
 * c tanh(x / c): scores or logits that stay within ±c (Gemma 2, 2024, section 2). Mask afterwards: −∞ would become −c.
 *
 * @example softcap(tensor([0, 100]), 5) // tensor([0, 5])
 */
// #region softcap
export function softcap(x: Tensor, cap: number): Tensor {
  return x.div(cap).tanh().mul(cap);
}
// #endregion softcap

/**
 * Attention with {@link softcap}ped scores.
 *
 * @example softcapAttention(ones([1, 1, 1, 1]), ones([1, 1, 1, 1]), ones([1, 1, 1, 1]), 50).weights.item() // 1
 */
export function softcapAttention(q: Tensor, k: Tensor, v: Tensor, cap: number): Attended {
  return attended(softcap(scoresOf(q, k), cap), v, allowedOf(q));
}

/**
 * sigmoid(gate) times the output of attention (Qiu et al. 2025, position G1): gate (b, h, t, d), or (b, h, t, 1) for a head.
 *
 * @example gatedAttention(ones([1, 1, 1, 1]), ones([1, 1, 1, 1]), tensor([[[[4]]]]), zeros([1, 1, 1, 1])).item() // 2
 */
// #region gate
export function gatedAttention(q: Tensor, k: Tensor, v: Tensor, gate: Tensor): Tensor {
  return attended(scoresOf(q, k), v, allowedOf(q)).output.mul(gate.sigmoid());
}
// #endregion gate

/** The weights of {@link differentialAttention}. */
export interface DifferentialTerms {
  /** (d) each; λ = exp(lq1 · lk1) − exp(lq2 · lk2) + lambdaInit. */
  readonly lambdas: readonly [q1: Tensor, k1: Tensor, q2: Tensor, k2: Tensor];
  /** 0.8 − 0.6 exp(−0.3 (l − 1)) for layer l = 1, 2, …. */
  readonly lambdaInit: number;
  /** (2 d): the weight of the RMSNorm of each head. */
  readonly norm: Tensor;
  /** Added to the RMSNorm's mean squares. Default 1e-5. */
  readonly eps?: number;
}

/**
 * The difference of two attentions, which cancels the weights that both give (Ye et al. 2024, equations 1 to 3): q1, q2 (b, h, t,
 * d), k1, k2 (b, hk, t, d), v (b, hk, t, 2 d). The rows of `weights` sum to 1 − λ.
 *
 * @example
 * const [x, l] = [ones([1, 1, 1, 1]), zeros([1])];
 * const terms = { lambdas: [l, l, l, l] as const, lambdaInit: 0.2, norm: ones([2]) };
 * differentialAttention([x, x], [x, x], ones([1, 1, 1, 2]), terms).weights.item() // 0.8
 */
// #region differential
export function differentialAttention(
  [q1, q2]: readonly [Tensor, Tensor],
  [k1, k2]: readonly [Tensor, Tensor],
  v: Tensor,
  terms: DifferentialTerms,
): Attended & { readonly lambda: Tensor } {
  const lambda = differentialLambda(terms);
  const [first, second] = [
    maskedSoftmax(scoresOf(q1, k1), allowedOf(q1)),
    maskedSoftmax(scoresOf(q2, k2), allowedOf(q2)),
  ];
  const weights = first.sub(second.mul(lambda));
  const heads = weights.matmul(sharedHeads(v, q1.size(1))); // (b, h, t, 2 d)
  return { output: differentialNorm(heads, terms), weights, lambda };
}
// #endregion differential

/**
 * λ, how much of the second attention is taken away.
 *
 * @example
 * const none = zeros([2]);
 * differentialLambda({ lambdas: [none, none, none, none], lambdaInit: 0.2, norm: ones([4]) }).item() // 0.2
 */
export function differentialLambda({ lambdas: [a, b, c, d], lambdaInit }: DifferentialTerms): Tensor {
  return a.mul(b).sum().exp().sub(c.mul(d).sum().exp()).add(lambdaInit);
}

/**
 * The norm of each head's difference (…, 2 d).
 *
 * @example
 * const none = zeros([1]);
 * const terms = { lambdas: [none, none, none, none], lambdaInit: 0.5, norm: ones([2]), eps: 0 };
 * differentialNorm(tensor([3, 3]), terms) // tensor([0.5000, 0.5000])
 */
export function differentialNorm(heads: Tensor, { lambdaInit, norm, eps = 1e-5 }: DifferentialTerms): Tensor {
  return normalizedRows(heads, "rms", norm, eps).mul(1 - lambdaInit);
}

/**
 * D_ij = Σ ln f_l for l from j + 1 to i: how much of key j is forgotten at query i. logGates (…, t) → (…, t, t); only j ≤ i means
 * something.
 *
 * @example forgetBias(tensor([-1, -2, -4])).tril() // tensor([[0, 0, 0], [-2, 0, 0], [-6, -4, 0]])
 */
// #region forget-bias
export function forgetBias(logGates: Tensor): Tensor {
  const sums = logGates.cumsum(-1);
  return sums.unsqueeze(-1).sub(sums.unsqueeze(-2));
}
// #endregion forget-bias

/**
 * Forgetting attention (Lin et al. 2025, equation 5): softmax(q kᵀ / √d + D) v, with the logarithms of a gate for each query
 * head, logGates (b, h, t), not positive. From a layer's logits take logSigmoid.
 *
 * @example forgettingAttention(zeros([1, 1, 1, 1]), zeros([1, 1, 1, 1]), ones([1, 1, 1, 1]), zeros([1, 1, 1])).output.item() // 1
 */
// #region forgetting
export function forgettingAttention(q: Tensor, k: Tensor, v: Tensor, logGates: Tensor): Attended {
  return attended(scoresOf(q, k), v, allowedOf(q), forgetBias(logGates));
}
// #endregion forgetting

/**
 * Stick-breaking attention (Tan et al. 2024, equation 2): β_ij = sigmoid(s_ij) is the share that key j takes of what the keys
 * between j and i have left, so that the nearest match wins and no positions are needed. `remainder` (b, h, t) is what nobody took.
 *
 * @example stickBreaking(zeros([1, 1, 3, 1]), zeros([1, 1, 3, 1]), zeros([1, 1, 3, 1])).weights.select(2, 2).flatten() // tensor([0.2500, 0.5000, 0.0000])
 */
// #region stick-breaking
export function stickBreaking(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  {
    current = false,
    addsRemainder = false,
  }: {
    /** Whether a query may take from its own position. Default false. */
    readonly current?: boolean;
    /** Adds the remainder of each query times its own value, as the authors' models do. Default false. */
    readonly addsRemainder?: boolean;
  } = {},
): Attended & { readonly remainder: Tensor } {
  const steps = positions(q.size(-2), q.backend);
  const past = current ? steps.unsqueeze(1).ge(steps) : steps.unsqueeze(1).gt(steps);
  const [scores, values] = [scoresOf(q, k), sharedHeads(v, q.size(1))];
  const left = where(past, scores.neg().logSigmoid(), 0); // ln(1 − β)
  const total = left.sum(-1, { keepdim: true });
  const after = total.sub(left.cumsum(-1)); // of the keys between j and i
  const weights = where(past, scores.logSigmoid().add(after).exp(), 0);
  const remainder = total.exp(); // (b, h, t, 1)
  const taken = weightedSum(weights, values, past);
  return {
    output: addsRemainder ? taken.add(values.mul(remainder)) : taken,
    weights,
    remainder: remainder.squeeze(-1),
  };
}
// #endregion stick-breaking

/**
 * PaTH attention (Yang et al. 2025, equation 3): between a key and a query lie the reflections H = I − β w wᵀ of the tokens after
 * the key, instead of a fixed rotation. Keys turn with each step: w (b, h, t, d), beta (b, h, t) in (0, 2). With `logGates` (b, h, t)
 * it forgets, too.
 *
 * @example
 * const x = ones([1, 1, 1, 1]);
 * pathAttention(x, x, x, x, ones([1, 1, 1])).output.item() // 1
 */
// #region path
export function pathAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  w: Tensor,
  beta: Tensor,
  logGates?: Tensor,
): Attended {
  const steps = positions(q.size(-2), q.backend).unsqueeze(-1);
  let turned = sharedHeads(k, q.size(1));
  const rows: Tensor[] = [];
  for (let i = 0; i < q.size(-2); i++) {
    const axis = w.narrow(-2, i, 1); // (b, h, 1, d)
    const along = turned.matmul(axis.transpose(-2, -1)).mul(beta.narrow(-1, i, 1).unsqueeze(-1)); // (b, h, t, 1)
    turned = turned.sub(where(steps.lt(i), along, 0).mul(axis)); // the keys before i
    rows.push(q.narrow(-2, i, 1).matmul(turned.transpose(-2, -1)));
  }
  const scores = cat(rows, -2).mul(defaultScale(q));
  return attended(scores, v, allowedOf(q), logGates && forgetBias(logGates));
}
// #endregion path
