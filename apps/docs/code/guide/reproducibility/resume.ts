import { batches } from "@saccade/datasets";
import {
  Adam,
  Dropout,
  Linear,
  mseLoss,
  Sequential,
} from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

function makeTrainer(maxEpochs: number) {
  manualSeed(0);
  const x = randn([64, 4]);
  const tensors = { x, y: x.sum(1, { keepdim: true }) };
  const net = new Sequential(
    new Linear(4, 16),
    new Dropout(0.1),
    new Linear(16, 1),
  );
  return new Trainer({
    model: net,
    optimizer: new Adam(net, { lr: 0.01 }),
    data: batches({ tensors, batchSize: 16, shuffle: true, seed: 0 }),
    trainingStep: (batch) => mseLoss(net.forward(batch.x), batch.y),
    maxEpochs,
  });
}

const whole = await makeTrainer(6).fit();

const firstHalf = makeTrainer(3);
await firstHalf.fit();
// bytes in the safetensors format
const file = await firstHalf.checkpoint();
const secondHalf = makeTrainer(6);
await secondHalf.load(file);
const resumed = await secondHalf.fit();

console.log(whole.step, resumed.step);
console.log(
  "the same losses, bit for bit:",
  String(whole.losses.slice(-12)) === String(resumed.losses.slice(-12)),
);
