import { type Tensor, where } from "@saccade/tensor";
import { alongClasses, type ClassTerms, classDim } from "./soft-cross-entropy.ts";

/** Terms of a cross-entropy whose targets are classes. */
export interface TargetTerms extends ClassTerms {
  /** A target that counts for nothing. Default -100. */
  readonly ignoreIndex?: number;
}

/**
 * The soft cross-entropy of targets that are one class each, −Σ_c w_c q′_c ln p_c where q′ is 1 − s at the target, plus s / C
 * everywhere (Szegedy et al. 2016, section 7): logits (n, C, …), target (n, …) int32 → (n, …).
 *
 * @example hardCrossEntropy(tensor([[1, 2]]), tensor([1], { dtype: "int32" })) // tensor([0.3133])
 */
export function hardCrossEntropy(logits: Tensor, target: Tensor, terms: TargetTerms = {}): Tensor {
  const { weight, labelSmoothing: s = 0, ignoreIndex = -100 } = terms;
  const dim = classDim(logits);
  const kept = target.ne(ignoreIndex); // (n, …)
  const logProbs = logits.logSoftmax(dim); // (n, C, …)
  const weighted = weight ? logProbs.mul(alongClasses(weight, logits)) : logProbs;
  const wanted = weighted.gather(dim, where(kept, target, 0).unsqueeze(dim)).squeeze(dim);
  const sum = s > 0 ? wanted.mul(1 - s).add(weighted.mean(dim).mul(s)) : wanted;
  return where(kept, sum.neg(), 0);
}

/**
 * The mean of such losses: their sum by the weights of the targets that count.
 *
 * @example classMean(tensor([2, 4]), tensor([0, 1], { dtype: "int32" }), { weight: tensor([1, 3]) }) // tensor(1.5000)
 */
export function classMean(losses: Tensor, target: Tensor, terms: TargetTerms = {}): Tensor {
  const { weight, ignoreIndex = -100 } = terms;
  const kept = target.ne(ignoreIndex); // (n, …)
  if (!weight) return losses.sum().div(kept.sum().to(losses.dtype));
  const factors = weight.gather(0, where(kept, target, 0).flatten()).reshape(target.shape);
  return losses.sum().div(where(kept, factors, 0).sum());
}
