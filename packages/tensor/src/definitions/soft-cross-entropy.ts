import type { Tensor } from "../tensor.ts";

/** Terms of a cross-entropy over C classes. */
export interface ClassTerms {
  /** w: how much each class counts, (C). Default: ones. */
  readonly weight?: Tensor | null | undefined;
  /** s: the share of the target's probability that is spread evenly over all classes, 0 to 1. Default 0. */
  readonly labelSmoothing?: number;
}

/**
 * −Σ_c w_c q′_c ln p_c with p = softmax(logits) and q′ = (1 − s) q + s / C (Szegedy et al. 2016, section 7): logits and q
 * (n, C, …) → (n, …), or (C) → a scalar.
 *
 * @example softCrossEntropy(tensor([[1, 2]]), tensor([[0.5, 0.5]])) // tensor([0.8133])
 */
export function softCrossEntropy(logits: Tensor, q: Tensor, terms: ClassTerms = {}): Tensor {
  const { weight, labelSmoothing: s = 0 } = terms;
  const dim = Math.min(1, logits.ndim - 1);
  const smoothed = s > 0 ? q.mul(1 - s).add(s / q.size(dim)) : q;
  const factors = weight ? smoothed.mul(alongClasses(weight, logits, dim)) : smoothed;
  return logits.logSoftmax(dim).mul(factors).sum(dim).neg();
}

/** (C) as (C, 1, …), which broadcasts to logits with the classes in `dim`. */
export function alongClasses(weight: Tensor, logits: Tensor, dim: number): Tensor {
  return weight.reshape([weight.numel, ...logits.shape.slice(dim + 1).fill(1)]);
}
