import { linear } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";

/**
 * [q; k] of every pair: q (…, lq, dq), k (…, lk, dk), with equal batch dims → (…, lq, lk, dq + dk).
 *
 * @example pairs(tensor([[1]]), tensor([[2], [3]])) // tensor([[[1, 2], [1, 3]]])
 */
export function pairs(q: Tensor, k: Tensor): Tensor {
  const [batch, lq, lk] = [q.shape.slice(0, -2), q.size(-2), k.size(-2)];
  const queries = q.unsqueeze(-2).expand([...batch, lq, lk, q.size(-1)]);
  const keys = k.unsqueeze(-3).expand([...batch, lq, lk, k.size(-1)]);
  return cat([queries, keys], -1);
}

/**
 * vᵀ tanh(W [q; k]) (Luong, Pham & Manning 2015, equation 8, "concat"): W (h, dq + dk), v (h) → (…, lq, lk).
 *
 * @example concatScores(ones([1, 2]), ones([3, 2]), zeros([5, 4]), ones([5])) // tensor([[0, 0, 0]])
 */
export function concatScores(q: Tensor, k: Tensor, W: Tensor, v: Tensor): Tensor {
  return linear(pairs(q, k), W).tanh().mul(v).sum(-1);
}
