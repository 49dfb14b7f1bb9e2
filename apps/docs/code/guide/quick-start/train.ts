import {
  Adam,
  crossEntropy,
  Linear,
  manualSeed,
  randn,
  Sequential,
  Tanh,
} from "saccade";

manualSeed(0);
const x = randn([256, 2]);
// is the point inside the unit circle?
const inside = x.square().sum(1).lt(1).to("int32");

const net = new Sequential(
  new Linear(2, 16),
  new Tanh(),
  new Linear(16, 2),
);
const optimizer = new Adam(net, { lr: 0.05 });
for (let step = 1; step <= 200; step++) {
  const loss = optimizer.step(() =>
    crossEntropy(net.forward(x), inside),
  );
  if (step % 50 === 0) console.log(step, loss.item().toFixed(4));
}
