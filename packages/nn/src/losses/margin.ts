// Losses that ask for a margin: of each element, and of scores of classes, (N, C) or (C).
import { arange, IndexError, ShapeError, type Tensor, where } from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape, sameShape } from "@saccade/tensor/backend";
import { number, required, rule, tensorRule, tensors } from "@saccade/tensor/contract";
import {
  alike,
  anyTensor,
  asFloat,
  checkSigns,
  defineLoss,
  floats,
  type LossOptions,
  moduleOfLoss,
  type OptionsOf,
  type Pair,
  reduction,
  weight,
  weighted,
} from "./loss.ts";

const hingeInputs = /* @__PURE__ */ tensors("hingeEmbeddingLoss", "input (…)  target (…)");

const embedding = /* @__PURE__ */ defineLoss("hingeEmbeddingLoss(distance, target, { margin: 2 })", () => ({
  options: {
    /** The distance from which dissimilar pairs cost nothing. Default 1. */
    margin: number(1),
    reduction,
  },
  accepts(loss, { input, target }) {
    hingeInputs.check([input, target]);
    checkSigns(loss, target);
  },
  each({ input, target }, { margin }) {
    const far = where(target.ne(1), input.rsub(margin).clamp({ min: 0 }), 0);
    return where(target.ne(-1), input, 0).add(far);
  },
}));

const soft = /* @__PURE__ */ defineLoss('softMarginLoss(input, target, { reduction: "sum" })', () => ({
  accepts(loss, pair) {
    alike(loss, pair);
    checkSigns(loss, pair.target);
  },
  each: ({ input, target }) => target.mul(input).logSigmoid().neg(), // ln(1 + e⁻ˣ), without overflow
}));

const rankingInputs = /* @__PURE__ */ tensors("marginRankingLoss", "input1 (…)  input2 (…)  target (…)");

const marginRanking = /* @__PURE__ */ defineLoss(
  "marginRankingLoss(first, second, target, { margin: 0.5 })",
  () => ({
    options: {
      /** By how much the higher score must lead. Default 0. */
      margin: number(0),
      reduction,
    },
    inputs: { input1: anyTensor, input2: anyTensor, target: anyTensor },
    accepts(loss, { input1, input2, target }) {
      rankingInputs.check([input1, input2, target]);
      if (input1.ndim !== input2.ndim || input1.ndim !== target.ndim)
        throw new ShapeError(
          `${loss}: ${input1.describe()}, ${input2.describe()} and target ${target.describe()} must have as many dims; ` +
            "reshape them, so that each pair has its target.",
        );
      checkSigns(loss, target);
    },
    each: ({ input1, input2, target }, { margin }) =>
      target.neg().mul(asFloat(input1).sub(input2)).add(margin).clamp({ min: 0 }),
  }),
);

const classPair = () => ({ input: floats, target: required(tensorRule("int32")) });
const classWeights = /* @__PURE__ */ tensors("multiMarginLoss", "input (N, C)  weight (C)");

const multiMargin = /* @__PURE__ */ defineLoss("multiMarginLoss(scores, target, { p: 2 })", () => ({
  options: {
    /** The power of each difference, 1 or 2. Default 1. */
    p: rule("1 or 2", (p): p is 1 | 2 => p === 1 || p === 2, 1),
    /** By how much the target's score must lead. Default 1. */
    margin: number(1),
    /** A weight for each class, that of a row's target: (C). */
    weight,
    reduction,
  },
  inputs: classPair(),
  accepts(loss, pair) {
    const { input, target } = pair;
    const fits =
      input.ndim < 2 ? target.numel === 1 && target.ndim < 2 : sameShape(target.shape, [input.size(0)]);
    checkScores(loss, pair, fits, "(N), one class for each row", 0);
  },
  each({ input, target }, { p, margin, weight: factors }) {
    const x = rows(input);
    const y = target.reshape([-1, 1]); // (N, 1)
    if (factors) classWeights.check([x, factors]);
    const excess = x.sub(x.gather(1, y)).add(margin).relu(); // (N, C)
    const powers = p === 1 ? excess : excess.square();
    const others = where(classesOf(x).eq(y), 0, powers).sum(1).div(x.size(1));
    const losses = factors ? others.mul(factors.indexSelect(0, y.reshape([-1]))) : others;
    return losses.reshape(target.shape);
  },
}));

