import { DTypeError, type Tensor, where } from "@saccade/tensor";
import {
  checkRange,
  checkSameBackend,
  checkTensor,
  isFloat,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import {
  checkLossInputs,
  checkLossOptions,
  checkSameShape,
  checkWeights,
  type LossOptions,
  reduce,
  renamed,
} from "./reduction.ts";

const mseOptions = optionNames<LossOptions>(
  "mseLoss",
  { reduction: true },
  'mseLoss(input, target, { reduction: "sum" })',
  renamed,
);
const l1Options = optionNames<LossOptions>(
  "l1Loss",
  { reduction: true },
  'l1Loss(input, target, { reduction: "sum" })',
  renamed,
);

/** @throws ArgumentError for an unknown option of {@link mseLoss}. */
export function checkMseOptions(options: LossOptions): void {
  checkLossOptions(mseOptions, options);
}

/** @throws ArgumentError for an unknown option of {@link l1Loss}. */
export function checkL1Options(options: LossOptions): void {
  checkLossOptions(l1Options, options);
}

/**
 * (input − target)², reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape, ArgumentError for an unknown option.
 * @example mseLoss(tensor([1, 2]), tensor([1, 4])) // tensor(2)
 */
export function mseLoss(input: Tensor, target: Tensor, options: LossOptions = {}): Tensor {
  refuseExtra("mseLoss", arguments, 3);
  check(checkMseOptions, "mseLoss", input, target, options);
  const { reduction = "mean" } = options;
  if (reduction === "none" || input.dtype !== target.dtype || !isFloat(input.dtype)) {
    return reduce(input.sub(target).square(), reduction);
  }
  return fused.mseLoss(input, target, { mean: reduction === "mean" });
}

/**
 * |input − target|, reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape, ArgumentError for an unknown option.
 * @example l1Loss(tensor([1, 2]), tensor([1, 4]), { reduction: "sum" }) // tensor(2)
 */
export function l1Loss(input: Tensor, target: Tensor, options: LossOptions = {}): Tensor {
  refuseExtra("l1Loss", arguments, 3);
  check(checkL1Options, "l1Loss", input, target, options);
  return reduce(input.sub(target).abs(), options.reduction ?? "mean");
}

/** Options of {@link smoothL1Loss}. */
export interface SmoothL1LossOptions extends LossOptions {
  /** The distance up to which the loss is a square; a line beyond. Default 1; 0 gives the l1 loss. */
  readonly beta?: number;
}

const smoothL1Options = optionNames<SmoothL1LossOptions>(
  "smoothL1Loss",
  { beta: true, reduction: true },
  "smoothL1Loss(input, target, { beta: 0.5 })",
  renamed,
);

/** @throws ArgumentError for an unknown option or a negative beta. */
export function checkSmoothL1Options(options: SmoothL1LossOptions): void {
  checkLossOptions(smoothL1Options, options);
  if (options.beta !== undefined) checkRange("smoothL1Loss", "beta", options.beta, 0, Number.MAX_VALUE);
}

/**
 * d² / (2 beta) where d = |input − target| < beta, else d − beta / 2, reduced: (…) and (…) → a scalar, or (…) with
 * reduction "none" (Girshick 2015, "Fast R-CNN").
 *
 * @throws ShapeError unless both have one shape, ArgumentError for a negative beta or an unknown option.
 * @example smoothL1Loss(tensor([1, 2]), tensor([1, 4]), { beta: 0.5 }) // tensor(0.8750)
 */
export function smoothL1Loss(input: Tensor, target: Tensor, options: SmoothL1LossOptions = {}): Tensor {
  refuseExtra("smoothL1Loss", arguments, 3);
  check(checkSmoothL1Options, "smoothL1Loss", input, target, options);
  const { beta = 1, reduction = "mean" } = options;
  const distance = input.sub(target);
  if (beta === 0) return reduce(distance.abs(), reduction);
  // (c / beta) (d − c / 2), where c is d clamped to ±beta: one expression for both parts, so that an infinite distance
  // has a gradient. At beta, the second derivative is 0, as in PyTorch.
  const far = distance.detach().clamp({ min: -beta, max: beta });
  const near = where(distance.abs().lt(beta), distance, far);
  return reduce(near.div(beta).mul(distance.sub(near.mul(0.5))), reduction);
}

/** Options of {@link bceWithLogits}. */
export interface BCEWithLogitsLossOptions extends LossOptions {
  /** A weight for each element's loss; broadcasts to the input. */
  readonly weight?: Tensor | null;
  /** A weight for the loss of positive targets, each ≥ 0 and one above; broadcasts to the input. */
  readonly posWeight?: Tensor | null;
}

const bceOptions = optionNames<BCEWithLogitsLossOptions>(
  "bceWithLogits",
  { weight: true, posWeight: true, reduction: true },
  'bceWithLogits(input, target, { reduction: "sum" })',
  renamed,
);

/** @throws ArgumentError for an unknown option or a weight that is not a tensor. */
export function checkBceOptions(options: BCEWithLogitsLossOptions): void {
  checkLossOptions(bceOptions, options);
  const { weight = null, posWeight = null } = options;
  if (weight !== null) checkTensor("bceWithLogits", "weight", weight);
  if (posWeight !== null) checkWeights("bceWithLogits", "posWeight", posWeight);
}

/**
 * The cross-entropy between targets in [0, 1] and sigmoid(input), without overflow:
 * (1 − t) x + (1 + (posWeight − 1) t) ln(1 + e⁻ˣ), reduced: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless input and target have one shape, ArgumentError for an unknown option.
 * @example bceWithLogits(tensor([2, -1]), tensor([1, 0])) // tensor(0.2201)
 */
export function bceWithLogits(input: Tensor, target: Tensor, options: BCEWithLogitsLossOptions = {}): Tensor {
  refuseExtra("bceWithLogits", arguments, 3);
  check(checkBceOptions, "bceWithLogits", input, target, options);
  const { weight = null, posWeight = null, reduction = "mean" } = options;
  // −ln(1 + e⁻ˣ), accurate where softplus becomes linear.
  const excess = input.logSigmoid();
  const scaled = posWeight ? excess.mul(posWeight.sub(1).mul(target).add(1)) : excess;
  const losses = target.rsub(1).mul(input).sub(scaled);
  return reduce(weight ? losses.mul(weight) : losses, reduction);
}

function check<O>(
  checkOptions: (options: O) => void,
  loss: string,
  input: Tensor,
  target: Tensor,
  options: O,
): void {
  checkLossInputs(loss, input, target);
  if (target.dtype === "bool")
    throw new DTypeError(`${loss}: target is ${target.describe()}; convert it with to("float32").`);
  checkSameBackend(loss, [input, target]);
  checkOptions(options);
  checkSameShape(loss, input, target);
}
