import { batches } from "@saccade/datasets";
import { Adam, Linear, mseLoss, Sequential, Tanh } from "@saccade/nn";
import { manualSeed, rand, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

manualSeed(0);
function sample(count: number) {
  const x = rand([count, 1]).mul(6).sub(3);
  return { x, y: x.sin().add(randn([count, 1]).mul(0.3)) };
}
const [train, heldOut] = [sample(96), sample(200)];
const hidden = [new Linear(1, 64), new Tanh()];
const net = new Sequential(...hidden, new Linear(64, 1));

// #region trainer
const trainer = new Trainer({
  model: net,
  optimizer: new Adam(net, { lr: 0.02 }),
  data: batches({ tensors: train, batchSize: 16, shuffle: true }),
  validationData: [heldOut],
  trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
  earlyStopping: { patience: 10 },
  maxEpochs: 200,
});
trainer.on("epoch", ({ epoch, loss, validation }) => {
  const heldOutLoss = validation?.["loss"] ?? Number.NaN;
  if (epoch % 10 === 0) tell(epoch, loss, heldOutLoss);
});
const { reason, step } = await trainer.fit();
// #endregion trainer
console.log(reason, "after", step, "steps");

function tell(epoch: number, loss: number, heldOut: number): void {
  const [a, b] = [loss, heldOut].map((number) => number.toFixed(3));
  console.log(`epoch ${epoch}: train ${a}, held-out ${b}`);
}
