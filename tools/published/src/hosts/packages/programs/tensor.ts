// One step of gradient descent by the formula, without autograd.
import { manualSeed, randn, zeros } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const x = randn([32, 3]);
  const y = x.matmul(randn([3, 1]));
  let w = zeros([3, 1]);
  const errors = () => x.matmul(w).sub(y); // (32, 1)
  const loss = () => errors().square().mean().item();
  const before = loss();
  w = w.sub(
    x
      .transpose(0, 1)
      .matmul(errors())
      .mul(0.1 / 32),
  );
  return { before, after: loss() };
}
