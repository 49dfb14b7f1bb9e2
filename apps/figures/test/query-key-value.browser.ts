import { expect, test } from "vitest";
import { drawn, find, press, set, shown } from "./shown.ts";

// "its" is a creature and points: its query is the sum of these rows of W_Q; a word's key is that of its rows of W_K.
const query = [1.2 + 0.2, 0.2 + 1.6, 0.1 + 0.1, 0 - 0.8];
const keys = [
  [0.1, 0.2, 0.3, 1.9], // the
  [2.2, 1.9, 0.1, 0.5], // cat
  [0.3, 0.1, 2.2, 0.4], // licks
  [2.1, 0.3, 0.3, 2.1], // its
  [0.2, 1.8, 0.1, 0.3], // paw
];
const products = keys.map((key) => key.reduce((sum, k, c) => sum + k * query[c]!, 0));
const total = products.reduce((sum, product) => sum + Math.exp(product / 2), 0); // √4 = 2
const weights = products.map((product) => Math.exp(product / 2) / total);
const text = (value: number, digits: number): string => value.toFixed(digits).replace("-", "−");
const labels = (figure: Element, kind: "score" | "weight", row: number): (string | null)[] =>
  [...figure.querySelectorAll(`[data-cell^="${kind} ${row}"]`)].map((cell) =>
    cell.getAttribute("aria-label"),
  );

test("the cells tell q·k / √d of “its” and every key, and their softmax", async () => {
  const figure = await shown("query-key-value");
  const words = ["the", "cat", "licks", "its", "paw"];
  expect(labels(figure, "score", 3)).toEqual(
    products.map((product, j) => `Score of query its and key ${words[j]}: ${text(product / 2, 1)}`),
  );
  expect(labels(figure, "weight", 3)).toEqual(
    weights.map((weight, j) => `Weight of query its on ${words[j]}: ${text(weight, 2)}`),
  );
  expect(find(figure, "svg.chart").getAttribute("aria-label")).toContain(
    `The query its gives most weight, ${text(weights[1]!, 2)}, to cat.`,
  );
  const boxes = [...figure.querySelectorAll("svg.chart .inside")].map(({ textContent }) => textContent);
  for (const product of products) expect(boxes).toContain(text(product / 2, 1));
});

test("an arrow key moves from a score to the next, and the sum is the next one's", async () => {
  const figure = await shown("query-key-value");
  const cell = find<SVGElement>(figure, '[data-cell="score 3 1"]');
  const sums = (key: number): string =>
    ` = ${text(products[key]!, 2)},  ÷ 2 = ${text(products[key]! / 2, 2)},  softmax → ${text(weights[key]!, 2)}`;
  expect(find(figure, ".sums").textContent).toBe(`q·k = 1.4·2.2 + 1.8·1.9 + 0.2·0.1 − 0.8·0.5${sums(1)}`);
  await press(cell, "ArrowRight");
  await expect
    .poll(() => find(figure, ".sums").textContent)
    .toBe(`q·k = 1.4·0.3 + 1.8·0.1 + 0.2·2.2 − 0.8·0.4${sums(2)}`);
  expect(document.activeElement).toBe(figure.querySelector('[data-cell="score 3 2"]'));
});

test("the slider of time shows one score as it is made, and then the division", async () => {
  const figure = await shown("query-key-value");
  const time = find<HTMLInputElement>(figure, ".player input");
  const caption = (): string | null => find(figure, "figcaption").textContent;
  await set(time, 2.4); // the end of the first score
  expect(caption()).toContain("The query of “its” and the key of “the” slide together");
  expect(caption()).toContain(`add up to the score, ${text(products[0]!, 2)}.`);
  expect(figure.querySelectorAll(".hit")).toHaveLength(0);
  await set(time, 2.4 + 4 * 0.9 + 0.5);
  expect(caption()).toContain("divided by √d = √4 = 2");
});

test("another query has other numbers, in Chinese too", async () => {
  const figure = await shown("query-key-value", "zh");
  expect(find(figure, "figcaption").textContent).toContain(
    `“它的”把最大的权重 ${text(weights[1]!, 2)} 给了“猫”`,
  );
  find<HTMLInputElement>(figure, "input[value='2']").click();
  await drawn();
  // "licks": its query (0.9, 1.7, 0, 0.1) and the cat's key.
  const product = 0.9 * 2.2 + 1.7 * 1.9 + 0.1 * 0.5;
  expect(find(figure, ".sums").textContent).toContain(` = ${text(product, 2)},  ÷ 2`);
});
