import { GPT, generate, generateAsync } from "@saccade/models";
import * as nn from "@saccade/nn";
import {
  Generator,
  manualSeed,
  randn,
  referenceBackend,
  scope,
  setBackend,
  type Tensor,
} from "@saccade/tensor";
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

  test("a tensor that is freed while ops on the host wait is still read", async () => {
    if (typeof gpu === "string") return expect.fail(gpu);
    setBackend(gpu);
    const seed = (): Generator => new Generator(1);
    const wanted = await randn([64], { generator: seed(), backend: referenceBackend() }).mul(2).data();
    const reading = scope(() => ({ data: randn([64], { generator: seed() }).mul(2).data() }));
    const found = await reading.data;
    for (const [i, x] of found.entries()) expect(x).toBeCloseTo(wanted[i]!, 5);
  });

  test("in a Worker, item() waits, and Workers that share the adapter train as if alone", async () => {
    const [one, two] = [startTraining(5), startTraining(5)];
    const [first, second] = [await one.finished, await two.finished];
    expect(first).toHaveLength(5);
    expect(first.at(-1)).toBeLessThan(first[0]!);
    expect(second).toEqual(first);
  });

  test("a Worker that is ended in the middle of a step leaves the others their devices", async () => {
    if (typeof gpu === "string") return expect.fail(gpu);
    const [ended, other] = [startTraining(100_000), startTraining(8)];
    await ended.step(2);
    ended.worker.terminate();
    expect(await other.finished).toHaveLength(8);
    setBackend(gpu);
    expect([...(await randn([3]).square().mul(0).data())]).toEqual([0, 0, 0]);
  });

  test("a context that is closed in the middle of a step leaves this one its device", async () => {
    if (typeof gpu === "string") return expect.fail(gpu);
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const there = frame.contentWindow as Window & typeof globalThis;
    const inFrame = new there.Worker(new URL("./programs.worker.ts", import.meta.url), { type: "module" });
    await listenTo(inFrame, 100_000).step(2);
    frame.remove();
    setBackend(gpu);
    expect(await losses(3)).toHaveLength(3);
  });

  test("a device with small limits refuses what it cannot bind, by name; one that gives less than it says is taken", async () => {
    const { requestDevice } = GPUAdapter.prototype;
    let asked = 0;
    // As an adapter that promises more than it gives: the device comes with the limits of the standard, 128 MiB a binding.
    GPUAdapter.prototype.requestDevice = function (options) {
      asked++;
      if (options?.requiredLimits !== undefined)
        return Promise.reject(new DOMException("refused", "OperationError"));
      return requestDevice.call(this, options);
    };
    try {
      const small = await webgpuBackend();
      expect(asked).toBe(2);
      setBackend(small);
      expect(() => small.allocate("float32", 2 ** 26)).toThrow(
        /67108864 elements of float32 take 268435456 bytes; .* binds 134217728 at most/,
      );
      small.close();
    } finally {
      GPUAdapter.prototype.requestDevice = requestDevice;
    }
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

test("in a page without WebGPU, and in one without an adapter, the error says which", async () => {
  const { gpu: real } = navigator;
  try {
    Object.defineProperty(navigator, "gpu", { value: undefined, configurable: true });
    await expect(webgpuBackend()).rejects.toMatchObject({
      name: "NoGPUError",
      why: "this host has no WebGPU",
    });
    Object.defineProperty(navigator, "gpu", {
      value: { requestAdapter: async () => null },
      configurable: true,
    });
    await expect(webgpuBackend()).rejects.toThrow("WebGPU finds no GPU here (no adapter)");
  } finally {
    Object.defineProperty(navigator, "gpu", { value: real, configurable: true });
  }
});

test("a page's main thread refuses to wait for a worker", async () => {
  await expect(webgpuBackend({ worker: true })).rejects.toThrow("a worker needs a thread that may wait");
});

interface Told {
  readonly step: number | "done" | "failed";
  readonly loss?: number;
  readonly message?: string;
}

/** Trains in a Worker of this page. */
function startTraining(steps: number): ReturnType<typeof listenTo> {
  return listenTo(new Worker(new URL("./programs.worker.ts", import.meta.url), { type: "module" }), steps);
}

function listenTo(worker: Worker, steps: number) {
  const found: number[] = [];
  const waiting = new Map<number | "done", () => void>();
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const reached = (step: number | "done"): Promise<void> =>
    Promise.race([new Promise<void>((resolve) => waiting.set(step, resolve)), failed]);
  const done = reached("done");
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.onmessage = ({ data: { step, loss, message } }: MessageEvent<Told>) => {
    if (step === "failed") return fail(new Error(message));
    if (loss !== undefined) found.push(loss);
    waiting.get(step)?.();
  };
  worker.postMessage(steps);
  return { worker, finished: done.then(() => found), step: (step: number) => reached(step) };
}
