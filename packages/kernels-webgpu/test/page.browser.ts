import { GPT, generate, generateAsync } from "@saccade/models";
import * as nn from "@saccade/nn";
import { Generator, manualSeed, randn, referenceBackend, setBackend, type Tensor } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { webgpuBackend } from "../src/index.ts";

// The main thread of a page must not wait: values come by await x.data().

const gpu = await webgpuBackend().catch((error: Error) => error.message);
if (typeof gpu === "string") console.warn(`skipped: ${gpu}`);

afterEach(() => setBackend(referenceBackend()));

/** The losses of some steps of a small network, read at the end. */
async function losses(steps: number): Promise<number[]> {
  manualSeed(1);
  const net = new nn.Sequential(
    new nn.Linear(4, 16),
    new nn.GELU(),
    new nn.LayerNorm(16),
    new nn.Linear(16, 1),
  );
  const adam = new nn.AdamW(net.parameters(), { lr: 0.01 });
  const x = randn([32, 4]);
  const y = x.square().sum(1, { keepdim: true });
  const found: Tensor[] = [];
  for (let i = 0; i < steps; i++) found.push(adam.step(() => nn.functional.mseLoss(net.forward(x), y)));
  const values = await Promise.all(found.map((loss) => loss.data()));
  return values.map((value) => value[0]!);
}

describe.skipIf(typeof gpu === "string")("in a page", () => {
  test("a network trains as on the reference, without a read between its steps", async () => {
    const wanted = await losses(8);
    if (typeof gpu === "string") return expect.fail(gpu);
    setBackend(gpu);
    const before = await gpu.counts();
    const found = await losses(8);
    const after = await gpu.counts();
    for (const [i, loss] of found.entries()) expect(loss).toBeCloseTo(wanted[i]!, 4);
    expect(after.bytesRead - before.bytesRead).toBe(8 * 4);
    // Weights are drawn from a normal distribution on the host.
    expect([...gpu.onHost.keys()]).toEqual(["normal"]);
  });

  test.each(["float32", "bfloat16"] as const)(
    "a GPT with weights in %s generates as on the reference",
    async (weights) => {
      if (typeof gpu === "string") return expect.fail(gpu);
      const sizes = {
        vocabSize: 20,
        maxLen: 16,
        dModel: 16,
        numLayers: 2,
        numHeads: 2,
        tied: false,
      } as const;
      const sampled = () => ({ temperature: 1, topK: 5, topP: 0.9, generator: new Generator(2) });
      const made = (): GPT => {
        manualSeed(2);
        return new GPT({ ...sizes, weights });
      };
      const onReference = made();
      setBackend(gpu);
      const onGPU = made();
      const prompt = [1, 2, 3];
      for (const way of [() => ({}), sampled, () => ({ beamSize: 2 })]) {
        const wanted = generate(onReference, prompt, { maxNewTokens: 6, ...way() });
        expect(await generateAsync(onGPU, prompt, { maxNewTokens: 6, ...way() })).toEqual(wanted);
      }
      expect(() => generate(onGPU, prompt, { maxNewTokens: 1 })).toThrow("cannot be read synchronously");
    },
  );

  test("item() says what to write instead", () => {
    if (typeof gpu === "string") return expect.fail(gpu);
    setBackend(gpu);
    expect(() => randn([1]).item()).toThrow("use await tensor.data()");
  });
});
