import { valueAndGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { attentionSummaries, hookNames, runWithCache } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { Linear } from "@saccade/nn";
import { manualSeed, memory, randint, scope, type Tensor, zeros } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import { modelKinds } from "../run/model-kinds.ts";

const sizes = { vocabSize: 20, maxLen: 32, dModel: 16, numLayers: 2, numHeads: 4 };
const most = (x: Tensor): number => (x.numel === 0 ? 0 : x.abs().max().item());

beforeEach(() => manualSeed(5));

const others = /^(Seq2Seq|Bahdanau|Luong|PointerGenerator|Memory|Hierarchical|Additive|Bilinear)/;
describe.each(modelKinds)("$name", ({ name, make }) => {
  test("tells of the attentions that are dot products, or says that there are none", () => {
    const { model, run } = make();
    const patterns = hookNames(model).filter((site) => /hook_pattern$/.test(site));
    const told = (): string[] => attentionSummaries(model, run).map((one) => one.name);
    if (patterns.length === 0) expect(told).toThrow("has no attention with weights");
    else if (others.test(name)) expect(told).toThrow("came to no dot-product attention");
    else
      expect(patterns).toEqual(
        expect.arrayContaining(told().map((path) => (path === "" ? "hook_pattern" : `${path}.hook_pattern`))),
      );
  });
});

test.each([[4], [2]])("the numbers are those of the patterns, with %i heads of keys", (numKvHeads) => {
  const gpt = new GPT({ ...sizes, numKvHeads }).eval();
  const ids = randint(0, 20, [2, 12]);
  const told = attentionSummaries(gpt, ids);
  expect(told.map(({ name, layer }) => [name, layer])).toEqual([
    ["blocks.0.attn", 0],
    ["blocks.1.attn", 1],
  ]);
  const { cache } = runWithCache(gpt, ids, { names: (name) => name.endsWith("hook_pattern") });
  for (const { name, entropy, columnSums, topWeights, topKeys } of told) {
    const pattern = cache.get(`${name}.hook_pattern`); // (2, 4, 12, 12)
    expect(most(columnSums.sub(pattern.sum(2)))).toBeLessThan(1e-5);
    const logarithms = pattern.add(pattern.eq(0)).log();
    expect(most(entropy.add(pattern.mul(logarithms).sum(-1)))).toBeLessThan(1e-5);
    expect(most(topWeights.sub(pattern.topk(8, -1).values))).toBeLessThan(1e-6);
    // The first query has one key.
    expect([...topKeys.select(2, 0).select(0, 0).select(0, 0).dataSync()]).toEqual([0, ...Array(7).fill(-1)]);
  }
});

test("a run takes no square of the length, and leaves nothing behind", async () => {
  const backend = await wasmBackend({ threads: 1 });
  const gpt = new GPT({ ...sizes, maxLen: 2048, numLayers: 1 }).to(backend).eval();
  const ids = randint(0, 20, [1, 2048]).to(backend);
  const before = memory().tensors;
  scope(() => {
    const [told] = attentionSummaries(gpt, ids);
    expect(told!.columnSums.shape).toEqual([1, 4, 2048]);
  });
  expect(memory().tensors).toBe(before);
});

test("entropies have gradients", () => {
  const gpt = new GPT(sizes).eval();
  const ids = randint(0, 20, [1, 9]);
  const loss = (): Tensor => attentionSummaries(gpt, ids)[0]!.entropy.sum();
  const { grads } = valueAndGrad(loss, { table: gpt.embedding.weight });
  expect(most(grads.table)).toBeGreaterThan(0);
});

test("a model without attention is refused", () => {
  expect(() => attentionSummaries(new Linear(2, 2), zeros([1, 2]))).toThrow(
    "attentionSummaries: this Linear has no attention with weights.",
  );
});
