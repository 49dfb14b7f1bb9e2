import { ActivationCache, addHooks, getActName, runWithCache, runWithHooks } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { dispose, memory, scope, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectTable, goldenModel, hasGolden } from "../golden.ts";

test.skipIf(!hasGolden)("every site of a GPT-2 checkpoint has PyTorch's value", async () => {
  const { gpt, ids, golden } = await goldenModel();
  const { output, cache } = runWithCache(gpt, ids);
  expectTable(output, golden.logits);
  for (const [name, table] of Object.entries(golden.cache)) {
    expect(cache.get(name).shape, name).toEqual(table.shape);
    expectTable(cache.get(name), table);
  }
});

test.skipIf(!hasGolden)(
  "what is cached outlives scopes, and is freed with the scope that made the cache",
  async () => {
    const { gpt, ids } = await goldenModel();
    const before = memory().tensors;
    const cache: ActivationCache = scope(() => scope(() => runWithCache(gpt, () => gpt.forward(ids)).cache));
    expect(cache.get("pattern", 0).sum().item()).toBeCloseTo(2 * 4 * 9, 3);
    const values = new Set(Object.values(cache.toObject()));
    const during = memory().tensors;
    scope(() => void runWithCache(gpt, ids));
    expect(memory().tensors).toBe(during);
    for (const x of values) dispose(x);
    expect(memory().tensors).toBeLessThanOrEqual(before + 1); // the sum
  },
);

test("wrong caches and names are refused", () => {
  const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
  const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
  for (const given of [
    [],
    [gpt],
    [gpt, null],
    [gpt, tensor([1])],
    [gpt, { a: [] }],
    [gpt, { a: 3 }],
    [cache, {}],
  ])
    expect(() => Reflect.construct(ActivationCache, given)).toThrow(
      /^ActivationCache: (model|values) must be/,
    );
  for (const hooks of [undefined, null, 3])
    expect(() => addHooks(gpt, hooks as never)).toThrow(/^addHooks: hooks must be hooks by name, /);
  expect(() => Reflect.get(cache, "blocks.0.attn.hook_z")).toThrow(
    'ActivationCache: it has no ["blocks.0.attn.hook_z"]; write cache.get("blocks.0.attn.hook_z")',
  );
  expect(Reflect.get(cache, "then")).toBeUndefined();
  expect(getActName("constructor", 0)).toBe("blocks.0.hook_constructor");
  expect(() => cache.get("x".repeat(1e6))).toThrow(/^.{0,400}$/);
});

test("a run that never comes to the model is refused", () => {
  const sizes = { vocabSize: 7, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 };
  const [gpt, other] = [new GPT(sizes), new GPT(sizes)];
  const ids = tensor([[1, 2]], { dtype: "int32" });
  const hooks = { "blocks.0.attn.hook_z": (z: Tensor) => z.mul(0) };
  expect(() => runWithHooks(gpt, () => other.forward(ids), { hooks })).toThrow(
    'runWithHooks: the run did not come to "blocks.0.attn.hook_z"; let the input be the model\'s, or a function that calls this GPT.',
  );
  expect(() => runWithCache(gpt, () => ids)).toThrow(/the run did not come to "hook_embed" or 21 others/);
});
