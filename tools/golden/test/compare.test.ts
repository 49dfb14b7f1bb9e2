import { describe, expect, it } from "vitest";
import { compareData } from "../src/compare.ts";
import { readmeRule, tolerances } from "../src/tolerances.ts";

describe("compareData", () => {
  it("allows max(1e-5, 10 · f32_err) · max(1, |expected|)", () => {
    expect(compareData([1.000009], [1], readmeRule())).toBeNull();
    expect(compareData([1.00002], [1], readmeRule())).not.toBeNull();
    expect(compareData([1.00002], [1], readmeRule(3e-6))).toBeNull();
    expect(compareData([0.000009], [0], readmeRule())).toBeNull();
    expect(compareData([1000.009], [1000], readmeRule())).toBeNull();
    expect(compareData([1000.02], [1000], readmeRule())).not.toBeNull();
  });

  it("wants NaN for NaN and each infinity for itself, and takes 0 for −0", () => {
    const inf = Number.POSITIVE_INFINITY;
    expect(compareData([Number.NaN, inf, -inf, 0], [Number.NaN, inf, -inf, -0], tolerances.exact)).toBeNull();
    expect(compareData([0], [Number.NaN], readmeRule())).not.toBeNull();
    expect(compareData([Number.NaN], [0], readmeRule())).not.toBeNull();
    expect(compareData([inf], [-inf], readmeRule())).not.toBeNull();
    expect(compareData([3e38], [inf], readmeRule())).not.toBeNull();
    expect(compareData([inf], [3e38], readmeRule())).not.toBeNull();
  });

  it("tells the worst and the first difference", () => {
    expect(compareData([1, 2.5, 3, 8], [1, 2, 3, 4], tolerances.exact)).toEqual({
      count: 2,
      maxError: 4,
      allowed: 0,
      index: 1,
      actual: 2.5,
      expected: 2,
    });
  });
});
