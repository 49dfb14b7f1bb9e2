import { expect, test } from "vitest";
import { keys, queries, values } from "../src/scores-and-masks/attention.ts";
import { drawn, find, press, shown } from "./shown.ts";

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

function softmax(scores: readonly number[]): number[] {
  const raw = scores.map(Math.exp);
  return raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
}

const minus = (text: string): string => text.replace("-", "−");
const texts = (figure: Element, selector: string): (string | null)[] =>
  [...figure.querySelectorAll(selector)].map(({ textContent }) => textContent);

test("cells are q·k, bars are their softmax, and the output is the mean of the values", async () => {
  const figure = await shown("scores-and-masks");
  const scores = queries.map((q) => keys.map((k) => dot(q, k)));
  expect(texts(figure, ".score text")).toEqual(scores.flat().map((score) => minus(String(score))));
  const weights = softmax(scores[0]!);
  expect(texts(figure, ".bar text")).toEqual(weights.map((weight) => weight.toFixed(2)));
  const heights = [...figure.querySelectorAll(".bar rect")].map((bar) => Number(bar.getAttribute("height")));
  for (const [j, weight] of weights.entries()) expect(heights[j]).toBeCloseTo(64 * weight, 3);
  const output = [0, 1].map((i) =>
    dot(
      weights,
      values.map((value) => value[i]!),
    ).toFixed(2),
  );
  expect(texts(figure, ".output text")).toEqual(output.map(minus));
  expect(find(figure, ".quiet").textContent).toBe(
    `Weights of query 1: ${weights.map((weight) => weight.toFixed(2)).join(", ")}. Output (${output.map(minus).join(", ")}).`,
  );
});

test("a causal mask leaves the first query its own key, and scaled scores are divided by √3", async () => {
  const figure = await shown("scores-and-masks");
  find<HTMLInputElement>(figure, "input[value=causal]").click();
  find<HTMLInputElement>(figure, "input[value=scaled]").click();
  await expect
    .poll(() => find(figure, ".quiet").textContent)
    .toBe("Weights of query 1: 1.00, 0.00, 0.00, 0.00. Output (4, 0).");
  await expect.poll(() => texts(figure, ".bar text")).toEqual(["1.00", "0.00", "0.00", "0.00"]);
  const open = [...figure.querySelectorAll(".score")].filter((cell) => !cell.classList.contains("masked"));
  expect(open.map((cell) => cell.getAttribute("data-cell"))).toEqual(
    [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].slice(0, i + 1).map((j) => `${i} ${j}`)),
  );
  // The chosen pair is q₁, k₂ with q·k = 4.
  expect(find(figure, "p.sum").textContent).toContain(`/ √3 = ${(4 / Math.sqrt(3)).toFixed(2)}`);
});

test("an arrow key moves to the next pair, Enter masks it, and the button allows it again", async () => {
  const figure = await shown("scores-and-masks");
  await press(find(figure, ".score.chosen"), "ArrowDown");
  const cell = find<SVGGElement>(figure, '[data-cell="1 1"]');
  expect(document.activeElement).toBe(cell);
  expect(cell.getAttribute("aria-label")).toBe("query 2, key 2: score 3");
  await press(cell, "Enter");
  expect(cell.getAttribute("aria-label")).toBe("query 2, key 2: masked");
  expect(cell.getAttribute("aria-pressed")).toBe("true");
  expect(find<HTMLInputElement>(figure, "input[value=own]").checked).toBe(true);
  const button = find(figure, ".buttons button");
  expect(button.textContent).toBe("Allow key 2 for query 2");
  button.click();
  await drawn();
  expect(cell.getAttribute("aria-pressed")).toBe("false");
});

test("a query without any key is said to have none", async () => {
  const figure = await shown("scores-and-masks", "zh");
  for (const j of [0, 1, 2, 3]) await press(find<SVGGElement>(figure, `[data-cell="0 ${j}"]`), " ");
  expect(find(figure, ".quiet").textContent).toBe("查询 1 的键全部被屏蔽：权重和输出都是 0。");
  await expect.poll(() => texts(figure, ".output text")).toEqual(["0.00", "0.00"]);
});
