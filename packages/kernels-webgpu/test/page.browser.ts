import * as nn from "@saccade/nn";
import { manualSeed, randn, referenceBackend, setBackend, type Tensor } from "@saccade/tensor";
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

  test("item() says what to write instead", () => {
    if (typeof gpu === "string") return expect.fail(gpu);
    setBackend(gpu);
    expect(() => randn([1]).item()).toThrow("use await tensor.data()");
  });
});
