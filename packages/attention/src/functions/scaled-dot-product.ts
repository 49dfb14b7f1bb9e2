import { ArgumentError, scope, type Tensor, where } from "@saccade/tensor";
import { promote } from "@saccade/tensor/backend";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import {
  type AttendedIf,
  attendedIf,
  call,
  type MaybeAttended,
  type WeightsOptions,
} from "../contract/method.ts";
import { factorRule, functionRenames, needWeightsRules, positiveRule } from "../contract/rules.ts";
import { dotScores } from "../definitions/scores.ts";
import { type Allowed, allow, allowedPairs, type Inputs } from "../masks/align.ts";
import { type AttentionSites, attendRules, attendTo, scoresShape, type WeightsSettings } from "./attend.ts";

const name = "scaledDotProductAttention";
const inputs = call(
  options(
    name,
    {
      ...attendRules,
      ...needWeightsRules,
      /** The factor of the products, not 0. Default 1/√d. */
      scale: factorRule(),
      /** The divisor of the queries instead of √d. Large values smooth the weights. */
      temperature: positiveRule(),
    },
    { example: `${name}(q, k, v, { mask, causal: true })`, renamed: functionRenames },
  ),
  "q float (…, lq, d)  k float (…, lk, d)  v float (…, lk, dv)",
);

/** Options of {@link scaledDotProductAttention}. */
export interface ScaledDotProductOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof inputs, typeof attendRules>, "needWeights">,
    WeightsOptions<W> {}

/**
 * softmax(q kᵀ / √d) v (Vaswani et al. 2017, equation 1; the product as a score: Luong, Pham & Manning 2015).
 * All dot-product attention in this package uses it. Without weights, it runs as a fused op in memory linear in the
 * lengths, unless a finite `maskFill` gives masked keys weight.
 *
 * @param q floats (…, lq, d)
 * @param k floats (…, lk, d)
 * @param v floats (…, lk, dv)
 * @returns output (…, lq, dv), and weights (…, lq, lk) unless `needWeights` is false. A query without allowed keys gets
 * zeros in both.
 * @throws ShapeError when q, k, v or a mask do not fit each other; ArgumentError for both scale and temperature.
 * @example
 * const [q, k, v] = [tensor([[[1, 0]]]), tensor([[[1, 0], [0, 1]]]), tensor([[[1], [0]]])];
 * scaledDotProductAttention(q, k, v) // { output: tensor([[[0.6698]]]), weights: tensor([[[0.6698, 0.3302]]]) }
 */
export function scaledDotProductAttention<W extends boolean = true>(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  given: ScaledDotProductOptions<W> = {},
): AttendedIf<W> {
  const settings = inputs([q, k, v, given]);
  const { scale, temperature } = settings;
  if (scale !== undefined && temperature !== undefined)
    throw new ArgumentError(
      `${name}: scale ${scale} and temperature ${temperature} exclude each other; give one.`,
    );
  const scores = { what: name, shape: scoresShape(q, k), headsHidden: false };
  return attendedIf<W>(
    scope(() => dotProductAttention(allow(scores, settings, q.backend), q, k, v, settings)),
  );
}

/** Settings of {@link dotProductAttention}. */
export interface DotProductSettings extends WeightsSettings {
  readonly needWeights?: boolean | undefined;
  /** The factor of the products. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The divisor of the queries instead. */
  readonly temperature?: number | undefined;
}

/**
 * {@link scaledDotProductAttention} of a call that has been checked, and whose masks have been combined: as one fused op where
 * it can be, or by its definition.
 *
 * @example
 * const x = ones([2, 3, 4]);
 * const allowed = allow({ what: "net", shape: [2, 3, 3], headsHidden: false }, { causal: true }, getBackend());
 * dotProductAttention(allowed, x, x, x, {}).output.shape // [2, 3, 4]
 */
export function dotProductAttention(
  allowed: Allowed,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  settings: DotProductSettings,
  sites?: AttentionSites,
): MaybeAttended {
  const { needWeights = true } = settings;
  if (!needWeights && !sites && isFusible(allowed, [q, k, v], settings))
    return { output: fusedAttention(allowed, [q, k, v], settings), weights: undefined };
  return scope(() => {
    const compute = (pairs: Tensor | undefined): Tensor => score(q, k, settings, pairs);
    const { output, weights } = attendTo(allowed, compute, v, settings, sites);
    return { output, weights: needWeights ? weights : undefined };
  });
}

// A finite fill gives masked keys weight, all of it in a row with no other: the fused op does not. Types and batch dims
// that only some of the operands have are left to the ops that stretch them.
function isFusible(
  { shape, mask, causal }: Allowed,
  [q, k, v]: Inputs,
  { maskFill }: DotProductSettings,
): boolean {
  const fills = Number.isFinite(maskFill) && (mask !== undefined || causal);
  const [wanted, given] = [shape.slice(0, -2), v.shape.slice(0, -2)];
  const sizes = wanted.slice(wanted.length - given.length);
  const fits = given.length <= wanted.length && given.every((size, i) => size === 1 || size === sizes[i]);
  return fits && k.dtype === q.dtype && v.dtype === q.dtype && !fills;
}

// The op computes the causal limit itself. With −∞ as fill, masked keys keep their scores, and −∞ is added.
function fusedAttention(allowed: Allowed, [q, k, v]: Inputs, settings: DotProductSettings): Tensor {
  const { scale, temperature, dropout = 0, training = true, maskFill = null } = settings;
  const { mask, causal, bias } = allowed;
  return scope(() => {
    const pairs = maskFill === null ? undefined : allowedPairs(allowed, q.backend);
    const added = pairs && where(pairs, 0, Number.NEGATIVE_INFINITY);
    return fused.scaledDotProduct(q, k, v, {
      ...(maskFill === null && { mask, causal }),
      bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
      scale: temperature === undefined ? (scale ?? defaultScale(q)) : 1 / temperature,
      dropout: training ? dropout : 0,
    });
  });
}

function defaultScale(q: Tensor): number {
  return 1 / Math.sqrt(q.size(-1) || 1);
}

/** The scores (…, lq, lk) of checked q and k. Scales the queries instead of the scores: they have fewer elements. */
export function score(
  q: Tensor,
  k: Tensor,
  { scale, temperature }: Pick<DotProductSettings, "scale" | "temperature">,
  pairs: Tensor | undefined,
): Tensor {
  const scaled = temperature === undefined ? q.mul(scale ?? defaultScale(q)) : q.div(temperature);
  if (pairs === undefined) return dotScores(scaled, k); // (…, lq, lk)
  const dtype = promote(scaled.dtype, k.dtype);
  return fused.scoresWhere(scaled.to(dtype), k.to(dtype), pairs);
}
