import { nadarayaWatson } from "@saccade/attention";
import { sinData } from "@saccade/datasets";
import { memory, scope, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { waysToPool, xRange } from "../src/kernel-regression/data.ts";
import { curveOf, rowOf } from "../src/kernel-regression/regression.ts";
import { kernelCurve, scoreOf } from "../src/kernel-regression/score.ts";
import { placeLabels } from "../src/ui/place-labels.ts";

const kernelNames = ["gaussian", "boxcar", "epanechnikov", "triangular"] as const;

const points = scope(() => {
  const { xTrain, yTrain } = sinData({ n: 20, noise: 0.5, seed: 3 });
  return { x: Array.from(xTrain.dataSync()), y: Array.from(yTrain.dataSync()) };
});

describe("a query's row", () => {
  it("shows scores that give the weights beside them", () => {
    for (const kernel of kernelNames) {
      const [bandwidth, w, query] = [0.8, 3, 2.1];
      const ask = { points, kernel, bandwidth, w };
      for (const way of ["fixed", "learned"] as const) {
        const { kernelAt } = scoreOf(ask, way);
        const { weights } = rowOf(ask, way, query);
        const raw = points.x.map((key) => kernelAt(query - key));
        const total = raw.reduce((sum, value) => sum + value, 0);
        raw.forEach((value, i) => {
          expect(value / total).toBeCloseTo(weights[i] ?? Number.NaN, 4);
        });
      }
    }
  });

  it("leaves no tensor behind, and neither does a curve", () => {
    const before = memory().tensors;
    for (const way of waysToPool) {
      const ask = { points, kernel: "boxcar", bandwidth: 0.5, w: 2 } as const;
      curveOf(ask, way);
      rowOf(ask, way, 1);
    }
    expect(memory().tensors).toBe(before);
  });
});

const point = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: -100, max: 100 }));
const somePoints = fc.array(point, { minLength: 3, maxLength: 12 }).map((pairs) => {
  const sorted = pairs.map(([x, y]) => [x / 100, y / 10] as const).sort((a, b) => a[0] - b[0]);
  return { x: sorted.map(([x]) => x), y: sorted.map(([, y]) => y) };
});

describe("the curve of a kernel that ends", () => {
  it("is the library's wherever a key is in the window, and has a gap wherever none is", () => {
    const kernel = fc.constantFrom("boxcar" as const, "epanechnikov" as const, "triangular" as const);
    fc.assert(
      fc.property(somePoints, kernel, fc.integer({ min: 5, max: 200 }), (points, kernel, hundredths) => {
        const bandwidth = hundredths / 100 + 0.0003; // no place is on an edge
        const runs = curveOf({ points, kernel, bandwidth, w: 1 }, "fixed");
        const all = runs.flatMap(({ x, y }) => x.map((at, i) => [at, y[i]] as const));
        // Without the steps of a boxcar, which lie halfway between two places.
        const drawn = new Map(all.filter(([at]) => Math.abs(100 * at - Math.round(100 * at)) < 0.01));
        const near = (at: number): boolean => points.x.some((key) => Math.abs(at - key) < bandwidth);
        for (const [at, y] of drawn) {
          const { output } = nadarayaWatson(tensor([at]), tensor(points.x), tensor(points.y), {
            kernel,
            bandwidth,
          });
          expect(near(at)).toBe(true);
          expect(y).toBeCloseTo(output.item(), 4);
        }
        for (const { x } of runs)
          for (const [i, at] of x.slice(1).entries()) expect(at - x[i]!).toBeLessThan(0.011);
        const places = Array.from({ length: 501 }, (_, i) => i / 100);
        expect(drawn.size).toBe(places.filter(near).length);
      }),
      { numRuns: 5 },
    );
  });

  it("is whole where the kernel does not end", () => {
    expect(curveOf({ points, kernel: "gaussian", bandwidth: 0.05, w: 1 }, "fixed")).toHaveLength(1);
  });
});

describe("the kernel at the query", () => {
  it("is as high at every key as the key's weight", () => {
    fc.assert(
      fc.property(
        somePoints,
        fc.constantFrom(...kernelNames),
        fc.integer({ min: 0, max: 499 }),
        (points, kernel, at) => {
          // Off the grid of keys: one at the very end of a window is in it or not by the last bit.
          const [bandwidth, query] = [0.8, at / 100 + 0.0037];
          const ask = { points, kernel, bandwidth, w: 1 };
          const { weights } = rowOf(ask, "fixed", query);
          const drawn = kernelCurve(scoreOf(ask, "fixed"), query, points.x, weights, xRange);
          if (weights.every((weight) => weight === 0)) expect(drawn.peak).toBeCloseTo(1, 6);
          for (const [i, key] of points.x.entries()) {
            const weight = weights[i] ?? 0;
            expect(weight).toBeLessThanOrEqual(drawn.peak * (1 + 1e-4));
            // Its neighbours on the drawn line lie about the weight.
            const after = drawn.points.findIndex(([x]) => x >= key);
            if (weight === 0 || after < 1) continue;
            const [low, high] = [drawn.points[after - 1]?.[1] ?? 0, drawn.points[after]?.[1] ?? 0];
            const slack = drawn.peak * 0.02;
            expect(weight).toBeGreaterThanOrEqual(Math.min(low, high) - slack);
            expect(weight).toBeLessThanOrEqual(Math.max(low, high) + slack);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the names at the curves' ends", () => {
  it("never overlap, stay in the figure and in order, and stay put where there is room", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 400 }), { minLength: 4, maxLength: 4 }), (wanted) => {
        const placed = placeLabels(wanted, 15, [16, 290]);
        const sorted = [...placed].sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i++) {
          expect((sorted[i] ?? 0) - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(15 - 1e-9);
        }
        expect(sorted[0]).toBeGreaterThanOrEqual(16 - 1e-9);
        expect(sorted.at(-1)).toBeLessThanOrEqual(290 + 1e-9);
        for (const [i, a] of wanted.entries()) {
          for (const [j, b] of wanted.entries()) if (a < b) expect(placed[i]).toBeLessThan(placed[j] ?? 0);
        }
      }),
    );
    expect(placeLabels([40, 200, 100], 15, [16, 290])).toEqual([40, 200, 100]);
    expect(placeLabels([100, 100], 15, [16, 290])).toEqual([92.5, 107.5]);
  });
});
