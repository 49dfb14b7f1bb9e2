import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { embeddedCorpus, parsePairs, preprocessNmt, tokenizeNmt, Vocab } from "../src/index.ts";

const text = embeddedCorpus();
const pairs = parsePairs(text, { file: "embedded corpus" });

describe("embeddedCorpus", () => {
  test("is corpus.tsv: after a change, run scripts/corpus.mjs", () => {
    expect(text).toBe(readFileSync(new URL("../corpus.tsv", import.meta.url), "utf8"));
  });

  test("holds at least 1,500 pairs, one a line, with one tab and nothing to trim", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(1500);
    expect(text.split("\n")).toHaveLength(pairs.length + 1);
    const malformed = text
      .split("\n")
      .filter((line) => line !== "" && !/^\S[^\t]*\S\t\S[^\t]*\S$/.test(line));
    expect(malformed).toEqual([]);
    expect(text).not.toMatch(/ {2}|\r/);
  });

  test("has each English sentence once", () => {
    const seen = new Set(pairs.map((pair) => preprocessNmt(pair.source)));
    expect(seen.size).toBe(pairs.length);
  });

  test("begins each sentence with a capital and ends both with the same kind of mark", () => {
    const odd = pairs.filter(
      ({ source, target }) => !/^\p{Lu}.*[.!?]$/u.test(source) || !/^\p{Lu}.*(\.| [!?])$/u.test(target),
    );
    expect(odd).toEqual([]);
    expect(pairs.filter(({ source, target }) => source.at(-1) !== target.at(-1))).toEqual([]);
  });

  test("fits in 10 steps with <eos>", () => {
    const { source, target } = tokenizeNmt(preprocessNmt(text));
    expect(Math.max(...source.map((line) => line.length))).toBeLessThanOrEqual(7);
    expect(Math.max(...target.map((line) => line.length))).toBeLessThanOrEqual(9);
  });

  test("elides before vowels", () => {
    const hiatus = /(^|[ '])(je|ne|de|le|la|me|te|se|que) [aeiouyéèêàâîôœh]/i;
    expect(pairs.filter((pair) => hiatus.test(pair.target)).map((pair) => pair.target)).toEqual([]);
  });

  test("uses few words in the first 601 lines, each at least three times", () => {
    const { source, target } = tokenizeNmt(preprocessNmt(text), 600);
    expect(source).toHaveLength(601);
    for (const lines of [source, target]) {
      const vocab = new Vocab(lines, { minFreq: 2, reservedTokens: ["<pad>", "<bos>", "<eos>"] });
      expect(vocab.tokenFreqs.at(-1)?.[1]).toBeGreaterThanOrEqual(3);
      expect(vocab.length).toBeLessThanOrEqual(220);
    }
  });
});
