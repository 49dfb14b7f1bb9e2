import * as nn from "@saccade/nn";
import { manualSeed, randn, setBackend } from "@saccade/tensor";
import { webgpuBackend } from "../src/index.ts";

// Trains in a Worker of a page, with a read that waits after each step, until it is told to stop or is ended.

async function train(steps: number): Promise<void> {
  setBackend(await webgpuBackend());
  manualSeed(1);
  const net = new nn.Sequential(new nn.Linear(4, 16), new nn.Tanh(), new nn.Linear(16, 1));
  const adam = new nn.Adam(net.parameters(), { lr: 0.01 });
  const x = randn([32, 4]);
  const y = x.sum(1, { keepdim: true });
  for (let step = 1; step <= steps; step++) {
    postMessage({ step, loss: adam.step(() => nn.functional.mseLoss(net.forward(x), y)).item() });
  }
  postMessage({ step: "done" });
}

addEventListener("message", ({ data }: MessageEvent<number>) => {
  train(data).catch((error: Error) =>
    postMessage({ step: "failed", name: error.name, message: error.message }),
  );
});
