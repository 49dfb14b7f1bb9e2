import { expect, test } from "vitest";
import { drawn, find, shown } from "./shown.ts";

/** Softmax of scores that are divided by √5, the size of the features. */
function softmax(scores: readonly number[]): number[] {
  const raw = scores.map((score) => Math.exp(score / Math.sqrt(5)));
  return raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
}

const chinese = ["她", "上周", "买了", "一只", "羊"];
const shares = (weights: readonly number[]): string =>
  chinese.map((word, j) => `${word} ${weights[j]!.toFixed(2)}`).join(", ");
const linesNow = (panel: Element): number[] =>
  [...panel.querySelectorAll("line.now")].map((line) => Number(line.getAttribute("stroke-width")));

// The features of a word times what its kind looks for, with each Chinese word.
const sheepInChinese = softmax([0, 0, 5, 7, 0]);
const sheepInEnglish = softmax([0, 0, 0, 0, 8]);
const last = softmax([0, 0.9 * 8, 0, 0.2 * 8, 0]);

test.each([
  ["self", "羊", sheepInChinese, 5],
  ["cross", "sheep", sheepInEnglish, 6],
])(
  "%s-attention of %s: lines, numbers and label are the softmax of its scores",
  async (kind, word, weights, rows) => {
    const panel = find(await shown("self-and-cross"), `section.${kind}`);
    expect([...panel.querySelectorAll(".keys b")].map((b) => b.textContent)).toEqual(
      weights.map((weight) => weight.toFixed(2)),
    );
    for (const [j, width] of linesNow(panel).entries()) expect(width).toBeCloseTo(14 * weights[j]!, 3);
    expect(panel.querySelectorAll("line")).toHaveLength(5 * rows);
    expect(find(panel, "svg").getAttribute("aria-label")).toBe(`Weights of ${word}: ${shares(weights)}.`);
    expect(find(panel, ".number").textContent).toContain(`(${rows}, 5)`);
  },
);

test("the focus on another query changes its panel alone", async () => {
  const figure = await shown("self-and-cross");
  const cross = find(figure, "section.cross");
  const button = [...cross.querySelectorAll("button")].find((one) => one.textContent === "last")!;
  button.focus();
  await drawn();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  expect(find(cross, "svg").getAttribute("aria-label")).toBe(`Weights of last: ${shares(last)}.`);
  await expect.poll(() => linesNow(cross)[1]).toBeCloseTo(14 * last[1]!, 3);
  expect(find(figure, "section.self svg").getAttribute("aria-label")).toBe(
    `Weights of 羊: ${shares(sheepInChinese)}.`,
  );
});

test("Chinese readers get a Chinese label and no glosses", async () => {
  const figure = await shown("self-and-cross", "zh");
  expect(find(figure, "section.self svg").getAttribute("aria-label")).toBe(
    `羊 的权重：${shares(sheepInChinese)}。`,
  );
  expect(figure.querySelector("small")).toBeNull();
});
