import type { Tensor } from "@saccade/tensor";

/**
 * scale · q·k / (|q| |k|) (Graves, Wayne & Danihelka 2014, equations 5 and 6): q (…, lq, d), k (…, lk, d) → (…, lq, lk).
 *
 * @example cosineScores(tensor([[1, 0]]), tensor([[2, 0], [0, 2]]), 10) // tensor([[10, 0]])
 */
export function cosineScores(q: Tensor, k: Tensor, scale: number = 1): Tensor {
  const unit = (x: Tensor): Tensor => x.div(x.norm({ dim: -1, keepdim: true }).clamp({ min: 1e-8 }));
  return unit(q).matmul(unit(k).transpose(-2, -1)).mul(scale);
}
