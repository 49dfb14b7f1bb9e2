import { Adam, Linear, mseLoss, ReLU, Sequential } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const x = randn([128, 3]);
const y = x.sum(1, { keepdim: true });

const net = new Sequential(
  new Linear(3, 16),
  new ReLU(),
  new Linear(16, 1),
);
const optimizer = new Adam(net, { lr: 0.01, clipGradNorm: 1 });
for (let step = 1; step <= 300; step++) {
  const loss = optimizer.step(() => mseLoss(net.forward(x), y));
  if (step % 100 === 0) console.log(step, loss.item().toFixed(4));
}
