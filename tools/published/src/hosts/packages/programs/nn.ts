// One optimizer step of a small network.
import { Linear, mseLoss, Sequential, SGD, Tanh } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const [x, y] = [randn([32, 3]), randn([32, 1])];
  const net = new Sequential(new Linear(3, 8), new Tanh(), new Linear(8, 1));
  const optimizer = new SGD(net, { lr: 0.1 });
  const before = optimizer.step(() => mseLoss(net.forward(x), y)).item();
  return { before, after: mseLoss(net.forward(x), y).item() };
}
