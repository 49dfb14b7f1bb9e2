import { dropout as drop } from "@saccade/nn";
import { formatShape, isFloat, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { alignToScores, combineMasks, type MaskOptions } from "./combine-masks.ts";
import { type MaskFillOptions, softmaxWhere } from "./masked-softmax.ts";

/** What an attention gives: the values' weighted means, and the weights. */
export interface Attended {
  /** (…, lq, dv). */
  readonly output: Tensor;
  /** (…, lq, lk), before dropout: each row sums to 1, or to 0 where nothing may be attended to. */
  readonly weights: Tensor;
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
 * here does once it has scores (Bahdanau, Cho & Bengio 2015, equations 5 and 6).
 *
 * @param scores (…, lq, lk)
 * @param values (…, lk, dv)
 * @param what the mechanism's name, for messages.
 */
export function attend(
  scores: Tensor,
  values: Tensor,
  options: AttendOptions = {},
  what: string = "attend",
): Attended {
  checkValues(what, scores, values);
  const { bias, maskFill, dropout = 0, training = false } = options;
  const added = bias && alignToScores(what, "bias", checkFloats(what, bias), scores.shape);
  const masked = combineMasks(what, options, scores.shape);
  return scope(() => {
    const biased = added ? scores.add(added) : scores;
    const allowed = forbidInfinite(masked, added, maskFill);
    const weights = softmaxWhere(biased, allowed, maskFill);
    return { output: drop(weights, dropout, { training }).matmul(values), weights };
  });
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
  throw new TypeError(
    `${what}: bias is ${bias.describe()}; it holds floats that are added. Give a bool tensor as mask.`,
  );
}

function checkValues(what: string, scores: Tensor, values: Tensor): void {
  if (values.ndim >= 2 && values.size(-2) === scores.size(-1)) return;
  throw new ShapeError(
    `${what}: values ${formatShape(values.shape)} must be (…, lk, dv) with lk = ${scores.size(-1)}, a value for each key.`,
  );
}
