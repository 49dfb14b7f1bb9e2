import { DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import {
  checkInteger,
  checkRange,
  formatShape,
  isFloat,
  type OptionNames,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { classMean, softCrossEntropy } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import {
  checkLossInputs,
  checkLossOptions,
  checkSameShape,
  checkWeights,
  type LossOptions,
  type Reduction,
  reduce,
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
    return reduce(softCrossEntropy(input, target, { weight, labelSmoothing }), reduction);
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

function reduceClassLosses(losses: Tensor, target: Tensor, terms: ClassReduction): Tensor {
  return terms.reduction === "mean" ? classMean(losses, target, terms) : reduce(losses, terms.reduction);
}
