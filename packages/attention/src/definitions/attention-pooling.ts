import { linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Attended, attend } from "./attend.ts";
import type { LinearWeights } from "./weights.ts";

/**
 * One vector for a sequence, its vectors weighted by softmax(uᵀ tanh(W x + b)) (Yang et al. 2016, equations 5 to 7): x
 * (…, n, d), u (h), mask bool (…, n) → output (…, d), weights (…, n).
 *
 * @example attentionPooling(tensor([[2], [4]]), { weight: ones([3, 1]) }, zeros([3])).output // tensor([3])
 */
export function attentionPooling(
  x: Tensor,
  { weight, bias }: LinearWeights,
  u: Tensor,
  mask?: Tensor,
): Attended {
  const scores = linear(x, weight, bias).tanh().matmul(u); // (…, n)
  const { output, weights } = attend(scores.unsqueeze(-2), x, mask?.unsqueeze(-2));
  return { output: output.squeeze(-2), weights: weights.squeeze(-2) };
}
