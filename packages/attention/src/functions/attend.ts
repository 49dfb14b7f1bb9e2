// Attention with given scores.

import { scope, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, tensors } from "@saccade/tensor/contract";
import { type Attended, call } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import * as definition from "../definitions/attention.ts";
import { maskedSoftmax as softmaxOf } from "../definitions/masks.ts";
import { type Allowed, allow, allowedPairs } from "../masks/align.ts";

/** Rules of the dropout of a function, which has no training mode. */
export const dropoutRules = {
  /** The probability of dropping a weight. Default 0. */
  dropout: rules.dropoutRule(0),
  /** Whether dropout is active, as it is in PyTorch's function. Default true. */
  training: flag(true),
};

/** Rules of the options of {@link attend}. */
export const attendRules: typeof rules.maskRules &
  typeof rules.maskFillRules &
  typeof rules.biasRules &
  typeof dropoutRules = {
  ...rules.maskRules,
  ...rules.maskFillRules,
  ...rules.biasRules,
  ...dropoutRules,
};

const inputs = /* @__PURE__ */ call(
  /* @__PURE__ */ options("attend", attendRules, {
    example: "attend(scores, values, { mask })",
    renamed: rules.functionRenames,
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

/**
 * {@link attend} of a call that has been checked, for scores that are not computed yet, so that they are computed for the allowed
 * pairs only: scores outside of `pairs` are ignored; undefined means that no keys are excluded.
 *
 * @example
 * const allowed = allow({ what: "net", shape: [1, 1, 2], headsHidden: false }, {}, getBackend());
 * attendTo(allowed, () => zeros([1, 1, 2]), tensor([[[1], [3]]]), {}).output // tensor([[[2]]])
 */
export function attendTo(
  allowed: Allowed,
  compute: (pairs: Tensor | undefined) => Tensor,
  values: Tensor,
  settings: definition.Weighing,
): Attended {
  return scope(() => {
    const { bias } = allowed;
    const mask = allowedPairs(allowed, values.backend);
    const scores = compute(definition.scoredPairs(mask, settings.maskFill));
    const { dropout, training, maskFill } = settings;
    return iterable(definition.attend(scores, values, mask, { bias, dropout, training, maskFill }));
  });
}

const softmaxInputs = /* @__PURE__ */ tensors("maskedSoftmax", "scores float (…)");
const softmaxOptions = /* @__PURE__ */ options("maskedSoftmax", rules.maskFillRules, {
  example: "maskedSoftmax(scores, validLens, { maskFill: -1e9 })",
  renamed: rules.functionRenames,
});

/**
 * The softmax over the last dim of scores (b, …, lq, lk), restricted to the first `validLens` keys of each row: int32
 * lengths (b), or (b, lq). The scores are not modified. With `maskFill: -1e6` it is d2l's `masked_softmax`.
 *
 * @throws ShapeError for scores without a batch dim, or lengths that do not match them; DTypeError unless scores are
 * floats and lengths int32; IndexError for lengths beyond the keys.
 * @example maskedSoftmax(zeros([1, 1, 4]), tensor([2], { dtype: "int32" })) // tensor([[[0.5000, 0.5000, 0.0000, 0.0000]]])
 */
export function maskedSoftmax(scores: Tensor, validLens?: Tensor, fill: rules.MaskFillOptions = {}): Tensor {
  softmaxInputs.check([scores]);
  const { maskFill } = softmaxOptions(fill);
  const context = { what: "maskedSoftmax", shape: scores.shape, headsHidden: false };
  return softmaxOf(scores, allow(context, { validLens }, scores.backend).mask, maskFill);
}
