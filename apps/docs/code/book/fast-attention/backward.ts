import { scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import {
  cat,
  manualSeed,
  randn,
  type Tensor,
  zeros,
} from "@saccade/tensor";

manualSeed(0);
const [n, d, tile] = [64, 8, 16];
const scale = 1 / Math.sqrt(d);
const [q, k, v] = [randn([n, d]), randn([n, d]), randn([n, d])];
const g = randn([n, d]); // the gradient that arrives at the output

// Kept from the forward pass: the output, and ln Σ exp of each row.
const { output } = scaledDotProductAttention(q, k, v);
const logSumExp = q.matmul(k.t()).mul(scale).logsumexp(-1);

// #region backward
const mean = g.mul(output).sum(-1, { keepdim: true }); // D, (n, 1)
const L = logSumExp.unsqueeze(-1); // (n, 1)
let dq = zeros([n, d]);
const dk: Tensor[] = [];
const dv: Tensor[] = [];
for (let j = 0; j < n; j += tile) {
  const keys = k.narrow(0, j, tile);
  const values = v.narrow(0, j, tile);
  const p = q.matmul(keys.t()).mul(scale).sub(L).exp(); // the weights
  const dp = g.matmul(values.t());
  const ds = p.mul(dp.sub(mean)).mul(scale); // (n, tile)
  dv.push(p.t().matmul(g));
  dk.push(ds.t().matmul(q));
  dq = dq.add(ds.matmul(keys));
}
// #endregion backward

const { grads } = valueAndGrad(
  () => scaledDotProductAttention(q, k, v).output.mul(g).sum(),
  [q, k, v],
);
for (const [i, found] of [dq, cat(dk, 0), cat(dv, 0)].entries()) {
  const difference = found.sub(grads[i]!).abs().max().item();
  console.log(`${"qkv"[i]}: below 1e-5: ${difference < 1e-5}`);
}
console.log(
  `kept for the gradient: ${output.numel + logSumExp.numel} numbers, ` +
    `with the matrix ${n * n}`,
);
