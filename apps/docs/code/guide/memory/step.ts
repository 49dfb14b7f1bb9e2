import { Adam, Linear, mseLoss } from "@saccade/nn";
import { manualSeed, memory, randn } from "@saccade/tensor";

manualSeed(0);
const net = new Linear(8, 1);
const optimizer = new Adam(net, { lr: 0.01 });
const [x, y] = [randn([64, 8]), randn([64, 1])];
const train = (steps: number): void => {
  for (let i = 0; i < steps; i++)
    optimizer.step(() => mseLoss(net.forward(x), y)).item();
};

train(1); // Adam makes its two averages for each parameter
const { bytes } = memory();
train(100);
console.log(
  "100 more steps hold",
  memory().bytes - bytes,
  "more bytes",
);