const multilabelMargin = /* @__PURE__ */ defineLoss("multilabelMarginLoss(scores, labels)", () => ({
  inputs: classPair(),
  accepts(loss, pair) {
    const { input, target } = pair;
    const fits =
      sameShape(input.shape, target.shape) || (input.numel === 1 && target.numel === 1 && target.ndim < 2);
    checkScores(loss, pair, fits, "the input's shape: the row's classes, then -1", -1);
  },
  each({ input, target }) {
    const x = rows(input);
    const y = rows(target);
    const given = y.ge(0).to("int32").cumprod(1).to("bool"); // up to the first −1
    const label = where(given, y, 0);
    const isLabel = label.unsqueeze(2).eq(classesOf(x)).logicalAnd(given.unsqueeze(2)).any(1); // (N, C)
    const excess = x.unsqueeze(1).sub(x.gather(1, label).unsqueeze(2)).add(1).relu(); // (N, labels, C)
    const counts = given.unsqueeze(2).logicalAnd(isLabel.unsqueeze(1).logicalNot());
    const losses = where(counts, excess, 0).sum([1, 2]).div(x.size(1));
    return input.ndim < 2 ? losses.reshape([]) : losses;
  },
}));

const multilabelSoft = /* @__PURE__ */ defineLoss("multilabelSoftMarginLoss(logits, labels)", () => ({
  options: {
    /** A weight for each class; broadcasts to the input. */
    weight,
    reduction,
  },
  accepts(loss, { input, target }) {
    checkSameBackend(loss, [input, target]);
    if (input.ndim > 0 && sameShape(input.shape, target.shape)) return;
    throw new ShapeError(
      `${loss}: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} must have one shape, (…, C).`,
    );
  },
  each({ input, target }, { weight: factors }) {
    const hit = input.logSigmoid().mul(target);
    const miss = input.neg().logSigmoid().mul(target.rsub(1));
    return weighted(hit.add(miss).neg(), factors).mean(-1);
  },
}));

/** (N, C), of (C) and () too. */
function rows(x: Tensor): Tensor {
  return x.ndim === 2 ? x : x.reshape([1, -1]);
}

/** 0 to C − 1. */
function classesOf(x: Tensor): Tensor {
  return arange(0, x.size(1), 1, { dtype: "int32", backend: x.backend });
}

function checkScores(
  loss: string,
  { input, target }: Pair,
  fits: boolean,
  expected: string,
  least: number,
): void {
  checkSameBackend(loss, [input, target]);
  const classes = input.shape.at(-1) ?? 1;
  if (input.ndim > 2 || classes === 0)
    throw new ShapeError(`${loss}: input ${formatShape(input.shape)} must be scores (N, C) or (C), C ≥ 1.`);
  if (!fits)
    throw new ShapeError(
      `${loss}: target ${formatShape(target.shape)} for input ${formatShape(input.shape)}, expected ${expected}.`,
    );
  checkElements(loss, target, (elements) => {
    const bad = elements.find((y) => y < least || y >= classes);
    if (bad === undefined) return;
    throw new IndexError(`${loss}: a target is ${bad}, expected ${least} to ${classes - 1}.`);
  });
}

/** Options of {@link hingeEmbeddingLoss}. */
export interface HingeEmbeddingLossOptions extends LossOptions, OptionsOf<typeof embedding> {}

/** Options of {@link marginRankingLoss}. */
export interface MarginRankingLossOptions extends LossOptions, OptionsOf<typeof marginRanking> {}

/** Options of {@link multiMarginLoss}. */
export interface MultiMarginLossOptions extends LossOptions, OptionsOf<typeof multiMargin> {}

/** Options of {@link multilabelSoftMarginLoss}. */
export interface MultiLabelSoftMarginLossOptions extends LossOptions, OptionsOf<typeof multilabelSoft> {}

/**
 * The input where the target is 1 (similar pairs), max(0, margin − input) where it is −1 (dissimilar pairs): distances
 * (…) and targets (…) → a scalar, or (…) with reduction "none" (Hadsell et al. 2006).
 *
 * @throws ShapeError unless the two broadcast; ArgumentError for a target of 0 (where the host can read it).
 * @example hingeEmbeddingLoss(tensor([0.5, 0.25]), tensor([1, -1])) // tensor(0.6250)
 */
export function hingeEmbeddingLoss(
  input: Tensor,
  target: Tensor,
  options?: HingeEmbeddingLossOptions,
): Tensor {
  return embedding([input, target, options]);
}

/**
 * ln(1 + exp(−t x)) for targets of 1 and −1, reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape; ArgumentError for a target of 0 (where the host can read it).
 * @example softMarginLoss(tensor([2, -1]), tensor([1, -1])) // tensor(0.2201)
 */
export function softMarginLoss(input: Tensor, target: Tensor, options?: LossOptions): Tensor {
  return soft([input, target, options]);
}

