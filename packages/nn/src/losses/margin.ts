// Losses that ask for a margin, element by element: a scalar, or (…) with reduction "none".
import { ShapeError, type Tensor, where } from "@saccade/tensor";
import { type Given, number, tensors } from "@saccade/tensor/contract";
import {
  alike,
  anyTensor,
  asFloat,
  checkSigns,
  defineLoss,
  defineLossOf,
  type LossOptions,
  moduleOfLoss,
  reduce,
  reduction,
} from "./loss.ts";

const plain = { reduction };
const hinge = {
  /** The distance from which dissimilar pairs cost nothing. Default 1. */
  margin: number(1),
  reduction,
};
const ranking = {
  /** By how much the higher score must lead. Default 0. */
  margin: number(0),
  reduction,
};

const hingeInputs = tensors("hingeEmbeddingLoss", "input (…)  target (…)");

const embedding = defineLoss(
  "hingeEmbeddingLoss",
  { rules: hinge, example: "hingeEmbeddingLoss(distance, target, { margin: 2 })" },
  (loss, { input, target }) => {
    hingeInputs.check([input, target]);
    checkSigns(loss, target);
  },
  ({ input, target }, { margin, reduction: how }) => {
    const far = where(target.ne(1), input.rsub(margin).clamp({ min: 0 }), 0);
    return reduce(where(target.ne(-1), input, 0).add(far), how);
  },
);

const soft = defineLoss(
  "softMarginLoss",
  { rules: plain, example: 'softMarginLoss(input, target, { reduction: "sum" })' },
  (loss, pair) => {
    alike(loss, pair);
    checkSigns(loss, pair.target);
  },
  // ln(1 + e⁻ˣ), without overflow
  ({ input, target }, { reduction: how }) => reduce(target.mul(input).logSigmoid().neg(), how),
);

const rankingInputs = tensors("marginRankingLoss", "input1 (…)  input2 (…)  target (…)");

const marginRanking = defineLossOf(
  "marginRankingLoss",
  { input1: anyTensor, input2: anyTensor, target: anyTensor },
  { rules: ranking, example: "marginRankingLoss(first, second, target, { margin: 0.5 })" },
  (loss, { input1, input2, target }) => {
    rankingInputs.check([input1, input2, target]);
    if (input1.ndim !== input2.ndim || input1.ndim !== target.ndim)
      throw new ShapeError(
        `${loss}: ${input1.describe()}, ${input2.describe()} and target ${target.describe()} must have as many dims; ` +
          "reshape them, so that each pair has its target.",
      );
    checkSigns(loss, target);
  },
  ({ input1, input2, target }, { margin, reduction: how }) =>
    reduce(target.neg().mul(asFloat(input1).sub(input2)).add(margin).clamp({ min: 0 }), how),
);

/** Options of {@link hingeEmbeddingLoss}. */
export interface HingeEmbeddingLossOptions extends LossOptions, Given<typeof hinge> {}
/** Options of {@link marginRankingLoss}. */
export interface MarginRankingLossOptions extends LossOptions, Given<typeof ranking> {}

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
