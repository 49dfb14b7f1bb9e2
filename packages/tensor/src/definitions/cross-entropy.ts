import { where } from "../ops/elementwise/comparison.ts";
import type { Tensor } from "../tensor.ts";
import { alongClasses, type ClassTerms } from "./soft-cross-entropy.ts";

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
export function hardCrossEntropy(
  logits: Tensor,
  target: Tensor,
  terms: TargetTerms = {},
  dim: number = Math.min(1, logits.ndim - 1), // of the classes
): Tensor {
  const kept = target.ne(terms.ignoreIndex ?? -100).unsqueeze(dim);
  return logLoss(where(kept, logits, 0).logSoftmax(dim), target, terms, dim);
}

/** The same from ln p. */
export function logLoss(logProbs: Tensor, target: Tensor, terms: TargetTerms, dim: number): Tensor {
  const { weight, labelSmoothing: s = 0, ignoreIndex = -100 } = terms;
  const kept = target.ne(ignoreIndex); // (n, …)
  const weighted = weight ? logProbs.mul(alongClasses(weight, logProbs, dim)) : logProbs;
  const wanted = weighted.gather(dim, where(kept, target, 0).unsqueeze(dim)).squeeze(dim);
  const sum = s > 0 ? wanted.mul(1 - s).add(weighted.mean(dim).mul(s)) : wanted;
  return where(kept, sum.neg(), 0);
}
