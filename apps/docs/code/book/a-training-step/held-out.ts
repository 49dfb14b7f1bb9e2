import { noGrad } from "@saccade/autograd";
import { Adam, Linear, mseLoss, Sequential, Tanh } from "@saccade/nn";
import { manualSeed, rand, randn } from "@saccade/tensor";

// #region train
manualSeed(0);
function sample(count: number) {
  const x = rand([count, 1]).mul(6).sub(3);
  return { x, y: x.sin().add(randn([count, 1]).mul(0.3)) };
}
const train = sample(12);
const heldOut = sample(200); // the same kind, never trained on
const first = [new Linear(1, 64), new Tanh()];
const second = [new Linear(64, 64), new Tanh()];
const net = new Sequential(...first, ...second, new Linear(64, 1));
const optimizer = new Adam(net, { lr: 0.01 });
for (let step = 0; step <= 640; step++) {
  if ([0, 40, 80, 160, 320, 640].includes(step)) report(step);
  optimizer.step(() => mseLoss(net.forward(train.x), train.y));
}
// #endregion train

function report(step: number): void {
  const [a, b] = [train, heldOut].map(({ x, y }) =>
    noGrad(() => mseLoss(net.forward(x), y).item()).toFixed(3),
  );
  const name = `${step} steps:`.padStart(10);
  console.log(`${name} train ${a}, held-out ${b}`);
}
