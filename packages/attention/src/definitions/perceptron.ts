import { linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { pairs } from "./concat.ts";

/**
 * vᵀ relu(W [q; k] + b), a network with one hidden layer: W (h, dq + dk), b (h), v (h) → (…, lq, lk).
 *
 * @example perceptronScores(ones([1, 2]), ones([3, 2]), ones([5, 4]), zeros([5]), ones([5])) // tensor([[20, 20, 20]])
 */
export function perceptronScores(q: Tensor, k: Tensor, W: Tensor, b: Tensor, v: Tensor): Tensor {
  return linear(pairs(q, k), W, b).relu().mul(v).sum(-1);
}
