import type { Tensor } from "@saccade/tensor";

export function softmaxBackward(
  weights: Tensor,
  gradient: Tensor,
): Tensor {
  // Σᵢ gᵢ αᵢ (δᵢⱼ − αⱼ) = αⱼ (gⱼ − Σᵢ gᵢ αᵢ)
  const mean = gradient.mul(weights).sum(-1, { keepdim: true }); // (n, 1)
  return weights.mul(gradient.sub(mean));
}
