import { gather, logSoftmax, ShapeError, type Tensor, where } from "@saccade/tensor";
import { formatShape, isFloat, negativeLogLikelihood, softmaxCrossEntropy } from "@saccade/tensor/backend";
import { checkReduction, checkSameShape, type LossOptions, type Reduction } from "./reduction.ts";

export interface NLLLossOptions extends LossOptions {
  /** A factor for each class: (C). The mean is then weighted. */
  readonly weight?: Tensor | null;
  /** Targets that do not count. Default -100. */
  readonly ignoreIndex?: number;
}

export interface CrossEntropyLossOptions extends NLLLossOptions {
  /** How much of the target's probability is spread over all classes evenly, 0 to 1. Default 0. */
  readonly labelSmoothing?: number;
}

/**
 * −input[target] for log-probabilities (N, C, …) or (C) and classes (N, …) int32. The mean divides by the
 * summed weights of the targets that count.
 *
 * @throws IndexError for a target that is no class, where the host can see it.
 */
export function nllLoss(
  input: Tensor,
  target: Tensor,
  { weight = null, ignoreIndex = -100, reduction = "mean" }: NLLLossOptions = {},
): Tensor {
  checkReduction("nllLoss", reduction);
  const dim = classDimOf("nllLoss", input);
  const losses = negativeLogLikelihood(input, target, { dim, ignoreIndex, weight });
  return reduceClassLosses(losses, target, { weight, ignoreIndex, reduction });
}

/**
 * The cross-entropy of softmax(input) over the classes of (N, C, …) or (C), for targets that are classes
 * (N, …) int32, or probabilities of the input's shape. The mean divides by the summed weights of the targets
 * that count; for probabilities, by their number.
 *
 * @throws IndexError for a target that is no class, where the host can see it.
 */
export function crossEntropy(
  input: Tensor,
  target: Tensor,
  { weight = null, ignoreIndex = -100, labelSmoothing = 0, reduction = "mean" }: CrossEntropyLossOptions = {},
): Tensor {
  checkReduction("crossEntropy", reduction);
  if (!(labelSmoothing >= 0 && labelSmoothing <= 1)) {
    throw new RangeError(`crossEntropy: labelSmoothing is ${labelSmoothing}, expected 0 to 1.`);
  }
  const dim = classDimOf("crossEntropy", input);
  if (isFloat(target.dtype)) {
    if (weight) checkClassWeight("crossEntropy", weight, input.size(dim));
    checkSameShape("crossEntropy", input, target);
    const options = { weight, smoothing: labelSmoothing, reduction };
    return probabilityLoss(logSoftmax(input, dim), target, dim, options);
  }
  const losses = softmaxCrossEntropy(input, target, { dim, ignoreIndex, weight, labelSmoothing });
  return reduceClassLosses(losses, target, { weight, ignoreIndex, reduction });
}

/** Where the classes of (N, C, …) or (C) stand. @throws ShapeError for a scalar. */
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

/** The mean divides by the summed weights of the targets that count. */
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
