import type { Shape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";

/**
 * (x − mean) / √(variance + eps) · weight + bias over the trailing dims `shape`: x (…, shape) → (…, shape). Ba, Kiros and
 * Hinton 2016, equation 3, with the biased variance.
 *
 * @example layerNorm(tensor([[1, 2, 3]]), [3]) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export function layerNorm(
  x: Tensor,
  shape: Shape,
  weight?: Tensor | null, // shape
  bias?: Tensor | null, // shape
  eps: number = 1e-5,
): Tensor {
  const dims = shape.map((_, i) => i - shape.length);
  const centred = x.sub(x.mean(dims, { keepdim: true }));
  const variance = centred.square().mean(dims, { keepdim: true }); // (…, 1)
  const normed = centred.div(variance.add(eps).sqrt());
  const scaled = weight ? normed.mul(weight) : normed;
  return bias ? scaled.add(bias) : scaled;
}
