import { memory } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { spread } from "../../src/pages/scoring/compute.ts";
import { makeStart } from "../../src/pages/scoring/make-start.ts";
import start from "../../src/pages/scoring/start.gen.json" with { type: "json" };

describe("the spread of dot products", () => {
  it("has variance d, and 1 when scaled", () => {
    for (const d of [1, 4, 16, 64, 256]) {
      const { dot, scaled, dotVariance, scaledVariance, reach } = spread({ d, seed: 1 });
      expect(dotVariance / d).toBeGreaterThan(0.8);
      expect(dotVariance / d).toBeLessThan(1.25);
      expect(scaledVariance).toBeCloseTo(dotVariance / d, 3);
      for (const shares of [dot, scaled]) {
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 8);
        expect(reach).toBeGreaterThanOrEqual(3 * Math.sqrt(d));
      }
    }
  });
});

it("leaves no tensor behind", () => {
  const before = memory().tensors;
  spread({ d: 16, seed: 0 });
  expect(memory().tensors).toBe(before);
});

describe("what the page opens with", () => {
  it("is what the program in scripts makes", () => {
    const made = makeStart();
    const output = made.attended.output.flat();
    expect(start.attended.output.flat()).toHaveLength(output.length);
    for (const [i, value] of start.attended.output.flat().entries()) expect(value).toBeCloseTo(output[i]!, 3);
    expect(start.spread.dotVariance).toBeCloseTo(made.spread.dotVariance, 1);
  });
});
