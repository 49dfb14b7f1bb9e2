import { ArgumentError, type Shape, ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import { checkOptions, formatShape, optionNames, promote, refuseExtra } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import {
  type AttendedIf,
  attendedIf,
  type MaybeAttended,
  type WeightsOptions,
} from "../contract/attended.ts";
import {
  checkBackends,
  checkFactor,
  checkFlag,
  checkPositive,
  checkTensors,
} from "../contract/check-options.ts";
import { combineMasks, type Scores } from "../masks/combine-masks.ts";
import { functionRenames } from "../masks/option-names.ts";
import {
  type AttendOptions,
  attendNames,
  attendTo,
  biasFor,
  checkValues,
  scoresShape,
  settingsOf,
} from "./attend.ts";

/** Options of {@link scaledDotProductAttention}. */
export interface ScaledDotProductOptions<W extends boolean = boolean>
  extends AttendOptions,
    WeightsOptions<W> {
  /** The factor of the products, not 0. Default 1/√d. */
  readonly scale?: number | undefined;
  /** The divisor of the queries instead of √d. Large values smooth the weights. */
  readonly temperature?: number | undefined;
}

const name = "scaledDotProductAttention";
const options = optionNames<ScaledDotProductOptions>(
  name,
  { ...attendNames, needWeights: true, scale: true, temperature: true },
  `${name}(q, k, v, { mask, causal: true })`,
  functionRenames,
);

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
 * @throws ShapeError when q, k, v or a mask do not fit each other; DTypeError for a mask that is not bool or a bias that
 * holds no floats; ArgumentError for an unknown option.
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
  refuseExtra("scaledDotProductAttention", arguments, 4);
  checkTensors(name, { q, k, v });
  checkOptions(options, given);
  return attendedIf<W>(dotProductAttention({ what: name, headsHidden: false }, q, k, v, given));
}

/**
 * {@link scaledDotProductAttention} on behalf of `what`, whose options have been checked.
 *
 * @example
 * const x = ones([2, 3, 4]);
 * dotProductAttention({ what: "net", headsHidden: false }, x, x, x, {}).output.shape // [2, 3, 4]
 */
export function dotProductAttention(
  { what, headsHidden }: Omit<Scores, "shape">,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  given: ScaledDotProductOptions,
): MaybeAttended {
  checkSizes(what, q, k, v);
  checkScale(what, given);
  checkFlag(what, "needWeights", given.needWeights);
  const place = { what, headsHidden, shape: scoresShape(what, q, k) };
  if (given.needWeights === false && isFusible(q, k, v, place.shape, given)) {
    return { output: fusedAttention(q, k, v, place, given), weights: undefined };
  }
  return scope(() => {
    const scores = (allowed: Tensor | undefined): Tensor => score(q, k, given, allowed);
    const { output, weights } = attendTo(place, { scores, values: v, options: given });
    return { output, weights: given.needWeights === false ? undefined : weights };
  });
}

// A finite fill gives masked keys weight, all of it in a row with no other: the fused op does not. Types and batch dims
// that only some of the operands have are left to the ops that stretch them.
function isFusible(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  scores: Shape,
  { maskFill, mask, keyMask, validLens, causal }: ScaledDotProductOptions,
): boolean {
  const fills = Number.isFinite(maskFill) && Boolean(mask || keyMask || validLens || causal);
  const [wanted, given] = [scores.slice(0, -2), v.shape.slice(0, -2)];
  const sizes = wanted.slice(wanted.length - given.length);
  const fits = given.length <= wanted.length && given.every((size, i) => size === 1 || size === sizes[i]);
  return fits && k.dtype === q.dtype && v.dtype === q.dtype && !fills;
}

function fusedAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  place: Scores,
  given: ScaledDotProductOptions,
): Tensor {
  checkValues(place.what, place.shape, v);
  const { training, dropout, maskFill } = settingsOf(place.what, given);
  const { temperature } = given;
  return scope(() => {
    const exists = maskFill === null;
    const bias = biasFor(place, given);
    // The op computes the causal limit itself.
    const masks = combineMasks(place, exists ? { ...given, causal: undefined } : given, q.backend);
    checkFlag(place.what, "causal", given.causal);
    const added = exists || masks === undefined ? undefined : where(masks, 0, Number.NEGATIVE_INFINITY);
    return fused.scaledDotProduct(q, k, v, {
      mask: exists ? masks : undefined,
      bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
      causal: exists && given.causal === true,
      scale: temperature === undefined ? (given.scale ?? defaultScale(q)) : 1 / temperature,
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

export function checkScale(
  what: string,
  { scale, temperature }: Pick<ScaledDotProductOptions, "scale" | "temperature">,
): void {
  if (scale !== undefined) checkFactor(what, "scale", scale);
  if (temperature === undefined) return;
  checkPositive(what, "temperature", temperature);
  if (scale !== undefined) {
    throw new ArgumentError(
      `${what}: scale ${scale} and temperature ${temperature} exclude each other; give one.`,
    );
  }
}

export function checkSizes(what: string, q: Tensor, k: Tensor, v: Tensor): void {
  checkBackends(what, { q, k, v });
  const shapes = (): string =>
    `q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)}`;
  if (q.ndim < 2 || k.ndim < 2 || v.ndim < 2) {
    throw new ShapeError(
      `${what}: ${shapes()} must each be (…, length, size); insert dims with unsqueeze().`,
    );
  }
  if (q.size(-1) !== k.size(-1)) {
    throw new ShapeError(
      `${what}: ${shapes()}: queries of size ${q.size(-1)} and keys of size ${k.size(-1)} have no product; project ` +
        "them to one size, or use AdditiveAttention.",
    );
  }
  if (k.size(-2) !== v.size(-2)) {
    throw new ShapeError(
      `${what}: ${shapes()}: ${k.size(-2)} keys and ${v.size(-2)} values; give each key one value.`,
    );
  }
}
