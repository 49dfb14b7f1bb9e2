import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compile } from "@saccade/autograd";
import { Adam, Linear, mseLoss, SGD } from "@saccade/nn";
import {
  CompileError,
  keep,
  manualSeed,
  memory,
  randn,
  referenceBackend,
  resetPeakMemory,
  scope,
  setBackend,
  type Tensor,
} from "@saccade/tensor";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { OutOfMemoryError, type WasmBackend, wasmBackend } from "../../src/index.ts";

afterEach(() => setBackend(referenceBackend()));

async function fresh(options: { memory?: number } = {}): Promise<WasmBackend> {
  const backend = await wasmBackend(options);
  setBackend(backend);
  manualSeed(0);
  return backend;
}

test.each([
  ["1,000 plain", 1_000, false],
  ["10,000 compiled", 10_000, true],
] as const)("%s steps leave the heap where 10 left it", async (_what, count, compiled) => {
  const backend = await fresh();
  const [x, y] = [randn([2, 3]), randn([2, 1])];
  const layer = new Linear(3, 1);
  const optimizer = new SGD(layer, { lr: 0.01, momentum: 0.9 });
  const plain = (x: Tensor, y: Tensor) => optimizer.step(() => mseLoss(layer.forward(x), y));
  const step = compiled ? compile(plain) : plain;
  const run = (steps: number): void => {
    for (let i = 0; i < steps; i++) step(x, y);
  };
  run(10);
  const [use, before] = [backend.use(), memory()];
  run(count);
  expect(backend.use()).toEqual(use);
  expect([memory().tensors, memory().bytes]).toEqual([before.tensors, before.bytes]);
  if ("recordings" in step) expect(step.recordings).toBe(1);
});

test("a recording takes about the memory of the step, and gives it back", async () => {
  const backend = await fresh();
  const layers = Array.from({ length: 6 }, () => new Linear(64, 64));
  const optimizer = new Adam(layers.flatMap((layer) => layer.parameters()));
  const forward = (x: Tensor): Tensor => layers.reduce((h, layer) => layer.forward(h).tanh(), x);
  const plain = (x: Tensor): Tensor => optimizer.step(() => forward(x).square().mean());
  const step = compile(plain);
  const x = randn([128, 64]);
  plain(x);
  resetPeakMemory();
  const before = memory().bytes;
  plain(x);
  const peak = memory().peak - before;
  // What the plain step took and gave back: its tensors, and the kernels' scratch, which memory() does not count.
  const { live, free } = backend.use();
  step(x);
  const taken = backend.use().live - live - 128 * 64 * 4; // less the place of x
  expect(taken).toBeGreaterThan(0.8 * peak);
  expect(taken).toBeLessThan(1.1 * free);
  step.dispose();
  expect(backend.use().live).toBe(live);
});

test("a step without arguments computes where its tensors are", async () => {
  const backend = await fresh();
  const layer = new Linear(3, 1);
  const [x, y] = [randn([4, 3]), randn([4, 1])];
  const optimizer = new Adam(layer);
  setBackend(referenceBackend());
  const step = compile(() => optimizer.step(() => mseLoss(layer.forward(x), y)));
  const { live } = backend.use();
  const losses = Array.from({ length: 4 }, () => step().item());
  expect(losses).toEqual([...losses].sort((a, b) => b - a));
  expect(step.recordings).toBe(1);
  expect(backend.use().live).toBeGreaterThan(live);
});

test("a compiled function that was collected gives its memory back", async () => {
  const backend = await fresh();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { live } = backend.use();
  (() => {
    const x = randn([100]);
    const net = { layer: new Linear(100, 100), run: (x: Tensor): Tensor => x };
    net.run = compile((x: Tensor) => net.layer.forward(x));
    net.run(x).dispose();
    net.run(x).dispose();
  })();
  expect(backend.use().live).toBeGreaterThan(live);
  for (let i = 0; i < 50 && backend.use().live > live; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(backend.use().live).toBe(live);
});

test("what lives on of a step that could not be recorded is freed like any other tensor", async () => {
  const backend = await fresh();
  const kept: Tensor[] = [];
  const fast = compile((x: Tensor) => {
    const [a, b, c] = [x.mul(2), x.add(1), x.exp()];
    kept.push(keep(b));
    return a.add(b).add(c).sum();
  });
  const { live, blocks } = backend.use();
  scope(() => {
    const x = randn([100]);
    fast(x);
    fast(x);
    expect(() => fast(x)).toThrow(CompileError);
    expect(kept.map((t) => [...t.dataSync()])).toEqual(kept.map(() => [...x.add(1).dataSync()]));
  });
  for (const t of kept) t.dispose();
  expect([backend.use().live, backend.use().blocks]).toEqual([live, blocks]);
});

test("an error while recording leaves the heap as it was", async () => {
  const backend = await fresh();
  const x = randn([10, 10]);
  const { live, blocks } = backend.use();
  const fast = compile((x: Tensor) => x.matmul(x).transpose(0, 1).add(x).sum().item());
  for (let i = 0; i < 3; i++) expect(() => fast(x)).toThrow(CompileError);
  expect([backend.use().live, backend.use().blocks]).toEqual([live, blocks]);
});

test("out of memory while recording is an error, after which the program goes on", async () => {
  const backend = await fresh({ memory: 2 ** 20 });
  const fast = compile((x: Tensor) => x.add(1).mul(x.sub(1)).add(x.exp()).sum());
  const x = randn([60_000]);
  const { live } = backend.use();
  expect(() => fast(x)).toThrow(OutOfMemoryError);
  expect(backend.use().live).toBe(live);
  const small = randn([1000]);
  expect(fast(small).item()).toBe(fast(small).item());
});

test("replays survive a growth of the memory", async () => {
  await fresh();
  const step = (a: Tensor, b: Tensor): Tensor => a.matmul(b).transpose(0, 1).add(b).softmax(0);
  const fast = compile(step);
  const [a, b] = [randn([20, 20]), randn([20, 20])];
  const first = [...fast(a, b).dataSync()];
  const large = Array.from({ length: 5 }, () => randn([1000, 1000]));
  expect([...fast(a, b).dataSync()]).toEqual(first);
  expect([...step(a, b).dataSync()]).toEqual(first);
  expect(large).toHaveLength(5);
});

test("replays and plain steps do not meet in memory", async () => {
  const backend = await fresh();
  const size = fc.integer({ min: 1, max: 40 });
  const step = (x: Tensor): { y: Tensor; s: Tensor } => {
    const y = x.matmul(x.transpose(0, 1)).tanh().add(1);
    return { y, s: y.sum(0) };
  };
  const fast = compile(step);
  const held: { x: Tensor; y: Tensor; s: Tensor }[] = [];
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  fc.assert(
    fc.property(size, size, fc.boolean(), (n, m, compiled) => {
      const x = randn([1 + (n % 6), m]);
      held.push({ x, ...(compiled ? fast(x) : scope(() => step(x))) });
      if (held.length > 12) for (const t of Object.values(held.splice(n % 12, 1)[0]!)) t.dispose();
      for (const { x, y, s } of held) {
        scope(() => {
          const again = step(x);
          expect([...y.dataSync()]).toEqual([...again.y.dataSync()]);
          expect([...s.dataSync()]).toEqual([...again.s.dataSync()]);
        });
      }
    }),
    runs(100),
  );
  warn.mockRestore();
  for (const tensors of held) for (const t of Object.values(tensors)) t.dispose();
  fast.dispose();
  expect(backend.use().live).toBe(0);
});
