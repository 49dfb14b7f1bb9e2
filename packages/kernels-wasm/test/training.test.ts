import { GRU, Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, memory, randn, referenceBackend, setBackend } from "@saccade/tensor";
import { afterEach, expect, test } from "vitest";
import { wasmBackend } from "../src/index.ts";

afterEach(() => setBackend(referenceBackend()));

test("10,000 training steps leave the heap where 10 left it", { timeout: 60_000 }, async () => {
  const backend = await wasmBackend();
  setBackend(backend);
  manualSeed(0);
  const [x, y] = [randn([8, 3]), randn([8, 1])];
  const layer = new Linear(3, 1);
  const optimizer = new SGD(layer, { lr: 0.01, momentum: 0.9 });
  const run = (steps: number): void => {
    for (let i = 0; i < steps; i++) optimizer.step(() => mseLoss(layer.forward(x), y));
  };
  run(10);
  const [use, before] = [backend.use(), memory()];
  run(10_000);
  expect(backend.use()).toEqual(use);
  expect(memory().tensors).toBe(before.tensors);
  expect(memory().bytes).toBe(before.bytes);
});

test("a GRU trains to the reference's losses", async () => {
  const losses = async (wasm: boolean): Promise<number[]> => {
    setBackend(wasm ? await wasmBackend() : referenceBackend());
    manualSeed(1);
    const [x, y] = [randn([6, 4, 5]), randn([6, 4, 7])];
    const rnn = new GRU(5, 7, { numLayers: 2 });
    const optimizer = new SGD(rnn, { lr: 0.2 });
    return Array.from({ length: 10 }, () => optimizer.step(() => mseLoss(rnn.forward(x).output, y)).item());
  };
  const reference = await losses(false);
  const wasm = await losses(true);
  for (const [i, loss] of wasm.entries()) expect(loss).toBeCloseTo(reference[i]!, 5);
});
