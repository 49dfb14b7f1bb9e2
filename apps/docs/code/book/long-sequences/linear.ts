import {
  linearAttention,
  scaledDotProductAttention,
} from "@saccade/attention";
import { manualSeed, randn, type Tensor, where } from "@saccade/tensor";

manualSeed(0);
const [q, k, v] = [
  randn([1, 5, 4]),
  randn([1, 5, 4]),
  randn([1, 5, 1]),
]; // (b, n, d), (b, n, d), (b, n, dv)
const phi = (x: Tensor): Tensor =>
  where(x.gt(0), x.add(1), x.minimum(0).exp()); // elu(x) + 1

// The same numbers with an (n, n) matrix of weights …
const weights = phi(q).matmul(phi(k).transpose(1, 2)); // (b, n, n)
const slow = weights.div(weights.sum(-1, { keepdim: true })).matmul(v);
// … and with sums over the keys, (d, dv) and (d), which serve every
// query.
const sums = phi(k).transpose(1, 2).matmul(v); // (b, d, dv)
const total = phi(k).sum(1).unsqueeze(-1); // (b, d, 1)
const fast = phi(q).matmul(sums).div(phi(q).matmul(total));

console.log("with a matrix  ", String(slow.flatten()));
console.log("with sums      ", String(fast.flatten()));
console.log(
  "linearAttention",
  String(linearAttention(q, k, v).flatten()),
);
console.log(
  "dot products   ",
  String(scaledDotProductAttention(q, k, v).output.flatten()),
);
