import { Linear, mseLoss, SGD } from "@saccade/nn";
import { readFileBytes, writeFileAtomic } from "@saccade/nn/node";
import { manualSeed, randn } from "@saccade/tensor";
import { Trainer } from "@saccade/train";

function makeTrainer() {
  manualSeed(0);
  const net = new Linear(2, 1);
  const x = randn([32, 2]);
  return new Trainer({
    model: net,
    optimizer: new SGD(net, { lr: 0.1 }),
    data: [{ x, y: x.sum(1, { keepdim: true }) }],
    trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
    checkpointEvery: { steps: 10 },
    maxSteps: 25,
  });
}

const trainer = makeTrainer();
// The listener returns the promise, so that the run waits for the file.
trainer.on("checkpoint", async ({ step, bytes }) => {
  await writeFileAtomic("run.safetensors", bytes);
  console.log("written at step", step, "of", trainer.state.step);
});
await trainer.fit();

const resumed = makeTrainer();
await resumed.load(await readFileBytes("run.safetensors"));
console.log("resumes at step", resumed.state.step);
