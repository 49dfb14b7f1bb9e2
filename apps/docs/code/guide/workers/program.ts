import { Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, randn, tensor } from "@saccade/tensor";
import { serveTrainer, Trainer, TrainerClient } from "@saccade/train";

// In the worker.
function create({ lr }: { lr: number }) {
  manualSeed(0);
  const x = randn([50, 1]);
  const net = new Linear(1, 1);
  const trainer = new Trainer({
    model: net,
    optimizer: new SGD(net, { lr }),
    data: [{ x, y: x.mul(3).add(1) }],
    trainingStep: (batch) => mseLoss(net.forward(batch.x), batch.y),
    maxEpochs: 100,
  });
  return {
    trainer,
    queries: {
      predict: (value: number) => net.forward(tensor([[value]])).item(),
    },
  };
}

// takes the place of a worker, so that this is one program
const { port1, port2 } = new MessageChannel();
serveTrainer(port2, { create });

// In the page.
const client = new TrainerClient<typeof create>(port1);
client.on("epoch", ({ epoch, loss }) => {
  if (epoch % 25 === 0)
    console.log(`epoch ${epoch}, loss ${loss.toFixed(6)}`);
});
await client.create({ lr: 0.1 });
await client.fit();
console.log(
  "3 · 2 + 1 =",
  (await client.query("predict", 2)).toFixed(3),
);
client.close();
