import { ActivationCache, decodeRun, encodeRun, rollout, runWithCache } from "@saccade/lens";
import { GPT, generate } from "@saccade/models";
import { toSafetensors } from "@saccade/nn";
import { manualSeed, memory, scope, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";

manualSeed(1);
const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2, dropout: 0 });
const tokens = tensor([[1, 2, 3, 4]], { dtype: "int32" });
const { cache } = runWithCache(gpt, tokens);
const readouts = { rollout: rollout(cache), odd: tensor([Number.NaN, Number.NEGATIVE_INFINITY, 1e-30]) };
const metadata = { prompt: 'ünïcode "quoted"' };

test.each(["safetensors", "json"] as const)("a run in %s comes back as it was", (format) => {
  const file = encodeRun(cache, { format, tokens, readouts, metadata });
  const run = decodeRun(file, gpt);
  const numbers = (x: Tensor): unknown => [x.dtype, x.shape, [...x.dataSync()]];
  expect(run.cache.names).toEqual(cache.names);
  for (const [name, x] of cache) expect(numbers(run.cache.get(name)), name).toEqual(numbers(x));
  expect(numbers(run.tokens!)).toEqual(numbers(tokens));
  expect(Object.keys(run.readouts).sort()).toEqual(["odd", "rollout"]);
  expect(numbers(run.readouts["odd"]!)).toEqual(numbers(readouts.odd));
  expect(run.metadata).toEqual(metadata);
  expect(numbers(rollout(run.cache))).toEqual(numbers(readouts.rollout));
});

test.each(["safetensors", "json"] as const)("visits of any shapes in %s come back one by one", (format) => {
  const rows = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[4, 5]], { dtype: "int32" })];
  const uneven = runWithCache(gpt, () => {
    for (const row of rows) gpt.forward(row);
  }).cache;
  const even = runWithCache(gpt, () => {
    for (const row of rows) gpt.forward(row.narrow(1, 0, 2));
  }).cache;
  for (const visited of [uneven, even]) {
    const back = decodeRun(encodeRun(visited, { format }), gpt).cache;
    expect(back.names).toEqual(visited.names);
    for (const name of visited.names) {
      const values = (of: typeof back) => of.visits(name).map((x) => [x.shape, [...x.dataSync()]]);
      expect(values(back), name).toEqual(values(visited));
    }
  }
  expect(even.get("pattern", 1).shape).toEqual([2, 1, 2, 2, 2]);
  expect(decodeRun(encodeRun(even, { format }), gpt).cache.get("pattern", 1).shape).toEqual([2, 1, 2, 2, 2]);
});

test("a cache of generated tokens has all of its sites in its file", () => {
  const { cache } = runWithCache(gpt, () => generate(gpt, [1, 2, 3], { maxNewTokens: 3 }));
  expect(decodeRun(encodeRun(cache), gpt).cache.names).toEqual(cache.names);
  expect(() => Object.keys(cache.toObject())).toThrow(
    /^ActivationCache\.toObject: "\S+" was visited 3 times/,
  );
  expect(() => [...cache]).toThrow(/^ActivationCache: "\S+" was visited 3 times/);
});

test("the names of a cache are in the order of the run, whatever their shapes", () => {
  const { cache } = runWithCache(gpt, () => {
    gpt.forward(tensor([[1, 2, 3]], { dtype: "int32" }));
    gpt.forward(tensor([[4, 5]], { dtype: "int32" }));
  });
  const values = Object.fromEntries(cache.names.map((name, i) => [name, cache.visits(name)[i % 2]!]));
  const mixed = new ActivationCache(gpt, { ...values, hook_embed: cache.visits("hook_embed") });
  expect(mixed.names).toEqual(cache.names);
});

test("reading leaves the run's tensors alone in memory, and writing none", () => {
  const file = encodeRun(cache, { tokens });
  const before = memory().tensors;
  scope(() => {
    decodeRun(file, gpt);
    encodeRun(cache, { format: "json" });
    expect(memory().tensors).toBe(before + cache.size + 1);
  });
  expect(memory().tensors).toBe(before);
});

test("a wrong file throws, and says why", () => {
  const json = (text: string): Uint8Array => new TextEncoder().encode(text);
  const file = encodeRun(cache, { tokens });
  const other = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
  expect(() => decodeRun(file.subarray(0, 500), gpt)).toThrow(/cut short, damaged or of another kind/);
  expect(() => decodeRun(new Uint8Array(3), gpt)).toThrow(/RunFileError|cannot be read/);
  expect(() => decodeRun(toSafetensors({ w: tensor([1]) }), gpt)).toThrow(
    /of another kind; give a file that encodeRun wrote/,
  );
  expect(() => decodeRun(file, other)).toThrow(/no site "blocks\.1\./);
  expect(() => decodeRun(json('{"saccade.run":{"metadata":{}'), gpt)).toThrow(/not JSON/);
  expect(() =>
    decodeRun(
      json('{"saccade.run":{"metadata":{},"tensors":{"tokens":{"dtype":"int32","shape":[2],"data":[1]}}}}'),
      gpt,
    ),
  ).toThrow(/"tokens" has 1 numbers, but the shape \[2\]/);
  expect(() => decodeRun(json('{"saccade.run":{"metadata":{"saccade.run":"9"},"tensors":{}}}'), gpt)).toThrow(
    /its version is 9, known are 1 and 2/,
  );
  const version = "9".repeat(3000);
  expect(() =>
    decodeRun(json(`{"saccade.run":{"metadata":{"saccade.run":"${version}"},"tensors":{}}}`), gpt),
  ).toThrow(/its version is 9{40}, known are 1 and 2/);
});
