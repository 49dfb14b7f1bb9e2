// Scaled dot-product attention, by its definition or as one fused op.

import { isTapped } from "@saccade/nn";
import { ArgumentError, scope, type Tensor, where } from "@saccade/tensor";
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
import * as definition from "../definitions/attention.ts";
import { type Allowed, allow, allowedPairs, type Inputs, scoresOf } from "../masks/align.ts";
import { attendRules } from "./attend.ts";

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
  return attendedIf<W>(
    scope(() => dotProductAttention(allow(scoresOf(name, q, k), settings, q.backend), q, k, v, settings)),
  );
}

/** Settings of {@link dotProductAttention}. */
export interface DotProductSettings extends Omit<definition.Terms, "mask" | "bias"> {
  /** Whether to return the weights; without them, a fused op needs no memory for them. Default true. */
  readonly needWeights?: boolean | undefined;
}

/**
 * {@link scaledDotProductAttention} of a call that has been checked, and whose masks have been combined: by its definition, or as
 * one fused op where it can be, and nothing listens to the scores. Call it in a scope.
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
): MaybeAttended {
  const { needWeights = true } = settings;
  const listened = isTapped(...definition.patternSites);
  if (!needWeights && !listened && isFusible(allowed, [q, k, v], settings))
    return { output: fusedAttention(allowed, [q, k, v], settings), weights: undefined };
  return scope(() => {
    const { scale, temperature, maskFill, dropout, training } = settings;
    const [mask, { bias }] = [allowedPairs(allowed, q.backend), allowed];
    const terms = { mask, bias, scale, temperature, maskFill, dropout, training };
    const { output, weights } = definition.scaledDotProductAttention(q, k, v, terms);
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
  const excludes = maskFill === null;
  const pairs = excludes ? undefined : allowedPairs(allowed, q.backend);
  const added = pairs && where(pairs, 0, Number.NEGATIVE_INFINITY);
  return fused.scaledDotProduct(q, k, v, {
    mask: excludes ? mask : undefined,
    causal: excludes && causal,
    bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
    scale: temperature === undefined ? (scale ?? definition.defaultScale(q)) : 1 / temperature,
    dropout: training ? dropout : 0,
  });
}
