import { readFileSync } from "node:fs";
import { BytePairTokenizer } from "@saccade/datasets";
import { expect, it } from "vitest";
import { everydayText } from "../../scripts/train/tales.ts";
import { makeJob, trainedOf } from "../../src/pages/language-model/job.ts";
import { openFiles } from "../../src/pages/language-model/opened/open.ts";
import { filesOf } from "./fixtures.ts";

const file = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../src/pages/language-model/words.${name}`, import.meta.url)));
const weights = file("safetensors");
const tokenizer = file("tokenizer.gen.json");
const files = filesOf({
  "config.json": file("config.gen.json"),
  "tokenizer.json": tokenizer,
  "model.safetensors": weights,
});
const read = (prompt: string) => ({
  draft: { prompt, added: [] },
  sampling: { temperature: 1, topK: null, topP: 1 },
  count: 8,
});

it("the model of words is small, its tokens are words, and it opens as a checkpoint too", async () => {
  expect(weights.length).toBeLessThan(600_000);
  const { lens, facts } = await openFiles(files);
  expect([facts.layers, facts.heads, facts.coder]).toEqual([3, 4, "tokenizer"]);
  const { tokens, choices, text } = lens.read(read("One morning a young fox went to the"));
  expect(tokens).toEqual(["One", "␣morning", "␣a", "␣young", "␣fox", "␣went", "␣to", "␣the"]);
  expect(text).toBe("One morning a young fox went to the");
  const { guesses } = lens.layers();
  expect(guesses).toHaveLength(4);
  expect(guesses.at(-1)!.at(-1)).toBe(choices[0]!.text);
});

/** What a child might say next: of the five likeliest tokens, those with 5 % or more must be among them. */
const sensible: readonly (readonly [prompt: string, next: string])[] = [
  ["A small hen lost its", "key hat ring ball drum lamp coin book bell spoon way"],
  ["The cat sat on the", "mat sofa chair bed table roof wall window floor desk box door"],
  ["The weather is", "good cold warm hot bad sunny nice cloudy windy beautiful very"],
  ["The sky is", "blue gray dark clear full white"],
  ["Once upon a time", "there a"],
  ["The capital of France is", "Paris Rome London Berlin Madrid Beijing Tokyo Moscow"],
  ["At night the", "stars moon sky"],
  ["Hello, how are", "you"],
  ["Good", "night morning luck evening afternoon"],
  ["Thank", "you"],
];

it.each(sensible)("what comes after “%s” makes sense", async (prompt, next) => {
  const job = makeJob({ seed: 0, text: "", tokens: "words", weights: null }, null, await trainedOf(files));
  const five = job.queries.read({ ...read(prompt), count: 5 }).choices.filter(({ plain }) => plain >= 0.05);
  expect(five).not.toEqual([]);
  expect(five.map(({ text }) => text).filter((word) => !next.split(" ").includes(word))).toEqual([]);
});

it("a space at the end, small letters and words that no text has are read", async () => {
  const job = makeJob({ seed: 0, text: "", tokens: "words", weights: null }, null, await trainedOf(files));
  const next = (prompt: string) => job.queries.read(read(prompt)).choices.map(({ text }) => text);
  expect(next("The cat sat on the ")).toEqual(next("The cat sat on the"));
  const { tokens, unknown, text } = job.queries.read(read("the zyzzyva 猫"));
  expect([tokens.join(""), text, unknown]).toEqual([
    expect.stringMatching(/^the␣zyzzyva/),
    "the zyzzyva 猫",
    [],
  ]);
});

it("of the words of its texts, most are one token", () => {
  const text = everydayText(2000, 0);
  const words = [...new Set(text.match(/(?<=[a-z] )[a-z]+/g) ?? [])];
  const coder = BytePairTokenizer.fromJSON(JSON.parse(new TextDecoder().decode(tokenizer)));
  const whole = words.filter((word) => coder.encode(` ${word}`).length === 1);
  expect(words.length).toBeGreaterThan(500);
  expect(whole.length / words.length).toBeGreaterThan(0.6);
});
