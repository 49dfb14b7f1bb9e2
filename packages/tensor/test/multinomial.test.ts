import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DTypeError, Generator, manualSeed, multinomial, ShapeError, tensor, zeros } from "../src/index.ts";

const weights = tensor([[1, 0, 3, 6], [0.2, 0.2, 0, 0.1]]); // biome-ignore format: one line
const doubles = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-300, max: 1e300, noNaN: true })), {
  minLength: 1,
  maxLength: 9,
});

describe("multinomial", () => {
  test("draws indices of positive weight, without replacement each once", () => {
    fc.assert(
      fc.property(doubles, fc.nat(1000), (row, seed) => {
        const positive = row.flatMap((weight, j) => (weight > 0 ? [j] : []));
        fc.pre(positive.length > 0);
        const probs = tensor(row, { dtype: "float64" });
        const generator = new Generator(seed);
        const all = multinomial(probs, positive.length, { generator });
        expect([...all.dataSync()].sort((a, b) => a - b)).toEqual(positive);
        const again = multinomial(probs, 5, { replacement: true, generator });
        for (const j of again.dataSync()) expect(positive).toContain(j);
      }),
    );
  });

  test("with replacement, frequencies are the weights' shares", () => {
    const n = 20_000;
    const drawn = multinomial(weights, n, { replacement: true, generator: new Generator(0) });
    expect([drawn.shape, drawn.dtype]).toEqual([[2, n], "int32"]);
    const shares = drawn.oneHot(4).to("float32").mean(1).dataSync();
    // Standard errors are at most 0.0035.
    [0.1, 0, 0.3, 0.6, 0.4, 0.4, 0, 0.2].forEach((share, i) => {
      expect(Math.abs(shares[i]! - share)).toBeLessThan(share === 0 ? 1e-9 : 0.014);
    });
  });

  test("without replacement, pairs are as frequent as drawing one after the other makes them", () => {
    const n = 20_000;
    const rows = tensor([1, 2, 3]).expand([n, 3]);
    const pairs = multinomial(rows, 2, { generator: new Generator(1) });
    const codes = pairs
      .select(1, 0)
      .mul(3)
      .add(pairs.select(1, 1))
      .oneHot(9)
      .to("float32")
      .mean(0)
      .dataSync();
    const w = [1 / 6, 2 / 6, 3 / 6];
    for (const i of [0, 1, 2]) {
      for (const j of [0, 1, 2]) {
        const share = i === j ? 0 : (w[i]! * w[j]!) / (1 - w[i]!);
        expect(Math.abs(codes[3 * i + j]! - share)).toBeLessThan(share === 0 ? 1e-9 : 0.014);
      }
    }
  });

  test("repeats with a seed, and does not depend on the layout in memory", () => {
    manualSeed(3);
    const first = weights.multinomial(2).toArray();
    manualSeed(3);
    expect(multinomial(weights, 2).toArray()).toEqual(first);
    manualSeed(3);
    expect(multinomial(weights.t().clone().t(), 2).toArray()).toEqual(first);
    expect(multinomial(zeros([0, 3]), 2).shape).toEqual([0, 2]);
    expect(multinomial(tensor([0, 7]), 1).toArray()).toEqual([1]);
  });

  test("names a weight, a row or a count that is wrong", () => {
    const row = (...values: number[]) => tensor([[1, 1], values]); // biome-ignore format: one line
    expect(() => multinomial(row(1, -1), 1)).toThrow(
      "multinomial: probs[1][1] must be a finite number ≥ 0, got -1",
    );
    expect(() => multinomial(row(Number.NaN, 1), 1)).toThrow(
      "probs[1][0] must be a finite number ≥ 0, got NaN",
    );
    expect(() => multinomial(row(1, Infinity), 1)).toThrow("probs[1][1] must be");
    expect(() => multinomial(row(0, 0), 1)).toThrow("the sum of probs[1] must be above 0 and finite, got 0");
    expect(() => multinomial(tensor([]), 1)).toThrow("the sum of probs must be above 0");
    expect(() => multinomial(row(0, 1), 2)).toThrow(
      "numSamples must be at most 1, the number of positive weights in probs[1], got 2; or draw with { replacement: true }",
    );
    expect(() => multinomial(weights, 0)).toThrow("numSamples must be a whole number ≥ 1");
    expect(() => multinomial(zeros([1, 2, 3]), 1)).toThrow(ShapeError);
    expect(() => multinomial(tensor(1), 1)).toThrow("probs float32[] must have 1 or 2 dims; expected probs float (n) | (m, n)");
    expect(() => multinomial(tensor([1, 2], { dtype: "int32" }), 1)).toThrow(DTypeError);
  });
});