/**
 * max(0, margin − t (x₁ − x₂)): a target of 1 asks for a higher first score, −1 for a higher second one. Inputs and
 * target broadcast.
 *
 * @throws ShapeError unless the three have as many dims and broadcast; ArgumentError for a target of 0 (where the host can read it).
 * @example marginRankingLoss(tensor([2, 1]), tensor([1, 3]), tensor([1, 1])) // tensor(1)
 */
export function marginRankingLoss(
  input1: Tensor,
  input2: Tensor,
  target: Tensor,
  options?: MarginRankingLossOptions,
): Tensor {
  return marginRanking([input1, input2, target, options]);
}

/**
 * {@link hingeEmbeddingLoss} as a module, with its options.
 *
 * @example new HingeEmbeddingLoss().forward(tensor([0.5, 0.25]), tensor([1, -1])) // tensor(0.6250)
 */
export class HingeEmbeddingLoss extends /* @__PURE__ */ moduleOfLoss(embedding, hingeEmbeddingLoss) {}

/**
 * {@link softMarginLoss} as a module, with its options.
 *
 * @example new SoftMarginLoss().forward(tensor([2, -1]), tensor([1, -1])) // tensor(0.2201)
 */
export class SoftMarginLoss extends /* @__PURE__ */ moduleOfLoss(soft, softMarginLoss) {}

/**
 * {@link marginRankingLoss} as a module, with its options.
 *
 * @example new MarginRankingLoss().forward(tensor([2, 1]), tensor([1, 3]), tensor([1, 1])) // tensor(1)
 */
export class MarginRankingLoss extends /* @__PURE__ */ moduleOfLoss(marginRanking, marginRankingLoss) {}

/**
 * Σ_{j ≠ y} max(0, margin − x_y + x_j)ᵖ / C, times the target's weight: scores (N, C) or (C) and classes (N) or ()
 * int32 → a scalar, or one loss for each row with reduction "none" (Weston and Watkins 1999).
 *
 * @throws DTypeError for targets that are not int32, ShapeError for targets of another shape, IndexError for a target
 * that is not a class (where the host can read the targets).
 * @example multiMarginLoss(tensor([[1, 2, 4]]), tensor([1], { dtype: "int32" })) // tensor(1)
 */
export function multiMarginLoss(input: Tensor, target: Tensor, options?: MultiMarginLossOptions): Tensor {
  return multiMargin([input, target, options]);
}

/**
 * Σ max(0, 1 − x_y + x_j) / C over the labels y and the other classes j: scores and labels (N, C) or (C), where each
 * row of int32 labels ends with its first −1 → a scalar, or one loss for each row with reduction "none".
 *
 * @throws DTypeError, ShapeError, IndexError as {@link multiMarginLoss}.
 * @example multilabelMarginLoss(tensor([[1, 2, 4]]), tensor([[2, -1, 0]], { dtype: "int32" })) // tensor(0)
 */
export function multilabelMarginLoss(input: Tensor, target: Tensor, options?: LossOptions): Tensor {
  return multilabelMargin([input, target, options]);
}

/**
 * The mean over classes of −(t ln σ(x) + (1 − t) ln(1 − σ(x))): logits and targets (…, C) → a scalar, or (…) with
 * reduction "none".
 *
 * @throws ShapeError unless both have one shape.
 * @example multilabelSoftMarginLoss(tensor([[2, -1]]), tensor([[1, 0]])) // tensor(0.2201)
 */
export function multilabelSoftMarginLoss(
  input: Tensor,
  target: Tensor,
  options?: MultiLabelSoftMarginLossOptions,
): Tensor {
  return multilabelSoft([input, target, options]);
}

/**
 * {@link multiMarginLoss} as a module, with its options.
 *
 * @example new MultiMarginLoss().forward(tensor([[1, 2, 4]]), tensor([1], { dtype: "int32" })) // tensor(1)
 */
export class MultiMarginLoss extends /* @__PURE__ */ moduleOfLoss(multiMargin, multiMarginLoss) {}

/**
 * {@link multilabelMarginLoss} as a module, with its options.
 *
 * @example new MultiLabelMarginLoss().forward(tensor([[1, 2, 4]]), tensor([[2, -1, 0]], { dtype: "int32" })) // tensor(0)
 */
export class MultiLabelMarginLoss extends /* @__PURE__ */ moduleOfLoss(
  multilabelMargin,
  multilabelMarginLoss,
) {}

/**
 * {@link multilabelSoftMarginLoss} as a module, with its options.
 *
 * @example new MultiLabelSoftMarginLoss().forward(tensor([[2, -1]]), tensor([[1, 0]])) // tensor(0.2201)
 */
export class MultiLabelSoftMarginLoss extends /* @__PURE__ */ moduleOfLoss(
  multilabelSoft,
  multilabelSoftMarginLoss,
) {}
