import { Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

manualSeed(0);
const x = randn([32, 2]);
const net = new Linear(2, 1);
const trainer = new Trainer({
  model: net,
  optimizer: new SGD(net, { lr: 1e20 }),
  data: [{ x, y: x.sum(1, { keepdim: true }) }],
  trainingStep: (batch) => mseLoss(net.forward(batch.x), batch.y),
  maxEpochs: 5,
});
try {
  await trainer.fit();
} catch (error) {
  console.log(String(error));
}
