import { describe, expect, it } from "vitest";
import { iterationsFor } from "../src/measure.ts";
import { median, medianInterval, pairedRatio, quantile, summarize } from "../src/statistics.ts";

describe("quantile", () => {
  it("lies between the two nearest values", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([10, 0], 0.25)).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });
});

describe("summarize", () => {
  it("leaves out the rounds that were sat out", () => {
    const summary = summarize([3, null, 1, 2]);
    expect(summary).toMatchObject({ samples: 3, median: 2, best: 1 });
    expect(summary.spread).toBeCloseTo(0.5);
  });
});

describe("pairedRatio", () => {
  it("compares within rounds: a slow spell that hits both changes nothing", () => {
    expect(pairedRatio([2, 2, 20, 2], [1, 1, 10, 1])).toBe(2);
    expect(pairedRatio([2, 20, null], [1, 10, 5])).toBe(2);
  });

  it("compares medians where no round has both", () => {
    expect(pairedRatio([4, null], [null, 2])).toBe(2);
  });
});

describe("iterationsFor", () => {
  it("fills a sample, with at least one", () => {
    expect(iterationsFor(0.001, 0.05)).toBe(50);
    expect(iterationsFor(3, 0.05)).toBe(1);
    expect(iterationsFor(0, 0.05)).toBeGreaterThan(1000);
  });
});

describe("medianInterval", () => {
  it("takes the order statistics of the binomial distribution", () => {
    const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => n - i);
    expect(medianInterval(upTo(10))).toEqual([2, 9]); // 97.9 %; from the third to the eighth it would be 89.1 %
    expect(medianInterval(upTo(15))).toEqual([4, 12]); // 96.5 %
    expect(medianInterval(upTo(20))).toEqual([6, 15]); // 95.9 %
  });

  it("takes the extremes of few values", () => {
    expect(medianInterval([3, 1, 2])).toEqual([1, 3]);
    expect(medianInterval([])).toEqual([Number.NaN, Number.NaN]);
  });
});
