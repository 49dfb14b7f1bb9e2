import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { find, labelOf, shown, textOf, texts } from "./shown.ts";

// The query for food takes the second feature of each key.
const scores = [0, 3, 2.6, 0, 0, 0];
const total = Math.exp(3) + Math.exp(2.6) + 4;
const weights = scores.map((score) => Math.exp(score) / total);
const column = (figure: Element, nth: number): (string | null)[] =>
  texts(figure, `tbody td:nth-of-type(${nth})`);

test("the table has the scores q·k, their softmax, and the mean of the places under it", async () => {
  const figure = await shown("pooling-by-query");
  expect(column(figure, 2)).toEqual(scores.map((score) => score.toFixed(1)));
  expect(column(figure, 3)).toEqual(weights.map((weight) => weight.toFixed(3)));
  const [x, y] = [
    [82, 14, 36, 58, 80, 30],
    [16, 42, 47, 34, 46, 14],
  ].map((at) => at.reduce((sum, value, i) => sum + value * weights[i]!, 0));
  const [, apple, bread] = weights;
  const place = `(${x!.toFixed(1)}, ${y!.toFixed(1)})`;
  expect(textOf(figure, "tfoot td")).toBe(place);
  expect(labelOf(figure, ".scene")).toBe(
    `Weights of the things: balloon 0.03, apple ${apple!.toFixed(2)}, bread ${bread!.toFixed(2)}, pencil 0.03, notes 0.03, map 0.03. The look goes to ${place}.`,
  );
});

test("an arrow key asks for something else: the lines glide to its weights, the caption tells of it", async () => {
  const figure = await shown("pooling-by-query");
  const strengths = (): number[] =>
    [...figure.querySelectorAll("line.share")].map((line) => Number(line.getAttribute("stroke-width")) / 14);
  for (const [i, strength] of strengths().entries()) expect(strength).toBeCloseTo(weights[i]!, 4);
  find<HTMLInputElement>(figure, "input[value=eat]").focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => textOf(figure, ".query")).toBe("q = (0, 0, 1, 0)");
  expect(textOf(figure, "figcaption")).toContain("the pencil wins");
  // The keys' third feature: 3 of the pencil and 1.6 of the notes.
  await expect
    .poll(() => strengths()[3], { timeout: 30_000 })
    .toBeCloseTo(Math.exp(3) / (Math.exp(3) + Math.exp(1.6) + 4), 4);
});
