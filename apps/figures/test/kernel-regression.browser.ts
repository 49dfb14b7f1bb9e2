import { expect, test } from "vitest";
import { keys, values } from "../src/kernel-regression/points.ts";
import { curveAt, lookFrom, lossAt } from "../src/kernel-regression/regression.ts";
import { find, set, shown } from "./shown.ts";

test("a weight is exp(−(q − k)² / 2h²) over their sum, and the prediction the mean under the weights", () => {
  const [query, width] = [2, 0.7];
  const raw = keys.map((key) => Math.exp(-0.5 * ((query - key) / width) ** 2));
  const total = raw.reduce((a, b) => a + b, 0);
  const { weights, prediction } = lookFrom(query, width);
  for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(raw[i]! / total, 5);
  expect(prediction).toBeCloseTo(
    raw.reduce((sum, w, i) => sum + (w / total) * values[i]!, 0),
    4,
  );
  // 101 queries from 0 to 5.
  expect(curveAt(width)[40]).toBeCloseTo(prediction, 4);
});

test("the slider changes the width, the loss in words follows", async () => {
  const figure = await shown("kernel-regression");
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 100); // half way between .05 and 5 in factors: .5
  expect(slider.getAttribute("aria-valuetext")).toBe("0.50");
  expect(find(figure, ".loss-line strong").textContent).toBe(lossAt(0.5).toFixed(2));
});
