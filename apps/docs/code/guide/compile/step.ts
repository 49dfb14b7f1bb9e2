import { compile } from "@saccade/autograd";
import { Adam, Linear, mseLoss } from "@saccade/nn";
import { manualSeed, randn, type Tensor } from "@saccade/tensor";

manualSeed(0);
const net = new Linear(3, 1);
const optimizer = new Adam(net, { lr: 0.1 });
const step = compile((x: Tensor, y: Tensor) =>
  optimizer.step(() => mseLoss(net.forward(x), y)),
);

const x = randn([32, 3]);
const y = x.sum(1, { keepdim: true });
for (let epoch = 0; epoch < 100; epoch++) {
  // The new rate applies from the next call.
  if (epoch === 50) optimizer.lr = 0.01;
  const loss = step(x, y);
  if (epoch % 25 === 0) console.log(loss.item().toFixed(4));
}
