import { Vocab } from "@saccade/datasets";
import { expect, it } from "vitest";
import { Vocabulary } from "../../src/pages/translator/network/vocabulary.ts";
import { lastOf } from "../../src/pages/translator/sentence/word-picker.ts";

const source = [
  ["the", "cat", "sleeps", "."],
  ["the", "cat", "eats", "."],
  ["the", "dog", "eats", "."],
];
const srcVocab = new Vocab(source, { minFreq: 1, reservedTokens: ["<pad>", "<bos>", "<eos>"] });
const vocabulary = new Vocabulary({ srcVocab, pairs: { source, target: [] } });

it("offers the words that follow the one before, the most frequent first", () => {
  expect(vocabulary.suggest({ before: "", start: "" })).toEqual(["the"]);
  expect(vocabulary.suggest({ before: "the", start: "" })).toEqual(["cat", "dog"]);
});

it("offers the words with a beginning, also where none has followed", () => {
  expect(vocabulary.suggest({ before: "the", start: "e" })).toEqual(["eats"]);
  expect(vocabulary.suggest({ before: "the", start: "zz" })).toEqual([]);
});

it("offers no special tokens", () => {
  const all = vocabulary.suggest({ before: "nowhere", start: "" });
  expect(all.filter((word) => word.startsWith("<"))).toEqual([]);
  expect(all).toContain("dog");
});

it("finds the nearest words by their letters", () => {
  expect(vocabulary.nearest("cats", 2)).toEqual(["cat", "eats"]);
});

it("knows which word is begun, and which is before it", () => {
  expect(lastOf("")).toEqual({ before: "", start: "" });
  expect(lastOf("The ca")).toEqual({ before: "the", start: "ca" });
  expect(lastOf("the cat ")).toEqual({ before: "cat", start: "" });
  expect(lastOf("the boy's ca")).toEqual({ before: "'s", start: "ca" });
  expect(lastOf("the cat.")).toEqual({ before: ".", start: "" });
});
