import { h } from "preact";
import { expect, test } from "vitest";
import { LearningCurve } from "../src/learning-curve/learning-curve.tsx";
import { find, mounted } from "./shown.ts";

async function shownCurve(losses: readonly number[], accuracies: [number, number][]): Promise<SVGSVGElement> {
  const names = { loss: "Loss", accuracy: "Accuracy", epochs: "10 epochs" };
  const percent = (share: number): string => `${100 * share} %`;
  const of = { losses, accuracies: new Map(accuracies), epochs: 10, at: 2, names, percent };
  return find(await mounted(h(LearningCurve, { ...of, label: "From 1 to 0.01" })), "svg.learning-curve");
}

const points = (svg: Element, name: string): [number, number][] =>
  [...(find(svg, `path.${name}`).getAttribute("d") ?? "").matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)],
  );
const tickY = (svg: Element, selector: string): number[] =>
  [...svg.querySelectorAll(selector)].map((text) => Number(text.getAttribute("y")) - 4);

test("the loss falls on a logarithmic scale by epoch, the accuracy rises on one from 0 to 1", async () => {
  const svg = await shownCurve(
    [1, 0.1, 0.01],
    [
      [2, 0.5],
      [0, 0],
      [3, 1],
    ],
  );
  expect(svg.getAttribute("aria-label")).toBe("From 1 to 0.01");
  const loss = points(svg, "loss");
  expect(loss[1]![1] - loss[0]![1]).toBeCloseTo(loss[2]![1] - loss[1]![1], 0); // equal factors, equal steps
  const [zero, half, one] = tickY(svg, ".accuracy.tick");
  expect(points(svg, "accuracy").map(([, y]) => y)).toEqual([
    ...[zero!, half!, one!].map((y) => expect.closeTo(y, 1)), // in the order of epochs
  ]);
  const marker = Number(find(svg, ".marker").getAttribute("x1"));
  expect(marker).toBeCloseTo(loss[1]![0], 0);
  expect([...svg.querySelectorAll(".loss.tick")].length).toBeGreaterThanOrEqual(2);
});

test("before training there are axes and no lines", async () => {
  const svg = await shownCurve([], []);
  expect(points(svg, "loss")).toEqual([]);
  expect(points(svg, "accuracy")).toEqual([]);
  expect(tickY(svg, ".loss.tick").length).toBeGreaterThan(1);
});
