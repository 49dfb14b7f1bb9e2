// One epoch of one batch.
import { Adam, Linear, mseLoss } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

export async function main(): Promise<object> {
  manualSeed(0);
  const [x, y] = [randn([32, 3]), randn([32, 1])];
  const net = new Linear(3, 1);
  const loss = () => mseLoss(net.forward(x), y);
  const before = loss().item();
  const trainer = new Trainer({
    model: net,
    optimizer: new Adam(net, { lr: 0.01 }),
    data: [{ x, y }],
    trainingStep: loss,
    maxEpochs: 1,
  });
  const { step } = await trainer.fit();
  return { before, after: loss().item(), step };
}
