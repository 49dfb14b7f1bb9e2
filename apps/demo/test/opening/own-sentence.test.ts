import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostWords, ownSentence } from "../../src/pages/opening/model.ts";
import start from "../../src/pages/opening/start.gen.json" with { type: "json" };
import { replaceWord } from "../../src/pages/translator/network/english.ts";

const vocabulary = new Set(start.words);
const read = (text: string): string =>
  ownSentence(text, start.words)
    .words.map((word) => word.text)
    .join(" ");
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...start.words), fc.string({ unit: "grapheme", maxLength: 12 })))
    .map((words) => words.join(" ")),
);
const knownWords = fc.array(fc.constantFrom(...start.words), { minLength: 1, maxLength: mostWords });

describe("whatever is written", () => {
  it("is read as one sentence of words that are known or named as unknown, with suggestions that are known", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { words, unknown } = ownSentence(text, start.words);
        expect(words.length).toBeLessThanOrEqual(mostWords + 1);
        if (words.length > 0) expect(words.at(-1)).toEqual({ text: ".", known: true });
        for (const word of words) {
          expect(word.known).toBe(vocabulary.has(word.text) || word.text === "'s" || word.text === ".");
          expect(word.text).not.toMatch(/\s|^$/);
        }
        const named = words.filter((word) => !word.known).map((word) => word.text);
        expect(unknown.map((word) => word.text)).toEqual([...new Set(named)]);
        for (const { text: word, near } of unknown) {
          expect(near.every((other) => vocabulary.has(other))).toBe(true);
          expect(near.every((other) => [...other].some((letter) => word.includes(letter)))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is all known after each unknown word has been replaced by a known one", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...start.words), (text, by) => {
        const { unknown } = ownSentence(text, start.words);
        // The longest first: a word may be within another with a hyphen.
        const replaced = unknown
          .map((word) => word.text)
          .toSorted((a, b) => b.length - a.length)
          .reduce((now, word) => replaceWord(now, word, by), text);
        const left = ownSentence(replaced, start.words).unknown.map((word) => word.text);
        for (const word of unknown) expect(left).not.toContain(word.text);
      }),
      { numRuns: 500 },
    );
  });

  it("is read the same in any case, with any spaces and any punctuation around its words", () => {
    const separator = fc.constantFrom(" ", "  ", ", ", "; ", ' "', "\u00a0", " – ", " (", "、", "\t");
    fc.assert(
      fc.property(
        knownWords,
        separator,
        fc.constantFrom("", ".", "!", "?", " . ", "…", "。"),
        (words, by, end) => {
          const plain = `${words.join(" ")} .`;
          expect(read(words.join(by) + end)).toBe(plain);
          expect(read((words.join(by) + end).toUpperCase())).toBe(plain);
          expect(ownSentence(words.join(by) + end, start.words).unknown).toEqual([]);
        },
      ),
    );
  });
});

it("knows every word that it offers, and no special token", () => {
  expect(start.words.length).toBeGreaterThan(300);
  for (const word of start.words) expect(read(word)).toBe(`${word} .`);
  for (const token of ["<unk>", "<pad>", "<bos>", "<eos>"])
    expect(ownSentence(`the ${token} .`, start.words).unknown.length).toBeGreaterThan(0);
});

it.each([
  ["I love you", ["love"]],
  ["The cat doesn't see 3 elephants!", ["3", "elephants"]],
  ["I’m happy, she's sad.", []],
  ["我爱你", ["我爱你"]],
  ["J'aime les chats", ["j'aime", "les", "chats"]],
  ["the cat 🐱🐱 sees", ["🐱🐱"]],
  ["the boy's dog", []],
  ["?!", []],
  ["   ", []],
])("%s: unknown are %j", (text, unknown) => {
  expect(ownSentence(text, start.words).unknown.map((word) => word.text)).toEqual(unknown);
});

it("offers nearest words by their letters, and none for what shares no letter", () => {
  const nearOf = (word: string): readonly string[] => ownSentence(word, start.words).unknown[0]!.near;
  expect(nearOf("flours")).toContain("flowers");
  expect(nearOf("catz")[0]).toBe("cat");
  for (const word of ["3", "我", "🐱", "1984"]) expect(nearOf(word)).toEqual([]);
});

it("says how much of a long text is not read", () => {
  const long = ownSentence(`${"cat ".repeat(20)}. the dog runs .`, start.words);
  expect(long).toMatchObject({ tooMany: 20 - mostWords, further: 3, leftOut: [] });
  expect(ownSentence("who: a dog?", start.words).leftOut).toEqual([":", "?"]);
});
