import { ArgumentError, type Shape, scope, type Tensor, where } from "@saccade/tensor";
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
import { biasFor, combineMasks, type Scores } from "../masks/align.ts";
import { type AttentionSites, attendRules, attendTo, scoresShape } from "./attend.ts";

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
  return attendedIf<W>(dotProductAttention({ what: name, headsHidden: false }, q, k, v, settings));
}

/**
 * {@link scaledDotProductAttention} on behalf of `what`, which has checked q, k, v and the options: as one fused op where
 * it can be, or by its definition.
 *
 * @example
 * const x = ones([2, 3, 4]);
 * dotProductAttention({ what: "net", headsHidden: false }, x, x, x, {}).output.shape // [2, 3, 4]
 */
export function dotProductAttention(
  context: Omit<Scores, "shape">,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: ScaledDotProductOptions,
  sites?: AttentionSites,
): MaybeAttended {
  const { needWeights = true } = options;
  const { what, headsHidden, prefix } = context;
  const scores = { what, headsHidden, prefix, shape: scoresShape(q, k) };
  if (!needWeights && !sites && isFusible([q, k, v], scores.shape, options))
    return { output: fusedAttention(scores, [q, k, v], options), weights: undefined };
  return scope(() => {
    const compute = (allowed: Tensor | undefined): Tensor => score(q, k, options, allowed);
    const { output, weights } = attendTo(scores, compute, v, options, sites);
    return { output, weights: needWeights ? weights : undefined };
  });
}

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

// A finite fill gives masked keys weight, all of it in a row with no other: the fused op does not. Types and batch dims
// that only some of the operands have are left to the ops that stretch them.
function isFusible(
  [q, k, v]: Inputs,
  scores: Shape,
  { maskFill, mask, keyMask, validLens, causal }: ScaledDotProductOptions,
): boolean {
  const fills = Number.isFinite(maskFill) && Boolean(mask || keyMask || validLens || causal);
  const [wanted, given] = [scores.slice(0, -2), v.shape.slice(0, -2)];
  const sizes = wanted.slice(wanted.length - given.length);
  const fits = given.length <= wanted.length && given.every((size, i) => size === 1 || size === sizes[i]);
  return fits && k.dtype === q.dtype && v.dtype === q.dtype && !fills;
}

function fusedAttention(scores: Scores, [q, k, v]: Inputs, options: ScaledDotProductOptions): Tensor {
  const { scale, temperature, dropout = 0, training = true, maskFill = null } = options;
  return scope(() => {
    const excludes = maskFill === null;
    const bias = biasFor(scores, options);
    const { mask: given, keyMask, validLens, causal } = options;
    // The op computes the causal limit itself.
    const masks = { mask: given, keyMask, validLens, causal: excludes ? false : causal };
    const mask = combineMasks(scores, masks, q.backend);
    const added = excludes || mask === undefined ? undefined : where(mask, 0, Number.NEGATIVE_INFINITY);
    return fused.scaledDotProduct(q, k, v, {
      mask: excludes ? mask : undefined,
      bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
      causal: excludes && causal === true,
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
  { scale, temperature }: Pick<ScaledDotProductOptions, "scale" | "temperature">,
  allowed: Tensor | undefined,
): Tensor {
  const scaled = temperature === undefined ? q.mul(scale ?? defaultScale(q)) : q.div(temperature);
  if (allowed === undefined) return scaled.matmul(k.transpose(-2, -1)); // (…, lq, lk)
  const dtype = promote(scaled.dtype, k.dtype);
  return fused.scoresWhere(scaled.to(dtype), k.to(dtype), allowed);
}
