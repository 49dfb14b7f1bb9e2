import { BytePairTokenizer, embeddedCorpus, parsePairs, tokenizePairs } from "@saccade/datasets";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { cut, learn, measure, sentences, sizes } from "../src/real-text/pieces.ts";
import { click, drawn, find, labelOf, set, shown, textOf, texts } from "./shown.ts";

test("the parts are those of a tokenizer that learned no further, and join to the sentence", () => {
  const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
  const train = source.filter((_, i) => i % 10 !== 0).map((words) => ` ${words.join(" ")}`);
  for (const size of [0, 100, 300]) {
    const own = BytePairTokenizer.train(train, { vocabSize: 256 + size, specialTokens: [] });
    for (const sentence of Object.values(sentences)) {
      const parts = cut(sentence.split(" "), size).flatMap(({ parts }) => parts);
      expect(parts).toHaveLength(own.encode(` ${sentence}`).length);
      expect(parts.join("").replaceAll("·", " ")).toBe(` ${sentence}`);
    }
  }
});

test("no sentence of the figure is in the text, and both costs fall with the size", () => {
  const texts = tokenizePairs(parsePairs(embeddedCorpus())).source.map((words) => words.join(" "));
  for (const sentence of Object.values(sentences)) expect(texts).not.toContain(sentence);
  const measured = measure();
  expect(learn().heldOut).toHaveLength(Math.ceil(texts.length / 10));
  expect(measured[0]!.unknown).toBe(1);
  for (const [i, { unknown, subwordsPerWord }] of measured.slice(1).entries()) {
    expect(unknown).toBeLessThan(measured[i]!.unknown);
    expect(subwordsPerWord).toBeLessThan(measured[i]!.subwordsPerWord);
  }
});

test("opens with an unknown word that subwords spell, and says both numbers", async () => {
  const figure = await shown("real-text");
  const words = sentences.rare.split(" ");
  expect(texts(figure, ".row.unknown .lost").length).toBeGreaterThan(0);
  expect(texts(figure, ".row.unknown .part")).toHaveLength(words.length);
  expect(texts(figure, ".row.subwords .part").join("").replaceAll("·", " ")).toBe(` ${sentences.rare}`);
  expect(textOf(figure, ".row.subwords strong")).toBe(
    `${texts(figure, ".row.subwords .part").length} tokens`,
  );
  const { subwordsPerWord, unknown } = measure()[sizes.indexOf(100)]!;
  const says = textOf(figure, "figcaption");
  expect(says).toContain(`${subwordsPerWord.toFixed(2)} subwords`);
  expect(says).toContain(`${(100 * unknown).toFixed(1)} % unknown`);
  expect(labelOf(figure, "svg.chart")).toContain("with 100 entries");
});

test("the slider works with keys, and sentences can be chosen", async () => {
  const figure = await shown("real-text");
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 0);
  expect(slider.getAttribute("aria-valuetext")).toBe("0");
  expect(texts(figure, ".row.unknown .lost")).toHaveLength(6);
  await set(slider, sizes.length - 1);
  await click(figure, "input[value='known']");
  expect(texts(figure, ".row.unknown .lost")).toEqual([]);
  expect(texts(figure, ".row.subwords .part")).toHaveLength(sentences.known.split(" ").length);
  slider.focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  await drawn();
  expect(slider.getAttribute("aria-valuetext")).toBe(String(sizes.at(-3)));
});
