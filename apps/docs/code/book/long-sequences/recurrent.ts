import { linearAttention } from "@saccade/attention";
import {
  manualSeed,
  randn,
  stack,
  type Tensor,
  where,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const [n, d] = [100, 4];
const [q, k, v] = [randn([n, d]), randn([n, d]), randn([n, d])];
const phi = (x: Tensor): Tensor =>
  where(x.gt(0), x.add(1), x.minimum(0).exp());

let state = zeros([d, d]); // Σ φ(k) vᵀ, (m, dv)
let total = zeros([d]); // Σ φ(k), (m)
const outputs: Tensor[] = [];
for (let i = 0; i < n; i++) {
  const key = phi(k.select(0, i)); // (m)
  const query = phi(q.select(0, i)); // (m)
  state = state.add(key.unsqueeze(1).mul(v.select(0, i)));
  total = total.add(key);
  outputs.push(query.matmul(state).div(query.mul(total).sum())); // (dv)
}
const difference = stack(outputs)
  .sub(linearAttention(q, k, v, { causal: true }))
  .abs()
  .max()
  .item();
console.log(
  "token by token and all at once differ by",
  difference.toFixed(5),
);
console.log(
  `numbers kept after ${n} tokens: state ${d * d + d}, ` +
    `keys and values ${2 * n * d}`,
);
