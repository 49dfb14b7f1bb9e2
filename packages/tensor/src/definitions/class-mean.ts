import { where } from "../ops/elementwise/comparison.ts";
import type { Tensor } from "../tensor.ts";
import type { TargetTerms } from "./cross-entropy.ts";

/**
 * The mean of losses (n, …) whose targets are classes: their sum by the weights of the targets that count.
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
