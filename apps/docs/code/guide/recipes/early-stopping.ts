import { Linear, mseLoss, ReLU, Sequential, SGD } from "@saccade/nn";
import { manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

manualSeed(0);
const noisy = (count: number) => {
  const x = randn([count, 8]);
  return { x, y: x.sum(1, { keepdim: true }).add(randn([count, 1])) };
};
// 12 samples: the net soon learns their noise
const data = [noisy(12)];
const validationData = [noisy(200)];

const net = new Sequential(
  new Linear(8, 64),
  new ReLU(),
  new Linear(64, 1),
);
const trainer = new Trainer({
  model: net,
  optimizer: new SGD(net, { lr: 0.1 }),
  data,
  validationData,
  trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
  earlyStopping: { patience: 3, restoreBestWeights: true },
  maxEpochs: 200,
});
const losses: number[] = [];
trainer.on("epoch", ({ validation }) =>
  losses.push(validation?.["loss"] ?? 0),
);
const { reason, epoch } = await trainer.fit();
console.log(reason, "after", epoch, "epochs");
console.log(
  losses
    .slice(-5)
    .map((loss) => loss.toFixed(3))
    .join(" "),
);

// the net has the weights of the best check again
const [{ x, y }] = validationData as [ReturnType<typeof noisy>];
console.log(mseLoss(net.forward(x), y).item().toFixed(3));
