import { gather, isFloat, logSoftmax, type Tensor, where } from "@saccade/tensor";
import { type ClassTargets, checkClassWeight, classDimOf, classTargets } from "./class-targets.ts";
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
  const targets = classTargets("nllLoss", input, target, ignoreIndex);
  if (weight) checkClassWeight("nllLoss", weight, input.size(targets.classDim));
  return classLoss(input, targets, { weight, smoothing: 0, reduction });
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
  const classDim = classDimOf("crossEntropy", input);
  if (weight) checkClassWeight("crossEntropy", weight, input.size(classDim));
  const options = { weight, smoothing: labelSmoothing, reduction };
  if (isFloat(target.dtype)) {
    checkSameShape("crossEntropy", input, target);
    return probabilityLoss(logSoftmax(input, classDim), target, classDim, options);
  }
  const targets = classTargets("crossEntropy", input, target, ignoreIndex);
  return classLoss(logSoftmax(input, classDim), targets, options);
}

interface ClassLossOptions {
  readonly weight: Tensor | null;
  readonly smoothing: number;
  readonly reduction: Reduction;
}

function classLoss(
  logProbs: Tensor,
  { classDim, kept, classes }: ClassTargets,
  { weight, smoothing, reduction }: ClassLossOptions,
): Tensor {
  const picked = gather(logProbs, classDim, classes.unsqueeze(classDim)).squeeze(classDim); // (N, …)
  const factors = weight && gather(weight, 0, classes.flatten()).reshape(classes.shape);
  let losses = factors ? picked.neg().mul(factors) : picked.neg();
  if (smoothing > 0) {
    const all = weight ? logProbs.mul(weightAlong(logProbs, classDim, weight)) : logProbs;
    const even = all.sum(classDim).mul(-smoothing / logProbs.size(classDim));
    losses = losses.mul(1 - smoothing).add(even);
  }
  losses = where(kept, losses, 0);
  if (reduction === "none") return losses;
  if (reduction === "sum") return losses.sum();
  const total = factors ? where(kept, factors, 0).sum() : kept.to(losses.dtype).sum();
  return losses.sum().div(total);
}

function probabilityLoss(
  logProbs: Tensor,
  target: Tensor,
  classDim: number,
  { weight, smoothing, reduction }: ClassLossOptions,
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
