import { Linear } from "@saccade/nn";
import * as definitions from "@saccade/nn/definitions";
import { Generator, randn, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { LoraAdapter, LoraLinear, mergedWeight } from "../../src/lora/adapter.ts";

const size = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });

function expectClose(got: Tensor, want: Tensor): void {
  expect(got.shape).toEqual(want.shape);
  expect(got.sub(want).abs().max().item()).toBeLessThanOrEqual(1e-4);
}

test("a map with an adapter, and the map it is merged into, are LoRA's definition", () => {
  const sizes = fc.tuple(size(4), size(8), size(8), size(3), fc.constantFrom(1, 0.5, 4), fc.nat());
  fc.assert(
    fc.property(sizes, ([batch, inFeatures, rows, rank, scale, seed]) => {
      const generator = new Generator(seed);
      const draw = (...shape: number[]): Tensor => randn(shape, { generator });
      const base = new Linear(inFeatures, rows, { bias: false });
      const { dtype, backend } = base.weight;
      const shape = { inFeatures, start: 0, rows, rank, scale, dropout: 0 };
      const adapter = new LoraAdapter({ ...shape, dtype, backend });
      adapter.loadStateDict({ loraA: draw(rank, inFeatures), loraB: draw(rows, rank) });
      const x = draw(batch, 2, inFeatures);
      const change = { a: adapter.loraA, b: adapter.loraB, scale };
      const want = definitions.lora(x, base.weight, change);
      expectClose(new LoraLinear(base, [adapter]).forward(x), want);
      expectClose(definitions.linear(x, mergedWeight(base, [adapter])), want);
    }),
    runs(60),
  );
});
