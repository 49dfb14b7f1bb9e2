import { type Tensor, tensor, where } from "@saccade/tensor";

const elu = (x: Tensor): Tensor =>
  where(x.gt(0), x, x.minimum(0).exp().sub(1));
const q = tensor([[1, -2]]); // (1, d)
const k = tensor([
  [1, 1],
  [-1, 2],
  [2, -1],
]); // (m, d)
for (const [name, phi] of [
  ["elu(x)    ", elu],
  ["elu(x) + 1", (x: Tensor) => elu(x).add(1)],
] as const) {
  const scores = phi(q).matmul(phi(k).t()); // (1, m)
  const weights = scores.div(scores.sum(-1, { keepdim: true }));
  console.log(name, String(weights.select(0, 0)));
}
