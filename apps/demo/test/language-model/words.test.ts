import { readFileSync } from "node:fs";
import { BytePairTokenizer } from "@saccade/datasets";
import { expect, it } from "vitest";
import { endOfText, wordTexts } from "../../scripts/train/words.ts";
import { openFiles } from "../../src/pages/language-model/opened/open.ts";
import { filesOf } from "./fixtures.ts";

const file = (name: string) =>
  Uint8Array.from(
    readFileSync(new URL(`../../src/pages/language-model/opened/words.${name}`, import.meta.url)),
  );
const weights = file("safetensors");
const tokenizer = file("tokenizer.gen.json");
const open = () =>
  openFiles(
    filesOf({
      "config.json": file("config.gen.json"),
      "tokenizer.json": tokenizer,
      "model.safetensors": weights,
    }),
  );
const read = (prompt: string) => ({
  draft: { prompt, added: [] },
  sampling: { temperature: 1, topK: null, topP: 1 },
  count: 8,
});

it("the model of words is small, its tokens are words, and it goes on as its texts do", async () => {
  expect(weights.length).toBeLessThan(700_000);
  const { lens, facts } = await open();
  expect([facts.layers, facts.heads, facts.coder]).toEqual([3, 4, "tokenizer"]);
  const { tokens, choices, text } = lens.read(read("One morning a young fox went to the"));
  expect(tokens).toEqual(["One", "␣morning", "␣a", "␣young", "␣fox", "␣went", "␣to", "␣the"]);
  expect(text).toBe("One morning a young fox went to the");
  const places = ["river", "hill", "mill", "lake", "barn", "forest", "bridge", "garden"];
  expect(choices.map((choice) => choice.text.slice(1)).toSorted()).toEqual(places.toSorted());
  const { guesses } = lens.layers();
  expect(guesses).toHaveLength(4);
  expect(guesses.at(-1)!.at(-1)).toBe(choices[0]!.text);
});

it("of the words of its texts, most are one token, and no text holds the token between them", () => {
  const texts = wordTexts(0);
  const words = [...new Set(texts.flatMap((text) => text.match(/(?<=[a-z] )[a-z]+/g) ?? []))];
  const coder = BytePairTokenizer.fromJSON(JSON.parse(new TextDecoder().decode(tokenizer)));
  const whole = words.filter((word) => coder.encode(` ${word}`).length === 1);
  expect(words.length).toBeGreaterThan(500);
  expect(whole.length / words.length).toBeGreaterThan(0.6);
  expect(texts.some((text) => text.includes(endOfText))).toBe(false);
  expect(coder.tokenToId(endOfText)).toBe(0);
});
