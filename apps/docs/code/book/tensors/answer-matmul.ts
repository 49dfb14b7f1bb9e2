import { manualSeed, randn, type Tensor } from "@saccade/tensor";

/** a (…, n, k), b (…, k, m) → (…, n, m), without matmul. */
function product(a: Tensor, b: Tensor): Tensor {
  const terms = a.unsqueeze(-1).mul(b.unsqueeze(-3)); // (…, n, k, m)
  return terms.sum(-2);
}
manualSeed(0);
const [a, b] = [randn([8, 5, 16]), randn([16, 32])];
const difference = product(a, b).sub(a.matmul(b)).abs().amax();
console.log(product(a, b).describe(), difference.item() < 1e-4);
