import { scope, type Tensor } from "@saccade/tensor";
import { flag, type OptionsOf, options } from "@saccade/tensor/contract";
import { type Attended, call } from "../contract/method.ts";
import { biasRules, dropoutRule, functionRenames, maskFillRules, maskRules } from "../contract/rules.ts";
import { allow } from "../masks/align.ts";
import { attendTo } from "./checked.ts";

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
