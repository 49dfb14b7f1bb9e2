import { valueAndGrad, vmap } from "@saccade/autograd";
import { crossEntropy, Linear, Sequential, Tanh } from "@saccade/nn";
import {
  manualSeed,
  randint,
  randn,
  type Tensor,
} from "@saccade/tensor";

manualSeed(0);
const net = new Sequential(
  new Linear(4, 8),
  new Tanh(),
  new Linear(8, 3),
);
const params = net.namedParameters();
const xs = randn([32, 4]);
const ys = randint(0, 3, [32]);

const gradsOf = (x: Tensor, y: Tensor) =>
  valueAndGrad(
    () => crossEntropy(net.forward(x.unsqueeze(0)), y.unsqueeze(0)),
    params,
  ).grads;
// each["0.weight"]: the gradient of each of 32 samples
const each = vmap(gradsOf)(xs, ys);

console.log("one for each sample:", each["0.weight"]!.shape);
const { grads } = valueAndGrad(
  () => crossEntropy(net.forward(xs), ys),
  params,
);
const gap = each["0.weight"]!.mean(0)
  .sub(grads["0.weight"]!)
  .abs()
  .max()
  .item();
console.log("their mean is the gradient of the batch:", gap < 1e-6);
