import { dropout as drop } from "@saccade/nn";
import { type Shape, scope, type Tensor } from "@saccade/tensor";
import { broadcastShapes, iterable, promote } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { type Attended, call } from "../contract/method.ts";
import { biasRules, dropoutRule, functionRenames, maskFillRules, maskRules } from "../contract/rules.ts";
import { type Allowed, allow, allowedPairs, weightsOf } from "../masks/align.ts";

/** Rules of the dropout of a function, which has no training mode. */
export const dropoutRules = {
  /** The probability of dropping a weight. Default 0. */
  dropout: dropoutRule(0),
  /** Whether dropout is active, as it is in PyTorch's function. Default true. */
  training: flag(true),
};

/** Rules of the options of {@link attend}. */
export const attendRules: typeof maskRules & typeof maskFillRules & typeof biasRules & typeof dropoutRules = {
  ...maskRules,
  ...maskFillRules,
  ...biasRules,
  ...dropoutRules,
};

const inputs = /* @__PURE__ */ call(
  /* @__PURE__ */ options("attend", attendRules, {
    example: "attend(scores, values, { mask })",
    renamed: functionRenames,
  }),
  "scores float (…, lq, lk)  values float (…, lk, dv)",
);

/** Options of {@link attend} and of functions based on it. */
export interface AttendOptions extends OptionsOf<typeof inputs, typeof attendRules> {}

/**
 * weights = softmax(scores) where attention is allowed, output = dropout(weights) · values: the last step of every
 * attention mechanism here (Bahdanau, Cho & Bengio 2015, equations 5 and 6). Use it with your own scores.
 *
 * @param scores floats (…, lq, lk)
 * @param values floats (…, lk, dv)
 * @throws ShapeError if the values or a mask do not match the scores; DTypeError for a mask that is not bool.
 * @example attend(tensor([[[0, 1]]]), tensor([[[1], [3]]])) // { output: tensor([[[2.4621]]]), weights: tensor([[[0.2689, 0.7311]]]) }
 */
export function attend(scores: Tensor, values: Tensor, given: AttendOptions = {}): Attended {
  const settings = inputs([scores, values, given]);
  const context = { what: "attend", shape: scores.shape, headsHidden: false };
  return scope(() => attendTo(allow(context, settings, values.backend), () => scores, values, settings));
}

/** Listeners inside an attention, which may replace the scores or weights. */
export interface AttentionSites {
  /** Receives the scores (…, lq, lk), before masks. */
  readonly scores: (x: Tensor) => Tensor;
  /** Receives the weights (…, lq, lk), before dropout. */
  readonly weights: (x: Tensor) => Tensor;
}

/** What acts on the weights of an attention. */
export type WeightsSettings = Pick<AttendOptions, "dropout" | "training" | "maskFill">;

/**
 * {@link attend} for scores of a known shape that are not computed yet, so that they are computed for the allowed pairs only:
 * scores outside of `pairs` are ignored; undefined means that no keys are excluded.
 *
 * @example
 * const allowed = allow({ what: "net", shape: [1, 1, 2], headsHidden: false }, {}, getBackend());
 * attendTo(allowed, () => zeros([1, 1, 2]), tensor([[[1], [3]]]), {}).output // tensor([[[2]]])
 */
export function attendTo(
  allowed: Allowed,
  compute: (pairs: Tensor | undefined) => Tensor,
  values: Tensor,
  { dropout = 0, training = true, maskFill = null }: WeightsSettings,
  sites?: AttentionSites,
): Attended {
  return scope(() => {
    const pairs = allowedPairs(allowed, values.backend);
    // With a fill, masked keys and their values take part.
    const existing = maskFill === null ? pairs : undefined;
    const computed = compute(sites ? undefined : existing);
    const all = allowed.bias ? computed.add(allowed.bias) : computed;
    const found = weightsOf(sites?.scores(all) ?? all, pairs, maskFill);
    const weights = sites?.weights(found) ?? found;
    const kept = dropout === 0 ? weights : drop(weights, dropout, { training });
    return iterable({ output: weightedSum(kept, values, existing), weights });
  });
}

/** weights · values, only over the allowed keys. */
export function weightedSum(weights: Tensor, values: Tensor, allowed: Tensor | undefined): Tensor {
  if (allowed === undefined) return weights.matmul(values);
  const dtype = promote(weights.dtype, values.dtype);
  return fused.matmulWhere(weights.to(dtype), values.to(dtype), allowed);
}

/**
 * (…, lq, lk) for queries (…, lq, dq) and keys (…, lk, dk), whose leading dims broadcast.
 *
 * @example scoresShape(ones([2, 1, 3, 4]), ones([5, 6, 4])) // [2, 5, 3, 6]
 */
export function scoresShape(queries: Tensor, keys: Tensor): Shape {
  const front = (x: Tensor): Shape => x.shape.slice(0, -2);
  return [...broadcastShapes("attention", front(queries), front(keys)), queries.size(-2), keys.size(-2)];
}
