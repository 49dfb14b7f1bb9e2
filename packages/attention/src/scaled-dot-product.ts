import { type Shape, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape, isFloat, scaledDotProduct } from "@saccade/tensor/backend";
import {
  type Attended,
  type AttendOptions,
  attendTo,
  biasFor,
  checkDropout,
  checkValues,
  type MaybeAttended,
  scoresShape,
  type WeightsOptions,
  type WithWeights,
} from "./attend.ts";
import { combineMasks } from "./combine-masks.ts";

export interface ScaledDotProductOptions extends AttendOptions, WeightsOptions {
  /** What the products are multiplied by. Default 1/√d. */
  readonly scale?: number | undefined;
  /** What the queries are divided by instead of √d: large values smooth the weights. */
  readonly temperature?: number | undefined;
}

/**
 * softmax(q kᵀ / √d) v (Vaswani et al. 2017, equation 1; the product as a score: Luong, Pham & Manning 2015).
 * The one code path of everything here that multiplies queries with keys. Without weights it runs fused, in memory
 * linear in the lengths, unless a finite `maskFill` is to give masked keys weight.
 *
 * @param q (…, lq, d)
 * @param k (…, lk, d)
 * @param v (…, lk, dv)
 * @returns output (…, lq, dv), and weights (…, lq, lk) unless `needWeights` is false. A query that may attend to
 * nothing gets zeros in both.
 * @throws ShapeError when q, k, v or a mask do not fit each other; DTypeError for a mask of floats.
 */
export function scaledDotProductAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options?: ScaledDotProductOptions & WithWeights,
): Attended;
export function scaledDotProductAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: ScaledDotProductOptions,
): MaybeAttended;
export function scaledDotProductAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: ScaledDotProductOptions = {},
): MaybeAttended {
  checkSizes(q, k, v);
  checkScale(options);
  const shape = scoresShape(name, q, k);
  if (options.needWeights === false && isFusible(q, k, v, shape, options)) {
    return { output: fused(q, k, v, shape, options), weights: undefined };
  }
  return scope(() => {
    const { output, weights } = attendTo(name, shape, () => score(q, k, options), v, options);
    return { output, weights: options.needWeights === false ? undefined : weights };
  });
}

const name = "scaledDotProductAttention";

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
  return fits && isFloat(q.dtype) && k.dtype === q.dtype && v.dtype === q.dtype && !fills;
}

function fused(q: Tensor, k: Tensor, v: Tensor, scores: Shape, options: ScaledDotProductOptions): Tensor {
  checkValues(name, scores, v);
  const { temperature, training = false, causal = false, maskFill } = options;
  const dropout = checkDropout(name, options.dropout ?? 0);
  return scope(() => {
    const mask = combineMasks(name, { ...options, causal: false }, scores, q.backend);
    return scaledDotProduct(q, k, v, {
      mask: mask && (mask.dtype === "bool" ? mask : mask.ne(0)),
      bias: biasFor(name, scores, options)?.to(q.dtype),
      causal,
      scale: temperature === undefined ? (options.scale ?? 1 / Math.sqrt(q.size(-1))) : 1 / temperature,
      dropout: training ? dropout : 0,
      none: typeof maskFill === "number" ? Number.NaN : 0,
    });
  });
}

// The queries are scaled, not the scores: they are fewer.
function score(q: Tensor, k: Tensor, { scale, temperature }: ScaledDotProductOptions): Tensor {
  const scaled = temperature === undefined ? q.mul(scale ?? 1 / Math.sqrt(q.size(-1))) : q.div(temperature);
  return scaled.matmul(k.transpose(-2, -1)); // (…, lq, lk)
}

function checkScale({ scale, temperature }: ScaledDotProductOptions): void {
  if (scale !== undefined && temperature !== undefined) {
    throw new RangeError(
      `${name}: scale ${scale} and temperature ${temperature} exclude each other; give one.`,
    );
  }
  if (temperature !== undefined && !(temperature > 0)) {
    throw new RangeError(`${name}: temperature ${temperature} must be above 0.`);
  }
}

function checkSizes(q: Tensor, k: Tensor, v: Tensor): void {
  const shapes = `q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)}`;
  if (q.ndim < 2 || k.ndim < 2 || v.ndim < 2) {
    throw new ShapeError(`${name}: ${shapes} must each be (…, length, size); insert dims with unsqueeze().`);
  }
  if (q.size(-1) !== k.size(-1)) {
    throw new ShapeError(
      `${name}: ${shapes}: queries of size ${q.size(-1)} and keys of size ${k.size(-1)} have no product; project ` +
        "them to one size, or use AdditiveAttention.",
    );
  }
  if (k.size(-2) !== v.size(-2)) {
    throw new ShapeError(
      `${name}: ${shapes}: ${k.size(-2)} keys and ${v.size(-2)} values; give each key one value.`,
    );
  }
}
