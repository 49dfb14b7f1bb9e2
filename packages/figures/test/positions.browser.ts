import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { positionsOf } from "../src/positions/vectors.ts";
import { click, drawn, find, labelOf, set, shown, textOf } from "./shown.ts";

const speeds = [1, 0.1, 0.01, 0.001]; // 10000^(−2i / 8)

/** The score of rotary positions at a distance, from the pairs at position 0, which are not turned. */
function rotaryScore(distance: number): number {
  const { queries, keys } = positionsOf("rotary");
  const [q, k] = [queries![0]!, keys![0]!];
  return speeds.reduce((sum, speed, i) => {
    const [a, b, c, d] = [q[2 * i]!, q[2 * i + 1]!, k[2 * i]!, k[2 * i + 1]!];
    return sum + (a * c + b * d) * Math.cos(distance * speed) + (b * c - a * d) * Math.sin(distance * speed);
  }, 0);
}

test("a score depends on the distance: a sum of cosines, turned pairs, or a line", () => {
  for (const [query, key] of [
    [10, 14],
    [43, 63],
    [7, 0],
  ] as const) {
    const distance = key - query;
    const cosines = speeds.reduce((sum, speed) => sum + Math.cos(distance * speed), 0);
    expect(positionsOf("sines").scores[query]?.[key]).toBeCloseTo(cosines, 4);
    expect(positionsOf("rotary").scores[query]?.[key]).toBeCloseTo(rotaryScore(distance), 4);
    expect(positionsOf("alibi").scores[query]?.[key]).toBeCloseTo(-Math.abs(distance) / 16, 6); // 1 of 2 heads: 2⁻⁴
  }
});

test("moving the query turns the arrows and keeps the score; the distance changes it", async () => {
  const figure = await shown("positions");
  const [query, distance] = [...figure.querySelectorAll<HTMLInputElement>("input[type=range]")];
  const arrow = find<SVGCircleElement>(figure, ".dial .query circle");
  const dot = find<SVGCircleElement>(figure, ".dot");
  const says = (at: number, apart: number): void => {
    const text = `query at ${at}, key at ${at + apart}: ${rotaryScore(apart).toFixed(2)}`;
    expect(textOf(figure, ".sum")).toBe(text);
    expect(dot.cy.baseVal.value).toBeCloseTo(150 - ((rotaryScore(apart) + 3) / 6) * 140, 2); // −3 at 150, 3 at 10
  };
  says(10, 4);
  const [q0, q1] = positionsOf("rotary").queries![0]!;
  const x = (at: number): number => 56 + 40 * (q0! * Math.cos(at) - q1! * Math.sin(at)); // the fastest pair: a radian a step
  expect(arrow.cx.baseVal.value).toBeCloseTo(x(10), 2);
  await set(query!, 21);
  says(21, 4);
  expect(arrow.cx.baseVal.value).toBeCloseTo(x(21), 2);
  await set(distance!, 9);
  says(21, 9);
});

test("ALiBi has no arrows, and its curve in words tells the bias, in both languages", async () => {
  for (const [lang, says] of [
    ["en", "Score of a query at 10 with a key at each position; with the key at 14: −0.25"],
    ["zh", "位于 10 的查询与各位置上的键的分数；键位于 14 时是 −0.25"],
  ] as const) {
    const figure = await shown("positions", lang);
    expect(figure.querySelectorAll(".dial")).toHaveLength(4);
    await click(figure, "input[value=alibi]");
    expect(figure.querySelectorAll(".dial")).toHaveLength(0);
    expect(labelOf(figure, "svg.chart")).toBe(says);
  }
});

test("query and key move by themselves, their score stays, and a touch stops them at a position", async () => {
  await page.viewport(1280, 900);
  const figure = await shown("positions");
  const at = (): number => Number(/query at (\d+)/.exec(textOf(figure, ".sum"))?.[1]);
  await expect.poll(at, { timeout: 10_000 }).toBeGreaterThan(11);
  expect(textOf(figure, ".sum")).toContain(`: ${rotaryScore(4).toFixed(2)}`);
  const button = find<HTMLButtonElement>(figure, "[data-run]");
  button.click();
  await drawn();
  expect(button.textContent).toBe("Move both");
  expect(find(figure, ".dial g").getAttribute("transform")).toMatch(/^rotate\(-?0 /);
});
