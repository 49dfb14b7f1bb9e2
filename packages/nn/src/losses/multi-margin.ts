// Losses of scores of classes, (N, C) or (C), that ask for a margin: a scalar, or (N) with reduction "none".
import { arange, IndexError, ShapeError, type Tensor, where } from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape, sameShape } from "@saccade/tensor/backend";
import { type Given, number, type Rule, required, rule, tensorRule, tensors } from "@saccade/tensor/contract";
import {
  defineLoss,
  defineLossOf,
  floats,
  type LossOptions,
  moduleOfLoss,
  type Pair,
  reduce,
  reduction,
  weight,
} from "./loss.ts";

const plain = { reduction };
const oneOrTwo: Rule<1 | 2, 1 | 2> = rule("1 or 2", (p): p is 1 | 2 => p === 1 || p === 2, 1);
const multi = {
  /** The power of each difference, 1 or 2. Default 1. */
  p: oneOrTwo,
  /** By how much the target's score must lead. Default 1. */
  margin: number(1),
  /** A weight for each class, that of a row's target: (C). */
  weight,
  reduction,
};
const soft = {
  /** A weight for each class; broadcasts to the input. */
  weight,
  reduction,
};

const classPair = { input: floats, target: required(tensorRule("int32")) };

const multiMargin = defineLossOf(
  "multiMarginLoss",
  classPair,
  { rules: multi, example: "multiMarginLoss(scores, target, { p: 2 })" },
  (loss, pair) => {
    const { input, target } = pair;
    const fits =
      input.ndim < 2 ? target.numel === 1 && target.ndim < 2 : sameShape(target.shape, [input.size(0)]);
    checkScores(loss, pair, fits, "(N), one class for each row", 0);
  },
  ({ input, target }, { p, margin, weight: factors, reduction: how }) => {
    const x = rows(input);
    const y = target.reshape([-1, 1]); // (N, 1)
    if (factors) classWeights.check([x, factors]);
    const excess = x.sub(x.gather(1, y)).add(margin).relu(); // (N, C)
    const powers = p === 1 ? excess : excess.square();
    const others = where(classesOf(x).eq(y), 0, powers).sum(1).div(x.size(1));
    const losses = factors ? others.mul(factors.indexSelect(0, y.reshape([-1]))) : others;
    return reduce(losses.reshape(target.shape), how);
  },
);
const classWeights = tensors("multiMarginLoss", "input (N, C)  weight (C)");

const multilabelMargin = defineLossOf(
  "multilabelMarginLoss",
  classPair,
  { rules: plain, example: "multilabelMarginLoss(scores, labels)" },
  (loss, pair) => {
    const { input, target } = pair;
    const fits =
      sameShape(input.shape, target.shape) || (input.numel === 1 && target.numel === 1 && target.ndim < 2);
    checkScores(loss, pair, fits, "the input's shape: the row's classes, then -1", -1);
  },
  ({ input, target }, { reduction: how }) => {
    const x = rows(input);
    const y = rows(target);
    const given = y.ge(0).to("int32").cumprod(1).to("bool"); // up to the first −1
    const label = where(given, y, 0);
    const isLabel = label.unsqueeze(2).eq(classesOf(x)).logicalAnd(given.unsqueeze(2)).any(1); // (N, C)
    const excess = x.unsqueeze(1).sub(x.gather(1, label).unsqueeze(2)).add(1).relu(); // (N, labels, C)
    const counts = given.unsqueeze(2).logicalAnd(isLabel.unsqueeze(1).logicalNot());
    const losses = where(counts, excess, 0).sum([1, 2]).div(x.size(1));
    return reduce(input.ndim < 2 ? losses.reshape([]) : losses, how);
  },
);

const multilabelSoft = defineLoss(
  "multilabelSoftMarginLoss",
  { rules: soft, example: "multilabelSoftMarginLoss(logits, labels)" },
  (loss, { input, target }) => {
    checkSameBackend(loss, [input, target]);
    if (input.ndim > 0 && sameShape(input.shape, target.shape)) return;
    throw new ShapeError(
      `${loss}: input ${formatShape(input.shape)} and target ${formatShape(target.shape)} must have one shape, (…, C).`,
    );
  },
  ({ input, target }, { weight: factors, reduction: how }) => {
    const hit = input.logSigmoid().mul(target);
    const miss = input.neg().logSigmoid().mul(target.rsub(1));
    const losses = hit.add(miss).neg();
    return reduce((factors ? losses.mul(factors) : losses).mean(-1), how);
  },
);

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

/** Options of {@link multiMarginLoss}. */
export interface MultiMarginLossOptions extends LossOptions, Given<typeof multi> {}
/** Options of {@link multilabelSoftMarginLoss}. */
export interface MultiLabelSoftMarginLossOptions extends LossOptions, Given<typeof soft> {}

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
