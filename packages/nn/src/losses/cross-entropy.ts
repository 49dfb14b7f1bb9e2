import { DTypeError, gather, logSoftmax, ShapeError, type Tensor, where } from "@saccade/tensor";
import {
  checkInteger,
  checkRange,
  formatShape,
  isFloat,
  type OptionNames,
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
  type Reduction,
  renamed,
} from "./reduction.ts";

/** Options of {@link nllLoss}. */
export interface NLLLossOptions extends LossOptions {
  /** One weight per class: (C), in the input's dtype, each ≥ 0 and one above. The mean is then weighted. */
  readonly weight?: Tensor | null;
  /** The target value that is ignored. Default -100. */
  readonly ignoreIndex?: number;
}

/** Options of {@link crossEntropy}. */
export interface CrossEntropyLossOptions extends NLLLossOptions {
  /** The share of the target's probability that is spread evenly over all classes, 0 to 1. Default 0. */
  readonly labelSmoothing?: number;
}

const nllOptions = optionNames<NLLLossOptions>(
  "nllLoss",
  { weight: true, ignoreIndex: true, reduction: true },
  "nllLoss(logProbs, target, { ignoreIndex: 0 })",
  renamed,
);
const crossEntropyOptions = optionNames<CrossEntropyLossOptions>(
  "crossEntropy",
  { weight: true, ignoreIndex: true, labelSmoothing: true, reduction: true },
  "crossEntropy(logits, target, { labelSmoothing: 0.1 })",
  renamed,
);

/** @throws ArgumentError for an unknown or invalid option of {@link nllLoss}. */
export function checkNllOptions(options: NLLLossOptions): void {
  checkClassOptions(nllOptions, options);
}

/** @throws ArgumentError for an unknown or invalid option of {@link crossEntropy}. */
export function checkCrossEntropyOptions(options: CrossEntropyLossOptions): void {
  checkClassOptions(crossEntropyOptions, options);
  if (options.labelSmoothing !== undefined)
    checkRange("crossEntropy", "labelSmoothing", options.labelSmoothing, 0, 1);
}

function checkClassOptions(names: OptionNames, options: NLLLossOptions): void {
  checkLossOptions(names, options);
  const { weight = null, ignoreIndex } = options;
  if (weight !== null) checkWeights(names.what, "weight", weight);
  if (ignoreIndex !== undefined) checkInteger(names.what, "ignoreIndex", ignoreIndex);
}

/**
 * −input[target] for log-probabilities (N, C, …) or (C) and classes (N, …) int32 → a scalar, or (N, …) with reduction
 * "none". The mean divides by the summed weights of the targets that are not ignored; if all are ignored it is NaN, as
 * in PyTorch.
 *
 * @throws DTypeError for targets that are not int32, ShapeError for targets of another shape, IndexError for a target
 * that is not a class (where the host can read the targets), ArgumentError for an unknown option.
 * @example nllLoss(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" })) // tensor(0.3133)
 */
export function nllLoss(input: Tensor, target: Tensor, options: NLLLossOptions = {}): Tensor {
  refuseExtra("nllLoss", arguments, 3);
  checkLossInputs("nllLoss", input, target);
  checkNllOptions(options);
  const { weight = null, ignoreIndex = -100, reduction = "mean" } = options;
  const dim = classDimOf("nllLoss", input);
  const losses = fused.nllLoss(input, target, { dim, ignoreIndex, weight });
  return reduceClassLosses(losses, target, { weight, ignoreIndex, reduction });
}

/**
 * The cross-entropy of softmax(input) over the classes of (N, C, …) or (C). Targets are classes (N, …) int32, or
 * probabilities in the input's shape → a scalar, or (N, …) with reduction "none". The mean divides by the summed
 * weights of the targets that are not ignored (if all are ignored it is NaN, as in PyTorch); for probabilities, by the
 * number of rows.
 *
 * @throws DTypeError for classes that are not int32, ShapeError for targets of another shape, IndexError for a target
 * that is not a class (where the host can read the targets), ArgumentError for an unknown option.
 * @example crossEntropy(tensor([[1, 2]]), tensor([1], { dtype: "int32" }), { labelSmoothing: 0.1 }) // tensor(0.3633)
 */
