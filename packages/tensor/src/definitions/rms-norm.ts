import type { Shape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";

/**
 * x / √(mean x² + eps) · weight over the trailing dims `shape`: x (…, shape) → (…, shape). Zhang and Sennrich 2019,
 * equation 4.
 *
 * @example rmsNorm(tensor([[3, 4]]), [2], null, 0) // tensor([[0.8485, 1.1314]])
 */
export function rmsNorm(x: Tensor, shape: Shape, weight: Tensor | null, eps: number): Tensor {
  const dims = shape.map((_, i) => i - shape.length);
  const square = x.square().mean(dims, { keepdim: true }); // (…, 1)
  const normed = x.div(square.add(eps).sqrt());
  return weight ? normed.mul(weight) : normed;
}
