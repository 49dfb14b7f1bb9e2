// An import map does not reach a Worker: import the one file by its address.
import {
  Adam,
  bestBackend,
  Linear,
  manualSeed,
  mseLoss,
  randn,
  serveTrainer,
  setBackend,
  Trainer,
} from "https://cdn.jsdelivr.net/npm/saccade/dist/page/saccade.min.js";

async function create({ seed }) {
  setBackend(await bestBackend());
  manualSeed(seed);
  const net = new Linear(4, 1);
  const x = randn([64, 4]);
  const y = x.sum(1, { keepdim: true });
  const trainer = new Trainer({
    model: net,
    optimizer: new Adam(net, { lr: 0.02 }),
    data: [{ x, y }],
    trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
    maxEpochs: 200,
  });
  return { trainer };
}

serveTrainer(self, { create });
