import { hookNames, runWithCache, runWithHooks } from "@saccade/lens";
import { manualSeed, memory, scope, type Tensor } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import { difference } from "../models.ts";
import { modelKinds } from "./model-kinds.ts";

// Sites whose values a fused kernel does not have: listening there runs the definition.
const unfused = /scores$|pattern$|scale$|result$|pos_embed$/;

beforeEach(() => manualSeed(3));

describe.each(modelKinds)("$name", ({ make }) => {
  test("visits each site that it declares", () => {
    const { model, run } = make();
    const names = hookNames(model);
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    const { cache } = runWithCache(model, run);
    expect([...cache.names].sort()).toEqual([...names].sort());
  });

  test("looking changes nothing, and writing a value back neither", () => {
    const { model, run } = make();
    const plain = run();
    const looked: [(name: string) => boolean, (x: Tensor) => undefined] = [
      (name) => !unfused.test(name),
      () => undefined,
    ];
    expect(difference(runWithHooks(model, run, { hooks: [looked] }), plain)).toBe(0);
    const back = runWithHooks(model, run, { hooks: [[() => true, (x) => x.mul(1)]] });
    expect(difference(back, plain)).toBeLessThan(3e-6 * Math.max(1, plain.abs().max().item()));
  });

  test("a run leaves no tensors behind", () => {
    const { model, run } = make();
    const left = (f: () => unknown): number => {
      const before = memory().tensors;
      scope(() => void f());
      return memory().tensors - before;
    };
    const plain = left(run); // what a cache of keys and values holds
    expect(left(() => runWithCache(model, run))).toBe(plain);
  });
});
