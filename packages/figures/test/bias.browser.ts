import { expect, test } from "vitest";
import { find, set, shown, softmax, texts } from "./shown.ts";

// The query (1, 0.5) and the keys (1, 0), (0, 1), (1, 1), (−1, 1); the scores are divided by √2.
const keys = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;
const scoresOf = (x: number, y: number): number[] => keys.map(([a, b]) => (x * a + y * b) / Math.SQRT2);
const textOf = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(", ");

/** The numbers under the bars of a place (query, keys, values) and a kind. */
function numbers(figure: Element, place: number, kind: "scores" | "weights" | "output"): string {
  const chart = find(figure, `.places > :nth-child(${place}) svg:has(.${kind})`);
  return texts(chart, "text").join(", ");
}

test("a bias on the query changes each score, one on the keys all by the same, one on the values none", async () => {
  const figure = await shown("bias"); // the bias is (2, −1)
  const plain = scoresOf(1, 0.5);
  expect(numbers(figure, 1, "scores")).toBe(textOf(scoresOf(3, -0.5)));
  expect(numbers(figure, 2, "scores")).toBe(textOf(plain.map((score) => score + 1.5 / Math.SQRT2)));
  expect(numbers(figure, 3, "scores")).toBe(textOf(plain));
  expect(numbers(figure, 1, "weights")).toBe(textOf(softmax(scoresOf(3, -0.5))));
  expect(numbers(figure, 2, "weights")).toBe(textOf(softmax(plain)));
  expect(numbers(figure, 3, "weights")).toBe(textOf(softmax(plain)));
  const [a, b, c, d] = softmax(plain) as [number, number, number, number];
  const output = [2 * a + c - d, 2 * b - c + d] as const; // the values (2, 0), (0, 2), (1, −1), (−1, 1)
  expect(numbers(figure, 3, "output")).toBe(textOf([output[0] + 2, output[1] - 1]));
  expect(numbers(figure, 2, "output")).toBe(textOf(output));
});

test("a slider moves the scores, and their text equivalent follows, in both languages", async () => {
  for (const [lang, start] of [
    ["en", "Bias on the query, scores: "],
    ["zh", "加在查询上, 分数："],
  ] as const) {
    const figure = await shown("bias", lang);
    const chart = find(figure, ".places > :first-child svg");
    expect(chart.getAttribute("aria-label")).toContain(start + textOf(scoresOf(3, -0.5)));
    await set(find<HTMLInputElement>(figure, "input[type=range]"), -1);
    expect(chart.getAttribute("aria-label")).toContain(start + textOf(scoresOf(0, -0.5)));
    expect(numbers(figure, 1, "scores")).toBe(textOf(scoresOf(0, -0.5)));
  }
});
