import { wasmBackend } from "@saccade/kernels-wasm";
import { Linear, mseLoss, SGD } from "@saccade/nn";
import { randn, setBackend, tensor } from "@saccade/tensor";
import { serveTrainer, Trainer } from "@saccade/train";

export async function create({ lr }: { lr: number }) {
  setBackend(await wasmBackend({ threads: "auto" }));
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

// in Node: serveTrainer(parentPort, { create })
serveTrainer(self, { create });
