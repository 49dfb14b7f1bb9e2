import { expect, test } from "vitest";
import { drawn, find, labelOf, shown, softmax, textOf, texts } from "./shown.ts";

const scaled = (scores: readonly number[]): number[] => softmax(scores.map((x) => x / Math.sqrt(5)));

const chinese = ["我们", "上周", "画了", "一只", "猫"];
const shares = (weights: readonly number[]): string =>
  chinese.map((word, j) => `${word} ${weights[j]!.toFixed(2)}`).join(", ");
const linesNow = (panel: Element): number[] =>
  [...panel.querySelectorAll("line.now")].map((line) => Number(line.getAttribute("stroke-width")));

// The features of a word times what its kind looks for, with each Chinese word.
const catInChinese = scaled([0, 0, 5, 7, 0]);
const catInEnglish = scaled([0, 0, 0, 0, 8]);
const last = scaled([0, 0.9 * 8, 0, 0.2 * 8, 0]);

test.each([
  ["self", "猫", catInChinese, 5],
  ["cross", "cat", catInEnglish, 6],
])(
  "%s-attention of %s: lines, numbers and label are the softmax of its scores",
  async (kind, word, weights, rows) => {
    const panel = find(await shown("self-and-cross"), `section.${kind}`);
    expect(texts(panel, ".keys b")).toEqual(weights.map((weight) => weight.toFixed(2)));
    for (const [j, width] of linesNow(panel).entries()) expect(width).toBeCloseTo(14 * weights[j]!, 3);
    expect(panel.querySelectorAll("line")).toHaveLength(5 * rows);
    expect(labelOf(panel, "svg")).toBe(`Weights of ${word}: ${shares(weights)}.`);
    expect(textOf(panel, ".number")).toContain(`(${rows}, 5)`);
  },
);

test("the focus on another query changes its panel alone", async () => {
  const figure = await shown("self-and-cross");
  const cross = find(figure, "section.cross");
  const button = [...cross.querySelectorAll("button")].find((one) => one.textContent === "last")!;
  button.focus();
  await drawn();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  expect(labelOf(cross, "svg")).toBe(`Weights of last: ${shares(last)}.`);
  await expect.poll(() => linesNow(cross)[1]).toBeCloseTo(14 * last[1]!, 3);
  expect(labelOf(figure, "section.self svg")).toBe(`Weights of 猫: ${shares(catInChinese)}.`);
});
