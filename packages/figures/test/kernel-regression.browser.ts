import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { lossAt, points } from "../src/kernel-regression/loss.ts";
import { done, find, labelOf, press, set, shown, textOf, texts } from "./shown.ts";

const { x: keys, y: values } = points;

/** The raw weights of keys, and the mean of values under them. */
function regression(query: number, width: number, left: (i: number) => boolean = () => true) {
  const raw = keys.map((key, i) => (left(i) ? Math.exp(-0.5 * ((query - key) / width) ** 2) : 0));
  const total = raw.reduce((a, b) => a + b, 0);
  const weights = raw.map((one) => one / total);
  return { weights, prediction: weights.reduce((sum, w, i) => sum + w * values[i]!, 0) };
}

test("a weight is exp(−(q − k)² / 2h²) over their sum, a dot's size and a bar's height its share of the largest", async () => {
  const figure = await shown("kernel-regression");
  const { weights, prediction } = regression(1.3, 1);
  const largest = Math.max(...weights);
  const circles = [...figure.querySelectorAll<SVGCircleElement>(".points circle")];
  expect(circles).toHaveLength(keys.length);
  for (const [i, circle] of circles.entries())
    expect(Number(circle.getAttribute("r"))).toBeCloseTo(3 + 5 * Math.sqrt(weights[i]! / largest), 1);
  const strongest = weights
    .map((weight, i) => [keys[i]!, weight] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([key, weight]) => `${key.toFixed(2)} (${weight.toFixed(3)})`);
  expect(labelOf(figure, "[role=img]")).toBe(
    `regression: at query 1.30 the prediction is ${prediction.toFixed(2)}. The strongest keys: ${strongest.join(", ")}.`,
  );
  // Each bar is as high as the kernel above it, whose maximum is at the query.
  const [bars, kernel] = [".bar", ".kernel"].map((name) => find<SVGPathElement>(figure, name).getBBox());
  expect(bars!.height / kernel!.height).toBeLessThanOrEqual(1);
  const feet = find(figure, ".bar")
    .getAttribute("d")!
    .matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)/g);
  const heights = [...feet].map(([, , foot, head]) => Number(foot) - Number(head));
  for (const [i, height] of heights.entries())
    expect(height / Math.max(...heights)).toBeCloseTo(weights[i]! / largest, 2);
});

test("the slider changes the width, the loss in words follows", async () => {
  const figure = await shown("kernel-regression");
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 100); // half way between .05 and 5 in factors: .5
  expect(slider.getAttribute("aria-valuetext")).toBe("0.50");
  const loss = keys.reduce(
    (sum, key, i) => sum + (regression(key, 0.5, (j) => j !== i).prediction - values[i]!) ** 2 / 2,
    0,
  );
  expect(textOf(figure, ".loss-line strong")).toBe(loss.toFixed(2));
});

test("the query moves by keys and by a drag, over points too, and its prediction with it", async () => {
  const figure = await shown("kernel-regression");
  const query = find<SVGElement>(figure, "[role=slider]");
  const says = (at: number): string =>
    `query ${at.toFixed(2)}, prediction ${regression(at, 1).prediction.toFixed(2)}`;
  await press(query, "ArrowRight");
  expect(query.getAttribute("aria-valuetext")).toBe(says(1.35));
  await press(query, "End");
  expect(query.getAttribute("aria-valuetext")).toBe(says(5));
  const ground = find(figure, ".ground");
  const { width, top } = ground.getBoundingClientRect();
  // From the point at 2.02: a drag of the real pointer, since a made-up event cannot be captured.
  const dot = figure.querySelectorAll(".points circle")[11]!.getBoundingClientRect();
  await userEvent.dragAndDrop(ground, ground, {
    sourcePosition: { x: (2.02 / 5) * width, y: dot.top - top + dot.height / 2 },
    targetPosition: { x: (2 / 5) * width, y: 80 },
  });
  await expect.poll(() => query.getAttribute("aria-valuetext")).toBe(says(2));
});

test("learning the width lowers the loss", async () => {
  const figure = await shown("kernel-regression", "zh");
  expect(textOf(figure, ".loss-line")).toMatch(/^损失/);
  expect(texts(figure, ".end text")).toEqual(["真实曲线", "核回归"]);
  find<HTMLButtonElement>(figure, "[data-run]").click();
  await done(figure);
  expect(Number(textOf(figure, ".loss-line strong"))).toBeLessThan(0.9 * lossAt(1));
  expect(figure.querySelectorAll(".passed")).toHaveLength(31); // the start and 30 steps
});
