import type { Tensor } from "../tensor.ts";

/**
 * W x + b: x (…, i), weight W (o, i), bias (o) → (…, o).
 *
 * @example linear(ones([2, 4]), ones([3, 4])) // tensor([[4, 4, 4], [4, 4, 4]])
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  const product = x.matmul(weight.t());
  return bias ? product.add(bias) : product;
}
