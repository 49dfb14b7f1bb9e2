import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { keys, values } from "../src/kernel-regression/points.ts";
import { curveAt, lookFrom, lossAt } from "../src/kernel-regression/regression.ts";
import { find, press, set, shown } from "./shown.ts";

/** The raw weights of keys, and the mean of values under them. */
function regression(query: number, width: number, left: (i: number) => boolean = () => true) {
  const raw = keys.map((key, i) => (left(i) ? Math.exp(-0.5 * ((query - key) / width) ** 2) : 0));
  const total = raw.reduce((a, b) => a + b, 0);
  const weights = raw.map((one) => one / total);
  return { weights, prediction: weights.reduce((sum, w, i) => sum + w * values[i]!, 0) };
}

test("a weight is exp(−(q − k)² / 2h²) over their sum, and the prediction the mean under the weights", () => {
  const [query, width] = [2, 0.7];
  const expected = regression(query, width);
  const { weights, prediction } = lookFrom(query, width);
  for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(expected.weights[i]!, 5);
  expect(prediction).toBeCloseTo(expected.prediction, 4);
  // 101 queries from 0 to 5.
  expect(curveAt(width)[40]).toBeCloseTo(prediction, 4);
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
  expect(find(figure, ".loss-line strong").textContent).toBe(loss.toFixed(2));
});

test("the query moves by keys and by a drag, and its prediction with it", async () => {
  const figure = await shown("kernel-regression");
  const query = find<SVGElement>(figure, "[role=slider]");
  const says = (at: number): string =>
    `query ${at.toFixed(2)}, prediction ${regression(at, 1).prediction.toFixed(2)}`;
  await press(query, "ArrowRight");
  expect(query.getAttribute("aria-valuetext")).toBe(says(1.35));
  await press(query, "End");
  expect(query.getAttribute("aria-valuetext")).toBe(says(5));
  const ground = find(figure, ".ground");
  const { width } = ground.getBoundingClientRect();
  // A drag of the real pointer: the element captures it, which a made-up event does not let it do.
  await userEvent.dragAndDrop(ground, ground, {
    sourcePosition: { x: 20, y: 50 },
    targetPosition: { x: (2 / 5) * width, y: 80 },
  });
  await expect.poll(() => query.getAttribute("aria-valuetext")).toBe(says(2));
  // The longest bar stands at the key nearest to the query, 2.02.
  const heights = [...figure.querySelectorAll<SVGLineElement>(".point line")].map(
    ({ y1, y2 }) => y1.baseVal.value - y2.baseVal.value,
  );
  expect(keys[heights.indexOf(Math.max(...heights))]).toBe(2.02);
});

test("learning the width lowers the loss", async () => {
  const figure = await shown("kernel-regression", "zh");
  expect(find(figure, ".loss-line").textContent).toMatch(/^损失/);
  find<HTMLButtonElement>(figure, "[data-run]").click();
  await expect.poll(() => find(figure, "figure").dataset["done"], { timeout: 60_000 }).toBe("true");
  expect(Number(find(figure, ".loss-line strong").textContent)).toBeLessThan(0.9 * lossAt(1));
  expect(figure.querySelectorAll(".passed")).toHaveLength(31); // the start and 30 steps
});
