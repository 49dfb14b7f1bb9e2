// Losses of embeddings, by their distances: a scalar, or one loss for each pair or triplet with reduction "none".
import { minimum, ShapeError, type Tensor, where } from "@saccade/tensor";
import { callable, flag, number, tensors } from "@saccade/tensor/contract";
import { pairwiseDistance } from "../layers/distance.ts";
import { anyNumber, positive } from "../rules.ts";
import {
  anyTensor,
  asFloat,
  checkSigns,
  defineLoss,
  type LossOptions,
  moduleOfLoss,
  type OptionsOf,
  reduction,
} from "./loss.ts";

const cosineInputs = /* @__PURE__ */ tensors(
  "cosineEmbeddingLoss",
  "input1 (n, d) | (d)  input2 (n, d) | (d)  target (n) | ()",
);

const cosineEmbedding = /* @__PURE__ */ defineLoss(
  "cosineEmbeddingLoss(a, b, target, { margin: 0.5 })",
  () => ({
    options: {
      /** The cosine up to which dissimilar pairs cost nothing, −1 to 1. Default 0. */
      margin: number(0),
      reduction,
    },
    inputs: { input1: anyTensor, input2: anyTensor, target: anyTensor },
    accepts(loss, { input1, input2, target }) {
      cosineInputs.check([input1, input2, target]);
      if (input1.ndim !== input2.ndim || target.ndim !== input1.ndim - 1)
        throw new ShapeError(
          `${loss}: ${input1.describe()}, ${input2.describe()} and target ${target.describe()} do not fit; ` +
            `expected ${cosineInputs.text}.`,
        );
      checkSigns(loss, target);
    },
    each({ input1, input2, target }, { margin }) {
      const [a, b] = [asFloat(input1), asFloat(input2)];
      const squares = (x: Tensor): Tensor => x.square().sum(-1).add(1e-12);
      const cos = a
        .mul(b)
        .sum(-1)
        .div(squares(a).mul(squares(b)).sqrt());
      const near = where(target.eq(1), cos.rsub(1), 0);
      return near.add(where(target.eq(-1), cos.sub(margin).clamp({ min: 0 }), 0));
    },
  }),
);

const marginRules = () => ({
  /** By how much the negative must be farther away than the positive. Default 1. */
  margin: number(1, { above: 0 }),
  /** Whether the distance from positive to negative counts where it is smaller than that from the anchor (Balntas et al. 2016). Default false. */
  swap: flag(false),
  reduction,
});

interface Triplet {
  readonly anchor: Tensor;
  readonly positive: Tensor;
  readonly negative: Tensor;
}

const threeRules = { anchor: anyTensor, positive: anyTensor, negative: anyTensor };

function tripletCheck(loss: string) {
  const inputs = tensors<string>(loss, "anchor (…, d)  positive (…, d)  negative (…, d)");
  return (_: string, { anchor, positive, negative }: Triplet): void => {
    inputs.check([anchor, positive, negative]);
    if (anchor.ndim === positive.ndim && anchor.ndim === negative.ndim) return;
    throw new ShapeError(
      `${loss}: anchor ${anchor.describe()}, positive ${positive.describe()} and negative ${negative.describe()} ` +
        "must have as many dims; add those that lack with unsqueeze.",
    );
  };
}

function tripletLosses(
  { anchor, positive, negative }: Triplet,
  distance: (a: Tensor, b: Tensor) => Tensor,
  { margin, swap }: { readonly margin: number; readonly swap: boolean },
): Tensor {
  const toNegative = distance(anchor, negative);
  const far = swap ? minimum(toNegative, distance(positive, negative)) : toNegative;
  return distance(anchor, positive).add(margin).sub(far).clamp({ min: 0 });
}

const tripletExample = "tripletMarginLoss(anchor, positive, negative, { margin: 0.5 })";

const tripletMargin = /* @__PURE__ */ defineLoss(tripletExample, () => ({
  options: {
    /** The order of the norm. Default 2. */
    p: anyNumber(2),
    /** Added to each difference. Default 1e-6. */
    eps: positive(1e-6),
    ...marginRules(),
  },
  inputs: threeRules,
  accepts: tripletCheck("tripletMarginLoss"),
  each: (of, settings) =>
    tripletLosses(of, (a, b) => pairwiseDistance(a, b, { p: settings.p, eps: settings.eps }), settings),
}));

const distanceExample = "tripletMarginWithDistanceLoss(anchor, positive, negative, { distanceFunction })";

