import { MultiheadAttention } from "@saccade/attention";
import { grad } from "@saccade/autograd";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(16, 1);
for (const n of [10, 100, 1000]) {
  const x = randn([n, 1, 16]);
  const last = (x: Tensor) => {
    const query = x.narrow(0, n - 1, 1);
    return attention.forward(query, x, x).output.sum();
  };
  const norms = grad(last)(x)
    .norm({ dim: [1, 2] })
    .narrow(0, 0, n - 1);
  const [mean, far] = [norms.mean().item(), norms.select(0, 0).item()];
  console.log(
    `n = ${n}:`.padEnd(9),
    mean.toExponential(1),
    far.toExponential(1),
  );
}
