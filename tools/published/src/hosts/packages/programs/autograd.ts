// One step of gradient descent along the gradient that is returned.
import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const x = randn([32, 3]);
  const y = x.matmul(randn([3, 1]));
  const loss = (w: Tensor) => x.matmul(w).sub(y).square().mean();
  const w = zeros([3, 1]);
  const { value, grads } = valueAndGrad(() => loss(w), w);
  return { before: value.item(), after: loss(w.sub(grads.mul(0.1))).item() };
}
