import { expect, test } from "vitest";
import { divisors, measure } from "../src/why-scale/measure.ts";
import { click, find, set, shown, textOf } from "./shown.ts";

const numbers = (figure: Element, selector: string, name: string): number[] =>
  [...figure.querySelectorAll(selector)].map((one) => Number(one.getAttribute(name)));

test("scores spread with √d, and one divided by √d or d is the same score, smaller", () => {
  const [none, root, whole] = divisors.map((name) => measure(64, name));
  expect(none!.deviation / Math.sqrt(64)).toBeCloseTo(1, 1);
  expect(none!.deviation / root!.deviation).toBeCloseTo(8, 3);
  expect(none!.deviation / whole!.deviation).toBeCloseTo(64, 2);
  // The gradient keeps its size under √d and falls as 1/√d under d.
  expect(measure(512, "root").gradient / measure(128, "root").gradient).toBeCloseTo(1, 1);
  expect(measure(512, "whole").gradient / measure(128, "whole").gradient).toBeCloseTo(0.5, 1);
});

test("bars are the first query's softmax, bins count the scores, circles lie at the gradients", async () => {
  const figure = await shown("why-scale");
  const { scores } = measure(256, "none");
  const raw = scores.slice(0, 12).map((score) => Math.exp(score - Math.max(...scores.slice(0, 12))));
  const weights = raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
  for (const [i, height] of numbers(figure, ".weight", "height").entries())
    expect(height).toBeCloseTo(110 * weights[i]!, 2);
  expect(find(figure, "svg:has(.weight)").getAttribute("aria-label")).toBe(
    `Weights of one query on twelve keys: ${weights.map((weight) => weight.toFixed(2)).join(", ")}.`,
  );
  const counts = new Array<number>(61).fill(0);
  for (const score of scores) counts[Math.min(60, Math.max(0, Math.floor(((score + 72) * 61) / 144)))]!++;
  const heights = numbers(figure, ".bin", "height");
  for (const [i, count] of counts.entries())
    expect(heights[i]! / Math.max(...heights)).toBeCloseTo(count / Math.max(...counts), 5);
  const gradients = divisors.map((name) => measure(256, name).gradient);
  const up = numbers(figure, ".way circle", "cy").map((cy) => 150 - cy);
  for (const [i, gradient] of gradients.entries())
    expect(up[i]! / up[1]!).toBeCloseTo(gradient / gradients[1]!, 3);
});

test("the slider changes d, and the texts follow", async () => {
  const figure = await shown("why-scale");
  const deviation = (): string | null => textOf(figure, ".settings strong");
  expect(deviation()).toBe(measure(256, "none").deviation.toFixed(2));
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 0);
  expect(slider.getAttribute("aria-valuetext")).toBe("1");
  expect(deviation()).toBe(measure(1, "none").deviation.toFixed(2));
  // At d = 1 nothing is divided.
  const gradient = measure(1, "root").gradient.toFixed(3);
  expect(find(figure, "svg:has(.way)").getAttribute("aria-label")).toBe(
    `Norm of the gradient at d = 1: ${gradient} for q·k, ${gradient} for q·k / √d, ${gradient} for q·k / d.`,
  );
  expect(textOf(figure, "figcaption")).toContain("At small d");
});

test("another divisor changes the scores' spread and the curve that is marked", async () => {
  const figure = await shown("why-scale", "zh");
  await click(figure, "input[value=root]");
  expect(find(figure, "svg:has(.bin)").getAttribute("aria-label")).toBe(
    `分数的直方图，标准差为 ${(measure(256, "none").deviation / 16).toFixed(2)}。`,
  );
  expect(figure.querySelectorAll(".way.chosen")).toHaveLength(1);
  expect(find(figure, ".way.chosen").classList.contains("root")).toBe(true);
});
