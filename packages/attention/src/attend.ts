import { dropout as drop } from "@saccade/nn";
import { DTypeError, type Shape, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { broadcastShapes, formatShape, isFloat } from "@saccade/tensor/backend";
import { alignToScores, combineMasks, type MaskOptions } from "./combine-masks.ts";
import { type MaskFillOptions, weightsOf } from "./masked-softmax.ts";

/** What an attention gives: the values' weighted means, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk), before dropout: each row sums to 1, or to 0 where nothing may be attended to. */
  readonly weights: Tensor;
}

/** Whether an attention gives its weights back. */
export interface WeightsOptions {
  /**
   * Default true. Without them no (lq, lk) matrix is held, unless keys are masked with a finite `maskFill`: that gives
   * them weight, which only the matrix tells exactly.
   */
  readonly needWeights?: boolean | undefined;
}

/** {@link WeightsOptions} that surely ask for the weights. */
export interface WithWeights {
  readonly needWeights?: true | undefined;
}

/** What an attention gives whose weights may not have been asked for. */
export interface MaybeAttended {
  readonly output: Tensor;
  /** undefined with `needWeights: false`. */
  readonly weights: Tensor | undefined;
}

export interface AttendOptions extends MaskOptions, MaskFillOptions {
  /** Floats that are added to the scores, in the forms of a mask; -Infinity masks. */
  readonly bias?: Tensor | undefined;
  /** The probability with which a weight is dropped while training. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout acts. Default false. */
  readonly training?: boolean | undefined;
}

/**
 * weights = softmax(scores) where attention is allowed, output = dropout(weights) · values: what every mechanism
 * here does once it has scores (Bahdanau, Cho & Bengio 2015, equations 5 and 6). For scores of one's own.
 *
 * @param scores (…, lq, lk)
 * @param values (…, lk, dv)
 * @throws ShapeError when the values or a mask do not fit the scores.
 */
export function attend(scores: Tensor, values: Tensor, options: AttendOptions = {}): Attended {
  return attendTo("attend", scores.shape, () => scores, values, options);
}

/** {@link attend} for scores of a known shape that are yet to be computed: everything is checked before. */
export function attendTo(
  what: string,
  shape: Shape,
  score: () => Tensor,
  values: Tensor,
  options: AttendOptions,
): Attended {
  checkValues(what, shape, values);
  const { maskFill, training = false } = options;
  const dropout = checkDropout(what, options.dropout ?? 0);
  return scope(() => {
    const bias = biasFor(what, shape, options);
    const allowed = forbidInfinite(combineMasks(what, options, shape, values.backend), bias, maskFill);
    const scores = score();
    const weights = weightsOf(bias ? scores.add(bias) : scores, allowed, maskFill);
    return { output: drop(weights, dropout, { training }).matmul(values), weights };
  });
}

/** The bias, in a form that broadcasts to the scores. */
export function biasFor(what: string, shape: Shape, { bias }: AttendOptions): Tensor | undefined {
  return bias && alignToScores(what, "bias", checkFloats(what, bias), shape);
}

/** @throws RangeError unless p is a probability. */
export function checkDropout(what: string, p: number): number {
  if (p >= 0 && p <= 1) return p;
  throw new RangeError(`${what}: dropout ${p} must be a probability from 0 to 1.`);
}

// Without a fill, -Infinity in the bias is a mask too: the row that it leaves nothing of gets zero weights.
function forbidInfinite(
  allowed: Tensor | undefined,
  bias: Tensor | undefined,
  maskFill: number | null | undefined,
): Tensor | undefined {
  if (bias === undefined || typeof maskFill === "number") return allowed;
  const finite = bias.gt(Number.NEGATIVE_INFINITY);
  return allowed ? allowed.logicalAnd(finite) : finite;
}

function checkFloats(what: string, bias: Tensor): Tensor {
  if (isFloat(bias.dtype)) return bias;
  throw new DTypeError(
    `${what}: bias is ${bias.describe()}; it holds floats that are added. Give a bool tensor as mask.`,
  );
}

/** @throws ShapeError unless there is a value for each key of the scores. */
export function checkValues(what: string, scores: Shape, values: Tensor): void {
  const lk = scores.at(-1);
  if (scores.length >= 2 && values.ndim >= 2 && values.size(-2) === lk) {
    broadcastShapes(
      `${what} (batch dims of scores and values)`,
      scores.slice(0, -2),
      values.shape.slice(0, -2),
    );
    return;
  }
  throw new ShapeError(
    `${what}: values ${formatShape(values.shape)} must be (…, lk, dv), a value for each key of the scores (…, lq, lk) = ${formatShape(scores)}.`,
  );
}

/** (…, lq, lk) for queries (…, lq, dq) and keys (…, lk, dk), whose leading dims broadcast. */
export function scoresShape(what: string, queries: Tensor, keys: Tensor): Shape {
  const [q, k] = [queries.shape.slice(0, -2), keys.shape.slice(0, -2)];
  return [
    ...broadcastShapes(`${what} (batch dims of queries and keys)`, q, k),
    queries.size(-2),
    keys.size(-2),
  ];
}
