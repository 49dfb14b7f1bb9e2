import { type Tensor, where } from "@saccade/tensor";

// The two matrix products of attention. Masked keys have no effect, even if NaN: their rows are replaced by zeros before a
// product. A weight of 0 is not enough, since 0 · NaN is NaN.

/**
 * q kᵀ: q (…, lq, d), k (…, lk, d) → (…, lq, lk), 0 where the mask is false.
 *
 * @example products(tensor([[1, 2]]), tensor([[3, 4], [NaN, 5]]), tensor([[true, false]])) // tensor([[11, 0]])
 */
export function products(q: Tensor, k: Tensor, mask?: Tensor): Tensor {
  if (!mask) return q.matmul(k.transpose(-2, -1));
  const keys = allowedRows(k, mask).transpose(-2, -1); // (…, lq, d, lk)
  return q.unsqueeze(-2).matmul(keys).squeeze(-2);
}

/**
 * The sum of the values, each times its weight: weights (…, lq, lk), values (…, lk, dv) → (…, lq, dv).
 *
 * @example weightedSum(tensor([[0.5, 0.5]]), tensor([[2], [4]])) // tensor([[3]])
 */
export function weightedSum(weights: Tensor, values: Tensor, mask?: Tensor): Tensor {
  if (!mask) return weights.matmul(values);
  return weights.unsqueeze(-2).matmul(allowedRows(values, mask)).squeeze(-2);
}

// The rows of x (…, lk, d) that each query may attend to, and zeros in place of the others: (…, lq, lk, d).
function allowedRows(x: Tensor, mask: Tensor): Tensor {
  return where(mask.unsqueeze(-1), x.unsqueeze(-3), 0);
}
