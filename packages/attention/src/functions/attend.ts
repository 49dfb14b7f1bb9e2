// Attention of checked calls, with given scores or with products, by its definition or as one fused op.

import { isTapped } from "@saccade/nn";
import { scope, type Tensor, where } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { type Attended, call, type Summarized } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import {
  type AttentionSummaries,
  summariesOf,
  type WantedSummaries,
  withTaps,
} from "../contract/summaries.ts";
import * as definition from "../definitions/attention.ts";
import { products as productsOf, maskedSoftmax as softmaxOf } from "../definitions/masks.ts";
import { type Allowed, allow, allowedPairs, type Inputs } from "../masks/align.ts";

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

/** Settings of {@link dotProductAttention}. */
export interface DotProductSettings extends Omit<definition.Terms, "mask" | "bias"> {
  /** Whether to return the weights; without them, a fused op needs no memory for them. Default true. */
  readonly needWeights?: boolean | undefined;
  /** What else to return of the weights. Default nothing. */
  readonly summaries?: WantedSummaries | undefined;
}

/**
 * `scaledDotProductAttention` of a call that has been checked, and whose masks have been combined: by its definition, or as
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
): Summarized {
  return withTaps(settings.summaries, k.size(-2), (summaries) =>
    weighed(allowed, [q, k, v], { ...settings, summaries }),
  );
}

function weighed(allowed: Allowed, [q, k, v]: Inputs, settings: DotProductSettings): Summarized {
  const { needWeights = true, summaries: wanted } = settings;
  const listened = isTapped(...definition.patternSites);
  if (!needWeights && !listened && isFusible(allowed, [q, k, v], settings))
    return fusedAttention(allowed, [q, k, v], settings);
  return scope(() => {
    const { scale, temperature, maskFill, dropout, training } = settings;
    const [mask, { bias }] = [allowedPairs(allowed, q.backend), allowed];
    const terms = { mask, bias, scale, temperature, maskFill, dropout, training };
    const { output, weights } = definition.scaledDotProductAttention(q, k, v, terms);
    const attended = { output, weights: needWeights ? weights : undefined };
    return wanted ? { ...attended, summaries: definedSummaries(q, k, weights, terms, wanted) } : attended;
  });
}

// Of weights by the definition, which keeps no scores: they are computed again.
function definedSummaries(
  q: Tensor,
  k: Tensor,
  weights: Tensor,
  { mask, bias, scale, temperature, maskFill = null }: definition.Terms,
  wanted: WantedSummaries,
): Partial<AttentionSummaries> {
  const scaled = temperature === undefined ? q.mul(scale ?? definition.defaultScale(q)) : q.div(temperature);
  const excluded = maskFill === null ? mask : undefined;
  const products = productsOf(scaled, k, excluded);
  const scores = bias ? products.add(bias) : products;
  const filled = mask && maskFill !== null ? where(mask, scores, maskFill) : scores;
  return summariesOf(fused.tellsOf(filled, weights, excluded ?? null, wanted.top), wanted);
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
function fusedAttention(allowed: Allowed, [q, k, v]: Inputs, settings: DotProductSettings): Summarized {
  const { scale, temperature, dropout = 0, training = true, maskFill = null, summaries: wanted } = settings;
  const { mask, causal, bias } = allowed;
  const excludes = maskFill === null;
  const pairs = excludes ? undefined : allowedPairs(allowed, q.backend);
  const added = pairs && where(pairs, 0, Number.NEGATIVE_INFINITY);
  const options = {
    mask: excludes ? mask : undefined,
    causal: excludes && causal,
    bias: (bias && added ? bias.add(added) : (bias ?? added))?.to(q.dtype),
    scale: temperature === undefined ? (scale ?? definition.defaultScale(q)) : 1 / temperature,
    dropout: training ? dropout : 0,
  };
  return scope(() => attendFused([q, k, v], options, wanted));
}

/** Attention as one fused op, with summaries where some are wanted. Call it in a scope. */
export function attendFused(
  [q, k, v]: Inputs,
  options: fused.FusedAttentionOptions,
  wanted: WantedSummaries | undefined,
): Summarized {
  // The op gives this one anyway.
  if (!wanted || wanted.names.every((name) => name === "logSumExp")) {
    const [output, logSumExp] = fused.scaledDotProductWithLogSumExp(q, k, v, options);
    return { output, weights: undefined, ...(wanted && { summaries: { logSumExp } }) };
  }
  const { output, ...told } = fused.attentionTells(q, k, v, wanted.top, options);
  return { output, weights: undefined, summaries: summariesOf(told, wanted) };
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
