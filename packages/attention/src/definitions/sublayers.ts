import { layerNorm, linear } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import type { LinearWeights, NormWeights } from "./weights.ts";

/**
 * LayerNorm(x + sublayer(x)) (Vaswani et al. 2017, section 3.1), or with `normFirst` x + sublayer(LayerNorm(x)) (Xiong et al.
 * 2020, figure 1): x (…, d).
 *
 * @example residual((x) => x, tensor([[1, 3]]), { weight: null }) // tensor([[-1.0000, 1.0000]])
 */
export function residual(
  sublayer: (x: Tensor) => Tensor,
  x: Tensor,
  { weight, bias }: NormWeights,
  normFirst: boolean = false,
): Tensor {
  const norm = (y: Tensor): Tensor => layerNorm(y, [y.size(-1)], weight, bias);
  return normFirst ? x.add(sublayer(norm(x))) : norm(x.add(sublayer(x)));
}

/**
 * W₂ activation(W₁ x + b₁) + b₂ (Vaswani et al. 2017, equation 2): (…, d) → (…, d).
 *
 * @example feedForward(tensor([[2]]), { weight: tensor([[1], [-1]]) }, { weight: tensor([[3, 4]]) }) // tensor([[6]])
 */
export function feedForward(
  x: Tensor,
  first: LinearWeights,
  second: LinearWeights,
  activation: (hidden: Tensor) => Tensor = (hidden) => hidden.relu(),
): Tensor {
  return linear(activation(linear(x, first.weight, first.bias)), second.weight, second.bias);
}
