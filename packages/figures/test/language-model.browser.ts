import { h, render } from "preact";
import { expect, test } from "vitest";
import { CacheColumns } from "../src/language-model/drawings.ts";
import { Writer } from "../src/language-model/writer.ts";
import { done, drawn, find, set, shown, textOf, texts } from "./shown.ts";

test("temperature, top-k and top-p make of the model's probabilities what is drawn from", () => {
  const writer = new Writer();
  const all = (temperature: number, topK: number, topP: number) =>
    writer.read({ temperature, topK, topP }, writer.corpus.words.length).choices;
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
  const sampling = { temperature: 1, topK: null, topP: 1 };
  expect(writer.read(sampling).computed).toBe(3);
  const before = writer.cached();
  writer.add(5);
  expect(writer.read(sampling).computed).toBe(1);
  const after = writer.cached();
  expect([after.tokens, after.width, after.keys.length]).toEqual([4, 24, 96]); // the model's width
  expect(after.keys.slice(0, 3 * 24)).toEqual(before.keys);
  expect(after.values.slice(0, 3 * 24)).toEqual(before.values);
  writer.dispose();
});

test("top-k of 1 leaves the first word, and pressing a word adds it to the text and the cache", async () => {
  const figure = await shown("language-model");
  const topK = [...figure.querySelectorAll<HTMLInputElement>("input[type=range]")][1]!;
  const [first, second] = [...figure.querySelectorAll<HTMLButtonElement>(".bar-row")];
  expect(second?.classList.contains("cut")).toBe(false);
  await set(topK, 1);
  expect(find(first!, ".share").textContent).toBe("100.0 %");
  expect(find(first!, ".bar").style.width).toBe("100%");
  expect(find(second!, ".share").textContent).toBe("0 %");
  expect(Number.parseFloat(find(second!, ".bar").style.width)).toBeGreaterThan(0); // as before the cut, faded
  expect(find(second!, ".unseen").textContent).toMatch(/^ cut, model \d+\.\d %$/);
  expect(second?.classList.contains("cut")).toBe(true);
  const word = find(second!, ".token").textContent;
  const columns = (): SVGSVGElement => find<SVGSVGElement>(figure, ".cache-columns svg");
  const written = (): (string | null)[] => texts(columns(), "text");
  expect(columns().querySelector("rect")?.getAttribute("width")).toBe("191"); // all three are new
  second?.click();
  await drawn();
  expect(written()).toEqual([".", "the", "cat", word]);
  expect(figure.textContent).toContain("Keys in the cache: 4, and as many values.");
  expect(columns().getAttribute("aria-label")).toBe(`Keys and values of “. the cat ${word}”`);
  expect(columns().querySelector("rect")?.getAttribute("width")).toBe("63"); // one is
});

test("columns show the size of each number, in lines, or the end of a text in one line; long words are narrowed", async () => {
  const root = document.createElement("div");
  root.style.width = "100px";
  document.body.append(root);
  // Keys grow from 0.25 to 1 and values fall: (tokens, 2) each.
  const numbers = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1];
  const cached = { tokens: 4, width: 2, keys: numbers, values: numbers.toReversed(), bytes: 64 };
  const show = async (lines: number): Promise<void> => {
    const shape = { width: 30, cell: { width: 10, height: 5 }, perRow: 1, characters: 3, lines };
    const props = { tokens: ["a", "b", "12345", "longer"], cached, fresh: 1, shape, label: "four" };
    render(h(CacheColumns, props), root);
    await drawn();
  };
  const written = (): (string | null)[] => texts(root, "text");
  const cells = (part: string): number[] =>
    [...root.querySelectorAll(`.${part} path`)].map((path) => path.getAttribute("d")!.match(/M/g)!.length);
  await show(2);
  expect(written()).toEqual(["a", "b", "12345", "lon"]); // an id is not cut
  expect(root.querySelectorAll("text")[2]?.getAttribute("textLength")).toBe("29");
  expect([cells("key"), cells("value")]).toEqual([
    [2, 2, 2, 2],
    [2, 2, 2, 2],
  ]);
  const opacities = [...root.querySelectorAll(".key path")].map((path) =>
    Number(path.getAttribute("opacity")),
  );
  expect(opacities).toEqual(opacities.toSorted());
  expect([opacities[0]! < 0.35, opacities[3]]).toEqual([true, 1]);
  expect(root.querySelector("rect")?.getAttribute("y")).not.toBe("17"); // in the second line
  await show(1);
  expect(written()).toEqual(["b", "12345", "lon"]);
  expect(cells("key")).toEqual([2, 2, 2]);
  render(null, root);
});

test("it opens trained: after “the cat” comes a verb", async () => {
  const figure = await shown("language-model");
  expect(textOf(figure, ".buttons .number")).toBe("trained");
  expect(["sees", "is", "saw"]).toContain(textOf(figure, ".bar-row .token"));
});

test("training begins at random weights and takes the loss far below that of guessing, in Chinese too", async () => {
  const writer = new Writer();
  writer.beginAnew();
  const first = writer.read({ temperature: 1, topK: null, topP: 1 }).choices[0]!;
  expect(first.plain).toBeLessThan(0.1);
  writer.dispose();
  const figure = await shown("language-model", "zh");
  const state = (): string => textOf(figure, ".buttons .number");
  expect(state()).toBe("已训练");
  find<HTMLButtonElement>(figure, "[data-run]").click();
  await done(figure);
  expect(state()).toMatch(/^训练完成，损失 \d\.\d\d$/);
  expect(Number(/\d\.\d\d/.exec(state())?.[0])).toBeLessThan(Math.log(80) / 2); // 80 words
});
