import { compile } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { GPT } from "@saccade/models";
import * as nn from "@saccade/nn";
import * as t from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { backend, gpu, onHost } from "./gpu.ts";

afterEach(() => t.setBackend(t.referenceBackend()));

/** Steps of a small GPT with dropout, clipped gradients and Adam, compiled or not: each returns its loss. */
function gptSteps(on: t.Backend, compiled: boolean): () => number {
  t.setBackend(on);
  t.manualSeed(3);
  const gpt = new GPT({ vocabSize: 11, maxLen: 8, dModel: 16, numLayers: 2, numHeads: 4, dropout: 0.1 });
  const adam = new nn.Adam(gpt.parameters(), { lr: 0.01, clipGradNorm: 1 });
  const ids = t.tensor(
    [1, 2, 3].map((row) => Array.from({ length: 8 }, (_, i) => (row * i + row) % 11)),
    { dtype: "int32" },
  );
  const targets = ids.roll(-1, 1);
  const step = () => adam.step(() => nn.functional.crossEntropy(gpt.forward(ids).transpose(1, 2), targets));
  const run = compiled ? compile(step) : step;
  return () => t.scope(() => run().item());
}

/** The losses of a GRU that sums numbers, by plain gradient descent. */
function gruLosses(on: t.Backend, steps = 5): number[] {
  t.setBackend(on);
  t.manualSeed(5);
  const gru = new nn.GRU(3, 12);
  const head = new nn.Linear(12, 1);
  const sgd = new nn.SGD([...gru.parameters(), ...head.parameters()], { lr: 0.1, momentum: 0.9 });
  const x = t.randn([6, 4, 3]);
  const y = x.sum([0, 2]).unsqueeze(1);
  return Array.from({ length: steps }, () =>
    sgd.step(() => head.forward(gru.forward(x).output.select(0, -1)).sub(y).square().mean()).item(),
  );
}

describe.skipIf(typeof gpu === "string")("training on the GPU", () => {
  test.each([false, true])("a GPT has the losses that it has on wasm (compiled: %s)", async (compiled) => {
    const five = (step: () => number): number[] => [1, 2, 3, 4, 5].map(step);
    const wanted = five(gptSteps(await wasmBackend(), compiled));
    const found = five(gptSteps(backend(), compiled));
    for (const [i, loss] of found.entries()) expect(loss).toBeCloseTo(wanted[i]!, 4);
    expect(found.at(-1)).toBeLessThan(found[0]!);
  });

  test("a GRU has the losses that it has on wasm", { tags: "all" }, async () => {
    const wanted = gruLosses(await wasmBackend());
    for (const [i, loss] of gruLosses(backend()).entries()) expect(loss).toBeCloseTo(wanted[i]!, 4);
  });

  test("forty steps need no more buffers than ten", { tags: "all" }, async () => {
    const step = gptSteps(backend(), true);
    for (let i = 0; i < 10; i++) step();
    const { buffers, bufferBytes } = await backend().counts();
    for (let i = 0; i < 30; i++) step();
    expect(await backend().counts()).toMatchObject({ buffers, bufferBytes });
  });

  test("a step of a GPT stays on the GPU: it moves its loss, and no op runs on the host", async () => {
    const step = gptSteps(backend(), false);
    step();
    const before = { ...(await backend().counts()), host: onHost() };
    step();
    const after = await backend().counts();
    expect(onHost()).toBe(before.host);
    expect(after.bytesRead - before.bytesRead).toBe(4);
  });

  test("a model that was trained on the GPU goes on elsewhere", async () => {
    t.setBackend(backend());
    const there = new nn.Linear(3, 2);
    t.setBackend(await wasmBackend());
    const here = new nn.Linear(3, 2);
    here.loadStateDict(nn.fromSafetensors(nn.toSafetensors(there.stateDict())).tensors);
    expect([...(await here.weight.data())]).toEqual([...(await there.weight.data())]);
  });
});
