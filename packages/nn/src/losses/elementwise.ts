import { type Tensor, where } from "@saccade/tensor";
import { isFloat, squaredError } from "@saccade/tensor/backend";
import { checkReduction, checkSameShape, type LossOptions, type Reduction, reduce } from "./reduction.ts";

/** (input − target)². @throws ShapeError unless both have one shape. */
export function mseLoss(input: Tensor, target: Tensor, { reduction = "mean" }: LossOptions = {}): Tensor {
  check("mseLoss", input, target, reduction);
  if (reduction === "none" || input.dtype !== target.dtype || !isFloat(input.dtype)) {
    return reduce(input.sub(target).square(), reduction);
  }
  return squaredError(input, target, { mean: reduction === "mean" });
}

/** |input − target|. @throws ShapeError unless both have one shape. */
export function l1Loss(input: Tensor, target: Tensor, { reduction = "mean" }: LossOptions = {}): Tensor {
  check("l1Loss", input, target, reduction);
  return reduce(input.sub(target).abs(), reduction);
}

export interface SmoothL1LossOptions extends LossOptions {
  /** Where the square goes over into the line. Default 1; 0 gives the l1 loss. */
  readonly beta?: number;
}

/**
 * d² / (2 beta) where d = |input − target| < beta, else d − beta / 2 (Girshick 2015).
 *
 * @throws ShapeError unless both have one shape, RangeError for a negative beta.
 */
export function smoothL1Loss(
  input: Tensor,
  target: Tensor,
  { beta = 1, reduction = "mean" }: SmoothL1LossOptions = {},
): Tensor {
  check("smoothL1Loss", input, target, reduction);
  if (!(beta >= 0)) throw new RangeError(`smoothL1Loss: beta is ${beta}, expected a number ≥ 0.`);
  const distance = input.sub(target).abs();
  if (beta === 0) return reduce(distance, reduction);
  return reduce(
    where(distance.lt(beta), distance.square().mul(0.5 / beta), distance.sub(beta / 2)),
    reduction,
  );
}

export interface BCEWithLogitsLossOptions extends LossOptions {
  /** A factor on each element's loss; broadcasts to the input. */
  readonly weight?: Tensor | null;
  /** A factor on the losses of positive targets; broadcasts to the input. */
  readonly posWeight?: Tensor | null;
}

/**
 * The cross-entropy between targets in [0, 1] and sigmoid(input), without overflow:
 * (1 − t) x + (1 + (posWeight − 1) t) ln(1 + e⁻ˣ).
 *
 * @throws ShapeError unless input and target have one shape.
 */
export function bceWithLogits(
  input: Tensor,
  target: Tensor,
  { weight = null, posWeight = null, reduction = "mean" }: BCEWithLogitsLossOptions = {},
): Tensor {
  check("bceWithLogits", input, target, reduction);
  const excess = input.neg().softplus();
  const scaled = posWeight ? excess.mul(posWeight.sub(1).mul(target).add(1)) : excess;
  const losses = target.rsub(1).mul(input).add(scaled);
  return reduce(weight ? losses.mul(weight) : losses, reduction);
}

function check(loss: string, input: Tensor, target: Tensor, reduction: Reduction): void {
  checkReduction(loss, reduction);
  checkSameShape(loss, input, target);
}
