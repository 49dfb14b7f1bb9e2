import { manualSeed, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { sinData, sinTestGrid, sinTruth } from "../src/index.ts";

test("the grid has 50 values from 0 to 4.9", () => {
  const grid = sinTestGrid();
  expect(grid.shape).toEqual([50]);
  expect([...grid.dataSync()]).toEqual(Array.from({ length: 50 }, (_, i) => Math.fround(i * 0.1)));
});

test("the truth is 2 sin x + x^0.8", () => {
  const y = sinTruth(tensor([0, 1, 4.9])).dataSync();
  [0, 1, 4.9].forEach((x, i) => {
    expect(y[i]).toBeCloseTo(2 * Math.sin(x) + x ** 0.8, 5);
  });
});

test("points rise in [0, 5) and lie on the truth without noise", () => {
  const { xTrain, yTrain } = sinData({ n: 200, noise: 0, seed: 1 });
  const x = [...xTrain.dataSync()];
  expect(x).toEqual([...x].sort((a, b) => a - b));
  expect(x[0]).toBeGreaterThanOrEqual(0);
  expect(x.at(-1)).toBeLessThan(5);
  expect(yTrain.toArray()).toEqual(sinTruth(xTrain).toArray());
});

test("the noise has the standard deviation that was asked for", () => {
  const { xTrain, yTrain } = sinData({ n: 20_000, noise: 0.5, seed: 2 });
  const residual = yTrain.sub(sinTruth(xTrain));
  expect(residual.mean().item()).toBeCloseTo(0, 1);
  expect(residual.std().item()).toBeCloseTo(0.5, 2);
});

test("the same seed gives the same points; without one they follow manualSeed", () => {
  expect(sinData({ seed: 3 }).yTrain.toArray()).toEqual(sinData({ seed: 3 }).yTrain.toArray());
  expect(sinData({ seed: 3 }).xTrain.toArray()).not.toEqual(sinData({ seed: 4 }).xTrain.toArray());
  manualSeed(7);
  const first = sinData().yTrain.toArray();
  expect(first).toHaveLength(50);
  expect(sinData().yTrain.toArray()).not.toEqual(first);
  manualSeed(7);
  expect(sinData().yTrain.toArray()).toEqual(first);
});