const tripletWithDistance = /* @__PURE__ */ defineLoss(distanceExample, () => ({
  options: {
    /** The distance of (…, d) and (…, d). Default {@link functional.pairwiseDistance}. */
    distanceFunction: callable<(a: Tensor, b: Tensor) => Tensor>(),
    ...marginRules(),
  },
  inputs: threeRules,
  accepts: tripletCheck("tripletMarginWithDistanceLoss"),
  each: (of, settings) => tripletLosses(of, settings.distanceFunction ?? pairwiseDistance, settings),
}));

/** Options of {@link cosineEmbeddingLoss}. */
export interface CosineEmbeddingLossOptions extends LossOptions, OptionsOf<typeof cosineEmbedding> {}
/** Options of {@link tripletMarginLoss}. */
export interface TripletMarginLossOptions
  extends LossOptions,
    OptionsOf<typeof tripletMargin, ReturnType<typeof marginRules>> {}
/** Options of {@link tripletMarginWithDistanceLoss}. */
export interface TripletMarginWithDistanceLossOptions
  extends LossOptions,
    OptionsOf<typeof tripletWithDistance, ReturnType<typeof marginRules>> {}

/**
 * 1 − cos where the target is 1 (similar pairs), max(0, cos − margin) where it is −1: (n, d) and (n, d) with targets
 * (n) → a scalar, or (n) with reduction "none"; (d) and (d) with a target () too.
 *
 * @throws ShapeError unless the shapes fit.
 * @example cosineEmbeddingLoss(tensor([[1, 0], [1, 1]]), tensor([[0, 1], [1, 0]]), tensor([1, -1])) // tensor(0.8536)
 */
export function cosineEmbeddingLoss(
  input1: Tensor,
  input2: Tensor,
  target: Tensor,
  options?: CosineEmbeddingLossOptions,
): Tensor {
  return cosineEmbedding([input1, input2, target, options]);
}

/**
 * max(0, margin + ‖a − p‖ − ‖a − n‖) of anchors, positives and negatives (…, d) → a scalar, or (…) with reduction "none"
 * (Schroff et al. 2015).
 *
 * @throws ShapeError unless the three have as many dims, broadcast, and share their last size.
 * @example tripletMarginLoss(tensor([[0, 0]]), tensor([[3, 4]]), tensor([[0, 2]])) // tensor(4)
 */
export function tripletMarginLoss(
  anchor: Tensor,
  positive: Tensor,
  negative: Tensor,
  options?: TripletMarginLossOptions,
): Tensor {
  return tripletMargin([anchor, positive, negative, options]);
}

/**
 * {@link tripletMarginLoss} with any distance of two tensors.
 *
 * @throws ShapeError as {@link tripletMarginLoss}.
 * @example tripletMarginWithDistanceLoss(tensor([[0, 0]]), tensor([[3, 4]]), tensor([[0, 2]]), { distanceFunction: (a, b) => a.sub(b).abs().sum(-1) }) // tensor(6)
 */
export function tripletMarginWithDistanceLoss(
  anchor: Tensor,
  positive: Tensor,
  negative: Tensor,
  options?: TripletMarginWithDistanceLossOptions,
): Tensor {
  return tripletWithDistance([anchor, positive, negative, options]);
}

/**
 * {@link cosineEmbeddingLoss} as a module, with its options.
 *
 * @example new CosineEmbeddingLoss().forward(tensor([[1, 1]]), tensor([[1, 0]]), tensor([-1])) // tensor(0.7071)
 */
export class CosineEmbeddingLoss extends /* @__PURE__ */ moduleOfLoss(cosineEmbedding, cosineEmbeddingLoss) {}

/**
 * {@link tripletMarginLoss} as a module, with its options.
 *
 * @example new TripletMarginLoss().forward(tensor([[0, 0]]), tensor([[3, 4]]), tensor([[0, 2]])) // tensor(4)
 */
export class TripletMarginLoss extends /* @__PURE__ */ moduleOfLoss(tripletMargin, tripletMarginLoss) {}

/**
 * {@link tripletMarginWithDistanceLoss} as a module, with its options.
 *
 * @example new TripletMarginWithDistanceLoss({ margin: 2 }).forward(tensor([[0, 0]]), tensor([[3, 4]]), tensor([[0, 2]])) // tensor(5)
 */
export class TripletMarginWithDistanceLoss extends /* @__PURE__ */ moduleOfLoss(
  tripletWithDistance,
  tripletMarginWithDistanceLoss,
) {}
