import { valueAndGrad } from "@saccade/autograd";
import { Parameter, SGD } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";

// A narrow valley: 25 times as steep along one number.
function loss(p: Tensor): Tensor {
  return p
    .square()
    .mul(tensor([25, 1]))
    .sum();
}

function descend(lr: number, momentum: number, steps: number): Tensor {
  let p = tensor([1, 1]);
  let velocity = tensor([0, 0]);
  for (let step = 0; step < steps; step++) {
    const { grads } = valueAndGrad(() => loss(p), p);
    velocity = velocity.mul(momentum).add(grads);
    p = p.sub(velocity.mul(lr));
  }
  return p;
}
for (const momentum of [0, 0.8]) {
  const ours = loss(descend(0.02, momentum, 50)).item();
  const p = new Parameter(tensor([1, 1]));
  const optimizer = new SGD([p], { lr: 0.02, momentum });
  for (let step = 0; step < 50; step++) optimizer.step(() => loss(p));
  const [a, b] = [ours, loss(p).item()].map((x) => x.toExponential(2));
  console.log(`momentum ${momentum}: ${a}, the library's SGD ${b}`);
}
