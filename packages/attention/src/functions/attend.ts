import { dropout as drop } from "@saccade/nn";
import { type Shape, ShapeError, scope, type Tensor } from "@saccade/tensor";
import {
  broadcastShapes,
  checkBoolean,
  checkOptions,
  formatShape,
  iterable,
  optionNames,
  promote,
  refuseExtra,
} from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { Attended } from "../contract/attended.ts";
import { checkBias, checkDropout, checkFloats } from "../contract/check-options.ts";
import {
  alignToScores,
  combineMasks,
  type MaskOptions,
  optionName,
  type Scores,
} from "../masks/combine-masks.ts";
import { checkFill, type MaskFillOptions } from "../masks/mask-fill.ts";
import { weightsOf } from "../masks/masked-softmax.ts";
import { functionRenames, maskNames } from "../masks/option-names.ts";

/** Options of {@link attend} and of functions based on it. */
export interface AttendOptions extends MaskOptions, MaskFillOptions {
  /**
   * Floats added to the scores, in the shapes of a mask. −∞ counts as a score: a row of only −∞ gives NaN, as in
   * softmax. To exclude keys, use a mask.
   */
  readonly bias?: Tensor | undefined;
  /** The probability of dropping a weight. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether dropout is active, as it is in PyTorch's function. Default true. */
  readonly training?: boolean | undefined;
}

export const attendNames: { readonly [Name in keyof Required<AttendOptions>]: true } = {
  ...maskNames,
  maskFill: true,
  bias: true,
  dropout: true,
  training: true,
};

const attendOptions = optionNames<AttendOptions>(
  "attend",
  attendNames,
  "attend(scores, values, { mask })",
  functionRenames,
);

/**
 * weights = softmax(scores) where attention is allowed, output = dropout(weights) · values: the last step of every
 * attention mechanism here (Bahdanau, Cho & Bengio 2015, equations 5 and 6). Use it with your own scores.
 *
 * @param scores floats (…, lq, lk)
 * @param values floats (…, lk, dv)
 * @throws ShapeError if the values or a mask do not match the scores; DTypeError for a mask that is not bool.
 * @example attend(tensor([[[0, 1]]]), tensor([[[1], [3]]])) // { output: tensor([[[2.4621]]]), weights: tensor([[[0.2689, 0.7311]]]) }
 */
export function attend(scores: Tensor, values: Tensor, options: AttendOptions = {}): Attended {
  refuseExtra(attendOptions, arguments, 3);
  checkFloats("attend", "scores", scores);
  checkFloats("attend", "values", values);
  checkOptions(attendOptions, options);
  return attendTo(
    { what: "attend", shape: scores.shape, headsHidden: false },
    { scores: () => scores, values, options },
  );
}

/** How an attention is computed after its arguments were checked. */
export interface Attention {
  /** Computes the scores. Scores excluded by `allowed` may be anything; undefined means that no keys are excluded. */
  readonly scores: (allowed: Tensor | undefined) => Tensor;
  readonly values: Tensor;
  readonly options: AttendOptions;
}

/** {@link attend} for scores of a known shape that are not computed yet, so that everything is checked first. */
export function attendTo(place: Scores, { scores, values, options }: Attention): Attended {
  checkValues(place.what, place.shape, values);
  const { training, dropout, maskFill } = settingsOf(place.what, options);
  return scope(() => {
    const bias = biasFor(place, options);
    const allowed = combineMasks(place, options, values.backend);
    // With a fill, masked keys and their values take part.
    const existing = maskFill === null ? allowed : undefined;
    const computed = scores(existing);
    const weights = weightsOf(bias ? computed.add(bias) : computed, allowed, maskFill);
    return iterable({ output: sum(drop(weights, dropout, { training }), values, existing), weights });
  });
}

/** Attention options that are not tensors. */
export interface Settings {
  readonly training: boolean;
  readonly dropout: number;
  readonly maskFill: number | null;
}

/** @throws ArgumentError for options of a wrong type. */
export function settingsOf(
  what: string,
  { training = true, dropout = 0, maskFill }: AttendOptions,
): Settings {
  checkBoolean(what, "training", training);
  return { training, dropout: checkDropout(what, dropout), maskFill: checkFill(what, maskFill) };
}

/**
 * The bias, in a shape that broadcasts to the scores.
 *
 * @throws DTypeError or ShapeError for a bias that does not fit.
 * @example biasFor({ what: "net", shape: [2, 3, 3], headsHidden: true }, { bias: ones([3, 3]) })?.shape // [3, 3]
 */
export function biasFor(place: Scores, { bias }: AttendOptions): Tensor | undefined {
  if (bias === undefined) return undefined;
  const name = optionName(place, "bias");
  checkBias(place.what, name, bias);
  return alignToScores(place, name, bias);
}

function sum(weights: Tensor, values: Tensor, allowed: Tensor | undefined): Tensor {
  if (allowed === undefined) return weights.matmul(values);
  const dtype = promote(weights.dtype, values.dtype);
  return fused.matmulWhere(weights.to(dtype), values.to(dtype), allowed);
}

/** @throws ShapeError unless there is one value per key of the scores. */
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
