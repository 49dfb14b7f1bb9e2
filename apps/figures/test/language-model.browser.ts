import { expect, test } from "vitest";
import { Writer } from "../src/language-model/writer.ts";
import { drawn, find, set, shown } from "./shown.ts";

test("temperature, top-k and top-p make of the model's probabilities what is drawn from", () => {
  const writer = new Writer();
  for (let i = 0; i < 20; i++) writer.train(); // the probabilities begin to differ
  writer.reread();
  const all = (temperature: number, topK: number, topP: number) =>
    writer.choices({ temperature, topK, topP }, writer.corpus.words.length);
  const plain = all(1, 80, 1).map((choice) => choice.plain);
  expect(plain.reduce((a, b) => a + b)).toBeCloseTo(1, 4);
  // softmax(z / T) is p^(1/T) over the sum of the kept.
  const squares = plain.slice(0, 5).map((p) => p ** 2);
  const total = squares.reduce((a, b) => a + b);
  const cold = all(0.5, 5, 1);
  for (const [i, square] of squares.entries()) expect(cold[i]?.drawn).toBeCloseTo(square / total, 4);
  expect(cold.slice(5).every((choice) => choice.drawn === 0)).toBe(true);
  // The fewest whose sum reaches 0.5.
  const needed = plain.findIndex((_, i) => plain.slice(0, i + 1).reduce((a, b) => a + b) >= 0.5) + 1;
  expect(all(1, 80, 0.5).filter((choice) => choice.drawn > 0)).toHaveLength(needed);
  writer.dispose();
});

test("a token adds a key and a value to the cache and leaves the others as they are", () => {
  const writer = new Writer();
  const before = writer.cached();
  writer.add(5);
  const after = writer.cached();
  expect(after.keys).toHaveLength(4);
  expect(after.keys.slice(0, 3)).toEqual(before.keys);
  expect(after.values.slice(0, 3)).toEqual(before.values);
  writer.dispose();
});

test("top-k of 1 leaves the first word, and pressing a word adds it to the text and the cache", async () => {
  const figure = await shown("language-model");
  const topK = [...figure.querySelectorAll<HTMLInputElement>("input[type=range]")][1]!;
  const [first, second] = [...figure.querySelectorAll<HTMLButtonElement>(".bar-row")];
  expect(second?.classList.contains("cut")).toBe(false);
  await set(topK, 1);
  expect(find(first!, ".share").textContent).toBe("100 %");
  expect(find(first!, ".drawn").style.width).toBe("100%");
  expect(find(second!, ".share").textContent).toBe("0 %");
  expect(second?.classList.contains("cut")).toBe(true);
  const word = find(second!, ".word").textContent;
  const tokens = (): (string | null)[] =>
    [...figure.querySelectorAll(".token")].map(({ textContent }) => textContent);
  second?.click();
  await drawn();
  expect(tokens()).toEqual([".", "the", "cat", word]);
  expect(figure.textContent).toContain("Keys in the cache: 4, and as many values.");
  expect(find(figure, "li:last-child svg").getAttribute("aria-label")).toBe(`key and value of “${word}”`);
  expect(figure.querySelectorAll("li:last-child .key")).toHaveLength(24); // the model's width
});

test("training takes the loss far below that of guessing, and says so, in Chinese too", async () => {
  const figure = await shown("language-model", "zh");
  const state = (): string => find(figure, ".buttons .number").textContent ?? "";
  expect(state()).toBe("尚未训练：所有词的概率差不多");
  find<HTMLButtonElement>(figure, "[data-run]").click();
  await expect.poll(() => find(figure, "figure").dataset["done"], { timeout: 100_000 }).toBe("true");
  expect(state()).toMatch(/^训练完成，损失 \d\.\d\d$/);
  expect(Number(/\d\.\d\d/.exec(state())?.[0])).toBeLessThan(Math.log(80) / 2); // 80 words
});
