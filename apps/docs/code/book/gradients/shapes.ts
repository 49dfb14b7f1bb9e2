import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, randn, type Tensor, zeros } from "@saccade/tensor";

// #region shapes
manualSeed(0);
const x = randn([4, 3]); // 4 samples
const weight = randn([3, 2]);
const bias = zeros([2]);
const { grads } = valueAndGrad(
  () => {
    const y = x.matmul(weight).add(bias); // (4, 2) + (2)
    return y.square().sum();
  },
  { weight, bias },
);
// #endregion shapes
const show = (x: Tensor): string => `(${x.shape.join(", ")})`;
console.log("weight", show(grads.weight), "bias", show(grads.bias));

// #region rules
const y = x.matmul(weight).add(bias);
const g = y.mul(2); // of the sum of squares by y: (4, 2)
const byWeight = x.t().matmul(g); // (3, 4) · (4, 2)
const byBias = g.sum(0); // bias was read 4 times
// #endregion rules
function off(a: Tensor, b: Tensor): number {
  return a.sub(b).abs().amax().item();
}
console.log("weight by hand, off by", off(byWeight, grads.weight));
console.log("bias by hand, off by  ", off(byBias, grads.bias));