export function crossEntropy(input: Tensor, target: Tensor, options: CrossEntropyLossOptions = {}): Tensor {
  refuseExtra("crossEntropy", arguments, 3);
  checkLossInputs("crossEntropy", input, target);
  checkCrossEntropyOptions(options);
  const { weight = null, ignoreIndex = -100, labelSmoothing = 0, reduction = "mean" } = options;
  const dim = classDimOf("crossEntropy", input);
  if (isFloat(target.dtype)) {
    if (target.ndim === input.ndim - 1) throw floatClasses(target);
    if (weight) checkClassWeight("crossEntropy", weight, input.size(dim));
    checkSameShape("crossEntropy", input, target);
    const rest = { weight, smoothing: labelSmoothing, reduction };
    return probabilityLoss(logSoftmax(input, dim), target, dim, rest);
  }
  const losses = fused.crossEntropy(input, target, { dim, ignoreIndex, weight, labelSmoothing });
  return reduceClassLosses(losses, target, { weight, ignoreIndex, reduction });
}

function floatClasses(target: Tensor): DTypeError {
  return new DTypeError(
    `crossEntropy: target is ${target.describe()}; classes are int32: convert with to("int32"). Floats are ` +
      "probabilities, of the input's shape.",
  );
}

/** The dim of the classes in (N, C, …) or (C). @throws ShapeError for a scalar. */
function classDimOf(loss: string, input: Tensor): 0 | 1 {
  if (input.ndim === 0)
    throw new ShapeError(`${loss}: input is a scalar, expected (C), (N, C) or (N, C, …).`);
  return input.ndim === 1 ? 0 : 1;
}

/** @throws ShapeError unless there is one weight for each class. */
function checkClassWeight(loss: string, weight: Tensor, classes: number): void {
  if (weight.ndim === 1 && weight.numel === classes) return;
  throw new ShapeError(
    `${loss}: weight ${formatShape(weight.shape)}, expected one for each of the ${classes} classes.`,
  );
}

interface ClassReduction {
  readonly weight: Tensor | null;
  readonly ignoreIndex: number;
  readonly reduction: Reduction;
}

/** The mean divides by the summed weights of the targets that are not ignored. */
function reduceClassLosses(
  losses: Tensor,
  target: Tensor,
  { weight, ignoreIndex, reduction }: ClassReduction,
): Tensor {
  if (reduction === "none") return losses;
  if (reduction === "sum") return losses.sum();
  const kept = target.ne(ignoreIndex);
  if (!weight) return losses.sum().div(kept.sum().to(losses.dtype));
  const factors = gather(weight, 0, where(kept, target, 0).flatten()).reshape(target.shape);
  return losses.sum().div(where(kept, factors, 0).sum());
}

interface ProbabilityLossOptions {
  readonly weight: Tensor | null;
  readonly smoothing: number;
  readonly reduction: Reduction;
}

function probabilityLoss(
  logProbs: Tensor,
  target: Tensor,
  classDim: number,
  { weight, smoothing, reduction }: ProbabilityLossOptions,
): Tensor {
  const classes = logProbs.size(classDim);
  const smoothed = smoothing > 0 ? target.mul(1 - smoothing).add(smoothing / classes) : target;
  const factors = weight ? smoothed.mul(weightAlong(logProbs, classDim, weight)) : smoothed;
  const losses = logProbs.mul(factors).sum(classDim).neg();
  if (reduction === "none") return losses;
  return reduction === "sum" ? losses.sum() : losses.sum().div(losses.numel);
}

// (C) as (C, 1, …), so that it broadcasts to (N, C, …).
function weightAlong(x: Tensor, classDim: number, weight: Tensor): Tensor {
  return weight.reshape([weight.numel, ...new Array<number>(x.ndim - classDim - 1).fill(1)]);
}
