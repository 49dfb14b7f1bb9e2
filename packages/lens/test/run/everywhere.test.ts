import { MultiheadAttention } from "@saccade/attention";
import { checkpoint, compile, grad, noGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { addHooks, runWithCache, runWithHooks } from "@saccade/lens";
import * as models from "@saccade/models";
import { Adam, crossEntropy, forwardHook } from "@saccade/nn";
import { manualSeed, ones, randn, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { difference, rows, small } from "../models.ts";

beforeEach(() => manualSeed(9));

const ids = rows([1, 2, 3, 4], [4, 2, 0, 1]);
const makeGpt = (): models.GPT => {
  const gpt = new models.GPT({ vocabSize: 6, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
  gpt.eval();
  return gpt;
};
const silence = { "blocks.0.attn.hook_z": (z: Tensor): Tensor => z.mul(0) };

test("silencing a head is the same as zeroing its columns of the output projection", () => {
  const model = new MultiheadAttention(8, 2, { batchFirst: true });
  const x = randn([2, 5, 8]);
  const run = (): Tensor => model.forward(x, x, x, { needWeights: false }).output;
  const head = tensor([1, 0]).unsqueeze(-1);
  const hooked = runWithHooks(model, run, { hooks: { hook_z: (z) => z.mul(head) } });
  const result = runWithHooks(model, run, { hooks: { hook_result: (y) => y.mul(head) } });
  const { weight } = model.out_proj;
  const state = { ...model.stateDict(), "out_proj.weight": weight.mul(tensor([1, 1, 1, 1, 0, 0, 0, 0])) };
  model.loadStateDict(state);
  expect(difference(hooked, run())).toBeLessThan(1e-6);
  expect(difference(result, run())).toBeLessThan(1e-6);
});

test("gradients flow through a hook", () => {
  const gpt = makeGpt();
  const factor = ones([2]);
  const loss = (f: Tensor): Tensor =>
    runWithHooks(gpt, () => gpt.forward(ids).square().mean(), {
      hooks: { "blocks.1.attn.hook_z": (z) => z.mul(f.unsqueeze(-1)) },
    });
  const slope = grad(loss)(factor);
  const step = tensor([1e-2, 0]);
  const numeric = loss(factor.add(step))
    .sub(loss(factor.sub(step)))
    .div(2e-2)
    .item();
  expect(slope.select(0, 0).item()).toBeCloseTo(numeric, 4);
});

test("a compiled step is captured again with hooks, and without them", () => {
  const gpt = makeGpt();
  const step = compile(() => gpt.forward(ids));
  const plain = gpt.forward(ids);
  const hooked = runWithHooks(gpt, ids, { hooks: silence });
  expect(difference(plain, hooked)).toBeGreaterThan(1e-3);
  const twice = (expected: Tensor): void => {
    for (let i = 0; i < 3; i++) expect(difference(step(), expected)).toBeLessThan(1e-6);
  };
  twice(plain);
  const handle = addHooks(gpt, silence);
  twice(hooked);
  handle.remove();
  twice(plain);
  const attention = gpt.blocks[0]!.attention;
  const other = forwardHook(attention, ({ output, weights }) => ({ output: output.mul(0), weights }));
  const without = gpt.forward(ids);
  expect(difference(without, plain)).toBeGreaterThan(1e-3);
  twice(without);
  other.remove();
  twice(plain);
  for (let i = 0; i < 3; i++) {
    const { output, cache } = runWithCache(gpt, () => step(), { names: "blocks.0.attn.hook_z" });
    expect(difference(output, plain)).toBeLessThan(1e-6);
    expect(cache.get("z", 0).shape).toEqual([2, 4, 2, 4]);
  }
  const inside = compile(() => runWithHooks(gpt, ids, { hooks: silence }));
  for (let i = 0; i < 3; i++) expect(difference(inside(), hooked)).toBeLessThan(1e-6);
  twice(plain);
});

test("a training step trains through hooks, and recomputes with them under checkpoint", () => {
  const make = (): [models.GPT, Adam] => {
    manualSeed(4);
    const gpt = makeGpt();
    return [gpt, new Adam(gpt.parameters(), { lr: 0.01 })];
  };
  const targets = ids.flatten();
  const train = (kind: "plain" | "checkpoint"): number[] => {
    const [gpt, optimizer] = make();
    const handle = addHooks(gpt, silence);
    const loss = (): Tensor => crossEntropy(gpt.forward(ids).flatten(0, 1), targets);
    const kept = kind === "plain" ? loss : (): Tensor => checkpoint(loss);
    const losses = Array.from({ length: 4 }, () => optimizer.step(kept).item());
    handle.remove();
    return losses;
  };
  const [plain, again] = [train("plain"), train("checkpoint")];
  expect(plain.at(-1)!).toBeLessThan(plain[0]!);
  plain.forEach((loss, i) => {
    expect(again[i]!).toBeCloseTo(loss, 5);
  });
});

test("with a cache, sites have the new positions, and the values of all steps where their shapes agree", () => {
  const gpt = makeGpt();
  const steps = (): void =>
    noGrad(() => {
      const cache = gpt.newCache();
      for (let at = 0; at < 4; at++) gpt.forward(ids.narrow(1, at, 1), { cache });
    });
  const seen: number[] = [];
  const { cache } = runWithCache(gpt, steps, {
    hooks: { "blocks.0.attn.hook_z": (_, { step }) => void seen.push(step) },
  });
  expect(seen).toEqual([0, 1, 2, 3]);
  const whole = runWithCache(gpt, ids).cache;
  const z = cache.get("z", 1); // (steps, b, 1, heads, d)
  expect(z.shape).toEqual([4, 2, 1, 2, 4]);
  expect(difference(z.squeeze(2).transpose(0, 1), whole.get("z", 1))).toBeLessThan(1e-5);
  expect(() => cache.get("pattern", 1)).toThrow('write cache.visits("blocks.1.attn.hook_pattern")');
  const visits = cache.visits("pattern", 1);
  expect(visits.map(({ shape }) => shape.at(-1))).toEqual([1, 2, 3, 4]);
  expect(difference(visits[3]!, whole.get("pattern", 1).narrow(2, 3, 1))).toBeLessThan(1e-5);
});

test("a recurrent decoder's sites have a dim of steps", () => {
  const net = new models.EncoderDecoder(
    new models.Seq2SeqEncoder(6, 4, 8, 1),
    new models.Seq2SeqAttentionDecoder(6, 4, 8, 1),
  );
  net.eval();
  const run = (n: number) => runWithCache(net, () => net.forward(ids, ids.narrow(1, 0, n)));
  const { output, cache } = run(3);
  expect(cache.get("decoder.hook_state").shape).toEqual([3, 2, 1, 8]);
  expect(difference(cache.get("decoder.cross_attn.hook_pattern"), output.weights)).toBe(0);
  expect(run(1).cache.get("decoder.cross_attn.hook_pattern").shape).toEqual([1, 2, 1, 4]);
  // A step alone: the context of the second word is taken away.
  const hooks = {
    "decoder.hook_context": (x: Tensor, { step }: { step: number }) => (step === 1 ? x.mul(0) : undefined),
  };
  const other = runWithHooks(net, () => net.forward(ids, ids.narrow(1, 0, 3)).output, { hooks });
  expect(difference(other.select(1, 0), output.output.select(1, 0))).toBe(0);
  expect(difference(other.select(1, 1), output.output.select(1, 1))).toBeGreaterThan(1e-4);
});

test("another backend has the same values", async () => {
  const [here, there] = [small(), small(await wasmBackend({ threads: 1 }))].map(
    (gpt) => runWithCache(gpt, ids.to(gpt.embedding.weight.backend)).cache,
  );
  for (const [name, x] of here!)
    expect(difference(tensor(there!.get(name).toArray()), x), name).toBeLessThan(1e-5);
});
