// Losses of each element of the input and the target, (…) and (…): a scalar, or (…) with reduction "none".
import { type Tensor, where } from "@saccade/tensor";
import { number } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { positive } from "../rules.ts";
import {
  defineLoss,
  type LossOptions,
  moduleOfLoss,
  type OptionsOf,
  reduce,
  reduction,
  weight,
  weighted,
} from "./loss.ts";

const mse = /* @__PURE__ */ defineLoss('mseLoss(input, target, { reduction: "sum" })', () => ({
  whole: ({ input, target }, { reduction: how }) =>
    how === "none" || input.dtype !== target.dtype
      ? reduce(input.sub(target).square(), how)
      : fused.mseLoss(input, target, { mean: how === "mean" }),
}));

const l1 = /* @__PURE__ */ defineLoss('l1Loss(input, target, { reduction: "sum" })', () => ({
  each: ({ input, target }) => input.sub(target).abs(),
}));

/** d where |d| < limit, else ±limit; with a gradient only where |d| < limit. */
function bounded(d: Tensor, limit: number): Tensor {
  const far = d.detach().clamp({ min: -limit, max: limit });
  return where(d.abs().lt(limit), d, far);
}

const smoothL1 = /* @__PURE__ */ defineLoss("smoothL1Loss(input, target, { beta: 0.5 })", () => ({
  options: {
    /** The distance up to which the loss is a square; a line beyond. Default 1; 0 gives the l1 loss. */
    beta: positive(1),
    reduction,
  },
  // (c / beta) (d − c / 2), where c is d clamped to ±beta: one expression for both parts, so that an infinite distance
  // has a gradient. At beta, the second derivative is 0, as in PyTorch.
  each({ input, target }, { beta }) {
    const distance = input.sub(target);
    if (beta === 0) return distance.abs();
    const near = bounded(distance, beta);
    return near.div(beta).mul(distance.sub(near.mul(0.5)));
  },
}));

const huber = /* @__PURE__ */ defineLoss("huberLoss(input, target, { delta: 0.5 })", () => ({
  options: {
    /** The distance up to which the loss is a square; a line beyond. Default 1. */
    delta: number(1, { above: 0 }),
    /** A weight for each element's loss: the input's shape. */
    weight,
    reduction,
  },
  // c (d − c / 2), where c is d clamped to ±delta.
  each({ input, target }, { delta, weight: factors }) {
    const distance = input.sub(target);
    const near = bounded(distance, delta);
    return weighted(near.mul(distance.sub(near.mul(0.5))), factors);
  },
}));

const bce = /* @__PURE__ */ defineLoss('bceWithLogits(input, target, { reduction: "sum" })', () => ({
  options: {
    /** A weight for each element's loss; broadcasts to the input. */
    weight,
    /** A weight for the loss of positive targets, each ≥ 0 and one above; broadcasts to the input. */
    posWeight: weight,
    reduction,
  },
  weights: ["posWeight"],
  each({ input, target }, { weight: factors, posWeight }) {
    const excess = input.logSigmoid(); // −ln(1 + e⁻ˣ), accurate where softplus becomes linear
    const scaled = posWeight ? excess.mul(posWeight.sub(1).mul(target).add(1)) : excess;
    return weighted(target.rsub(1).mul(input).sub(scaled), factors);
  },
}));

/** Options of {@link smoothL1Loss}. */
export interface SmoothL1LossOptions extends LossOptions, OptionsOf<typeof smoothL1> {}

/** Options of {@link huberLoss}. */
export interface HuberLossOptions extends LossOptions, OptionsOf<typeof huber> {}

/** Options of {@link bceWithLogits}. */
export interface BCEWithLogitsLossOptions extends LossOptions, OptionsOf<typeof bce> {}

/**
 * (input − target)², reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape.
 * @example mseLoss(tensor([1, 2]), tensor([1, 4])) // tensor(2)
 */
export function mseLoss(input: Tensor, target: Tensor, options?: LossOptions): Tensor {
  return mse([input, target, options]);
}

/**
 * |input − target|, reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape.
 * @example l1Loss(tensor([1, 2]), tensor([1, 4]), { reduction: "sum" }) // tensor(2)
 */
export function l1Loss(input: Tensor, target: Tensor, options?: LossOptions): Tensor {
  return l1([input, target, options]);
}

/**
 * d² / (2 beta) where d = |input − target| < beta, else d − beta / 2, reduced: (…) and (…) → a scalar, or (…) with
 * reduction "none" (Girshick 2015, "Fast R-CNN").
 *
 * @throws ShapeError unless both have one shape.
 * @example smoothL1Loss(tensor([1, 2]), tensor([1, 4]), { beta: 0.5 }) // tensor(0.8750)
 */
export function smoothL1Loss(input: Tensor, target: Tensor, options?: SmoothL1LossOptions): Tensor {
  return smoothL1([input, target, options]);
}

/**
 * d² / 2 where d = |input − target| < delta, else delta (d − delta / 2), reduced: (…) and (…) → a scalar, or (…) with
 * reduction "none" (Huber 1964). It is delta times {@link smoothL1Loss} with beta = delta.
 *
 * @throws ShapeError unless both have one shape.
 * @example huberLoss(tensor([1, 2]), tensor([1, 4]), { delta: 0.5 }) // tensor(0.4375)
 */
export function huberLoss(input: Tensor, target: Tensor, options?: HuberLossOptions): Tensor {
  return huber([input, target, options]);
}

/**
 * The cross-entropy between targets in [0, 1] and sigmoid(input), without overflow:
 * (1 − t) x + (1 + (posWeight − 1) t) ln(1 + e⁻ˣ), reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless input and target have one shape.
 * @example bceWithLogits(tensor([2, -1]), tensor([1, 0])) // tensor(0.2201)
 */
export function bceWithLogits(input: Tensor, target: Tensor, options?: BCEWithLogitsLossOptions): Tensor {
  return bce([input, target, options]);
}

/**
 * {@link mseLoss} as a module, with its options.
 *
 * @example new MSELoss({ reduction: "sum" }).forward(tensor([1, 2]), tensor([1, 4])) // tensor(4)
 */
export class MSELoss extends /* @__PURE__ */ moduleOfLoss(mse, mseLoss) {}

/**
 * {@link l1Loss} as a module, with its options.
 *
 * @example new L1Loss().forward(tensor([1, 2]), tensor([1, 4])) // tensor(1)
 */
export class L1Loss extends /* @__PURE__ */ moduleOfLoss(l1, l1Loss) {}

/**
 * {@link smoothL1Loss} as a module, with its options.
 *
 * @example new SmoothL1Loss({ beta: 0.5 }).forward(tensor([1, 2]), tensor([1, 4])) // tensor(0.8750)
 */
export class SmoothL1Loss extends /* @__PURE__ */ moduleOfLoss(smoothL1, smoothL1Loss) {}

/**
 * {@link huberLoss} as a module, with its options.
 *
 * @example new HuberLoss({ delta: 0.5 }).forward(tensor([1, 2]), tensor([1, 4])) // tensor(0.4375)
 */
export class HuberLoss extends /* @__PURE__ */ moduleOfLoss(huber, huberLoss) {}

/**
 * {@link bceWithLogits} as a module, with its options.
 *
 * @example new BCEWithLogitsLoss().forward(tensor([2, -1]), tensor([1, 0])) // tensor(0.2201)
 */
export class BCEWithLogitsLoss extends /* @__PURE__ */ moduleOfLoss(bce, bceWithLogits) {}
