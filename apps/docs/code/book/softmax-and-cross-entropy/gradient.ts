import { valueAndGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";

const scores = tensor([[2, 1, 0, -1]]);
const right = tensor([2], { dtype: "int32" });
const loss = () => crossEntropy(scores, right);
const { grads } = valueAndGrad(loss, scores);

const p = scores.softmax(-1);
const y = tensor([[0, 0, 1, 0]]);
function show(x: Tensor): string {
  const numbers = x.flatten().toArray(1);
  return numbers.map((v) => v.toFixed(3).padStart(6)).join(" ");
}
console.log("p       ", show(p));
console.log("p − y   ", show(p.sub(y)));
console.log("gradient", show(grads));
console.log("its sum ", show(grads.sum().abs()));
