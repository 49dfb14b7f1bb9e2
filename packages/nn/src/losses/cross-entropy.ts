import { ArgumentError, DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, isFloat } from "@saccade/tensor/backend";
import type { Given } from "@saccade/tensor/contract";
import { classMean, softCrossEntropy } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import {
  checkSameShape,
  classRules,
  defineLoss,
  type LossOptions,
  moduleOfLoss,
  type Pair,
  type Reduction,
  reduce,
  smoothedRules,
} from "./loss.ts";

/** Options of {@link nllLoss}. */
export interface NLLLossOptions extends LossOptions, Given<ReturnType<typeof classRules>> {}

/** Options of {@link crossEntropy}. */
export interface CrossEntropyLossOptions extends LossOptions, Given<ReturnType<typeof smoothedRules>> {}

const nll = /* @__PURE__ */ defineLoss("nllLoss(logProbs, target, { ignoreIndex: 0 })", () => ({
  options: classRules(),
  weights: ["weight"],
  accepts: checkClasses,
  whole({ input, target }, terms) {
    const losses = fused.nllLoss(input, target, { dim: classDim(input), ...terms });
    return reduceClassLosses(losses, target, terms);
  },
}));

const entropy = /* @__PURE__ */ defineLoss("crossEntropy(logits, target, { labelSmoothing: 0.1 })", () => ({
  options: smoothedRules(),
  weights: ["weight"],
  accepts: checkClasses,
  whole(pair, terms) {
    const { input, target } = pair;
    if (isFloat(target.dtype)) {
      checkProbabilities(pair, terms);
      return reduce(softCrossEntropy(input, target, terms), terms.reduction);
    }
    const losses = fused.crossEntropy(input, target, { dim: classDim(input), ...terms });
    return reduceClassLosses(losses, target, terms);
  },
}));

/** The dim of the classes in (N, C, …) or (C). */
function classDim({ ndim }: Tensor): 0 | 1 {
  return ndim === 1 ? 0 : 1;
}

interface ClassReduction {
  readonly weight: Tensor | null;
  readonly ignoreIndex: number;
  readonly reduction: Reduction;
}

function reduceClassLosses(losses: Tensor, target: Tensor, terms: ClassReduction): Tensor {
  return terms.reduction === "mean" ? classMean(losses, target, terms) : reduce(losses, terms.reduction);
}

function checkClasses(loss: string, { input }: Pair): void {
  if (input.ndim > 0) return;
  throw new ShapeError(`${loss}: input is a scalar, expected (C), (N, C) or (N, C, …).`);
}

function checkProbabilities(pair: Pair, { weight: factors, ignoreIndex }: ClassReduction): void {
  const { input, target } = pair;
  if (target.ndim === input.ndim - 1)
    throw new DTypeError(
      `crossEntropy: target is ${target.describe()}; classes are int32: convert with to("int32"). Floats are ` +
        "probabilities, of the input's shape.",
    );
  const classes = input.size(classDim(input));
  if (factors && (factors.ndim !== 1 || factors.numel !== classes))
    throw new ShapeError(
      `crossEntropy: weight ${formatShape(factors.shape)}, expected one for each of the ${classes} classes.`,
    );
  checkSameShape("crossEntropy", pair);
  if (ignoreIndex >= 0)
    throw new ArgumentError(
      `crossEntropy: ignoreIndex is ${ignoreIndex}, and target ${target.describe()} holds probabilities, without an index ` +
        "to ignore; leave it out, or give classes of int32.",
    );
}

/**
 * −input[target] for log-probabilities (N, C, …) or (C) and classes (N, …) int32 → a scalar, or (N, …) with reduction
 * "none". The mean divides by the summed weights of the targets that are not ignored; if all are ignored it is NaN, as
 * in PyTorch.
 *
 * @throws DTypeError for targets that are not int32, ShapeError for targets of another shape, IndexError for a target
 * that is not a class (where the host can read the targets).
 * @example nllLoss(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" })) // tensor(0.3133)
 */
export function nllLoss(input: Tensor, target: Tensor, options?: NLLLossOptions): Tensor {
  return nll([input, target, options]);
}

/**
 * The cross-entropy of softmax(input) over the classes of (N, C, …) or (C). Targets are classes (N, …) int32, or
 * probabilities in the input's shape → a scalar, or (N, …) with reduction "none". The mean divides by the summed
 * weights of the targets that are not ignored (if all are ignored it is NaN, as in PyTorch); for probabilities, by the
 * number of rows.
 *
 * @throws DTypeError for classes that are not int32, ShapeError for targets of another shape, IndexError for a target
 * that is not a class (where the host can read the targets).
 * @example crossEntropy(tensor([[1, 2]]), tensor([1], { dtype: "int32" }), { labelSmoothing: 0.1 }) // tensor(0.3633)
 */
export function crossEntropy(input: Tensor, target: Tensor, options?: CrossEntropyLossOptions): Tensor {
  return entropy([input, target, options]);
}

/**
 * {@link nllLoss} as a module, with its options.
 *
 * @example new NLLLoss().forward(tensor([[1, 2]]).logSoftmax(1), tensor([1], { dtype: "int32" })) // tensor(0.3133)
 */
export class NLLLoss extends /* @__PURE__ */ moduleOfLoss(nll, nllLoss) {}

/**
 * {@link crossEntropy} as a module, with its options.
 *
 * @example new CrossEntropyLoss({ labelSmoothing: 0.1 }).forward(tensor([[1, 2]]), tensor([1], { dtype: "int32" })) // tensor(0.3633)
 */
export class CrossEntropyLoss extends /* @__PURE__ */ moduleOfLoss(entropy, crossEntropy) {}
