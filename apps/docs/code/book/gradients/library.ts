import { gradCheck, valueAndGrad } from "@saccade/autograd";
import { type Tensor, tensor } from "@saccade/tensor";

const a = tensor(1);
const b = tensor(-0.5);
const c = tensor(0.8);
function expression(a: Tensor, b: Tensor, c: Tensor): Tensor {
  return a.mul(b).add(c).tanh().mul(a);
}
const params = { a, b, c };
const f = () => expression(a, b, c);
const { value, grads } = valueAndGrad(f, params);

console.log("y   ", value.item().toFixed(6));
for (const [name, grad] of Object.entries(grads)) {
  console.log("by", name, grad.item().toFixed(6));
}
// Throws if a gradient differs from small differences.
gradCheck(expression, [a, b, c]);
