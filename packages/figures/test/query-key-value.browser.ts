import { expect, test } from "vitest";
import { click, drawn, find, focus, labelOf, press, set, shown, textOf, texts } from "./shown.ts";

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
    products.map((product, j) => `Score of its and ${words[j]}: ${text(product / 2, 2)}`),
  );
  expect(labels(figure, "weight", 3)).toEqual(
    weights.map((weight, j) => `Weight of its on ${words[j]}: ${text(weight, 2)}`),
  );
  expect(labelOf(figure, "svg.chart")).toContain(
    `“its” gives its largest weight, ${text(weights[1]!, 2)}, to “cat”.`,
  );
  const boxes = texts(figure, "svg.chart .inside");
  for (const product of products)
    expect(boxes).toContain(String(Number((product / 2).toFixed(1))).replace("-", "−"));
});

test("every number fits its cell, at each width", async () => {
  const figure = await shown("query-key-value");
  for (const width of [640, 704, 900, 327]) {
    figure.style.width = `${width}px`;
    await expect.poll(() => find(figure, "svg").getAttribute("viewBox")).toContain(` ${width} `);
    await drawn();
    const cell = find(figure, '[data-cell="score 3 1"]').getBoundingClientRect().width;
    const wide = [...figure.querySelectorAll("svg.chart .inside:not(.strong)")].filter(
      (number) => number.getBoundingClientRect().width > cell - 1,
    );
    expect(wide.map(({ textContent }) => textContent)).toEqual([]);
  }
});

test("an arrow key moves from a score to the next, and the sum is the next one's", async () => {
  const figure = await shown("query-key-value");
  const cell = find<SVGElement>(figure, '[data-cell="score 3 1"]');
  const sums = (key: number): string =>
    ` = ${text(products[key]!, 2)},  ÷ √4 = ${text(products[key]! / 2, 2)},  softmax → ${text(weights[key]!, 2)}`;
  expect(textOf(figure, ".sums")).toBe(`q·k = 1.4·2.2 + 1.8·1.9 + 0.2·0.1 + (−0.8)·0.5${sums(1)}`);
  await press(cell, "ArrowRight");
  await expect
    .poll(() => textOf(figure, ".sums"))
    .toBe(`q·k = 1.4·0.3 + 1.8·0.1 + 0.2·2.2 + (−0.8)·0.4${sums(2)}`);
  expect(document.activeElement).toBe(figure.querySelector('[data-cell="score 3 2"]'));
});

test("the slider of time shows one score as it is made, and then the division", async () => {
  const figure = await shown("query-key-value");
  const time = find<HTMLInputElement>(figure, ".player input");
  const caption = (): string | null => textOf(figure, "figcaption");
  await set(time, 2.4); // the end of the first score
  expect(caption()).toContain("The query of “its” and the key of “the” slide together");
  expect(caption()).toContain(`add up to ${text(products[0]!, 2)}.`);
  // Nothing is shown before the motion reaches it.
  for (const label of [...labels(figure, "score", 3), ...labels(figure, "weight", 3)])
    expect(label).toContain("not computed yet");
  expect(textOf(figure, ".sums")).toBe("");
  await set(time, 2.4 + 4 + 0.5);
  expect(caption()).toContain("divided by √4 = 2");
});

test("another query has other numbers, in Chinese too", async () => {
  const figure = await shown("query-key-value", "zh");
  expect(textOf(figure, "figcaption")).toContain(`“它的”把最大的权重 ${text(weights[1]!, 2)} 给了“猫”`);
  await click(figure, "input[value='2']");
  // "licks": its query (0.9, 1.7, 0, 0.1) and the cat's key.
  const product = 0.9 * 2.2 + 1.7 * 1.9 + 0.1 * 0.5;
  expect(textOf(figure, ".sums")).toContain(` = ${text(product, 2)},  ÷ √4`);
});

test("plays from the start to the result, pauses on demand, and steps back", async () => {
  const figure = await shown("query-key-value");
  const button = (name: string): HTMLButtonElement =>
    [...figure.querySelectorAll<HTMLButtonElement>(".player button")].find(
      ({ textContent }) => textContent === name,
    )!;
  const done = (): string | null => find(figure, "figure").getAttribute("data-done");
  button("Play").click();
  await drawn();
  expect(done()).toBeNull();
  expect(figure.querySelectorAll(".hit")).toHaveLength(0);
  expect(textOf(figure, "figcaption")).toContain("slide together");
  button("Pause").click();
  await drawn();
  expect(done()).toBe("true");
  await set(find<HTMLInputElement>(figure, ".player input"), 2.4 + 4 + 0.5);
  button("Back").click();
  await drawn();
  expect(textOf(figure, "figcaption")).toContain("the key of “paw”");
  button("Step").click();
  await expect.poll(() => textOf(figure, "figcaption")).toContain("divided by √4 = 2");
});

test("a weight that is looked at lights its value and says what is added", async () => {
  const figure = await shown("query-key-value");
  await focus(figure, '[data-cell="weight 3 0"]');
  expect(textOf(figure, ".sums")).toContain("The value of “the”, (−0.4, 0.1, 0.3, 0.5), is multiplied");
  const lit = [...figure.querySelectorAll(".marks [data-lit]")].map((one) => one.getAttribute("data-lit"));
  expect(lit).toEqual(["v 0"]);
});

test("narrow, one product is shown, with one digit where there is no room for two, and the focus brings the other", async () => {
  const figure = await shown("query-key-value");
  figure.style.width = "320px";
  await expect.poll(() => find(figure, "svg").classList.contains("narrow")).toBe(true);
  await drawn();
  const view = (): number[] => find(figure, "svg").getAttribute("viewBox")!.split(" ").map(Number);
  const [, top, width, height] = view();
  expect(width).toBe(320);
  expect(height).toBeLessThan(350);
  expect(top).toBe(height); // weights and V, which lie below Q, K and the scores
  for (const text of texts(figure, "[data-number^=score] .inside")) expect(text).toMatch(/^−?\d(\.\d)?$/);
  await focus(figure, '[data-cell="score 3 1"]');
  expect(view()[1]).toBe(0);
  expect(find<HTMLInputElement>(figure, "input[value=scores]").checked).toBe(true);
  await click(figure, "input[value=values]");
  expect(view()[1]).toBe(height);
});
