import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { beforeAll, describe, expect, it } from "vitest";
import about from "../../src/pages/opening/subwords/about.gen.json" with { type: "json" };
import { answer, opened } from "../../src/pages/opening/subwords/answer.ts";
import { ended, english, printed } from "../../src/pages/opening/subwords/english.ts";
import { readTranslator, writeTranslator } from "../../src/pages/opening/subwords/file.ts";
import { mergedWeights, piecesOf, translate, wordsOf } from "../../src/pages/opening/subwords/translate.ts";
import visits from "../../visitor-sentences.json" with { type: "json" };
import { tinyTranslator } from "./tiny.ts";

beforeAll(async () => setBackend(await wasmBackend({ threads: 1 })));

describe("a file", () => {
  it("holds a translator: what is read translates as what was written, rounded to 16 bits", () => {
    const rounded = readTranslator(writeTranslator(tinyTranslator(0)));
    const again = readTranslator(writeTranslator(rounded));
    expect(again.facts).toEqual(tinyTranslator(0).facts);
    const words = english("I love you.").words;
    expect(translate(again, words)).toEqual(translate(rounded, words));
  });

  it("of something else is refused", () => {
    expect(() => readTranslator(new TextEncoder().encode("<!doctype html>"))).toThrow(/safetensors/);
  });
});

describe("a text", () => {
  it.each([
    ["I love you", "i love you"],
    ["“Don’t go!!” he said…", "don't go ! he said ."],
    ["It costs 3.50, or 1,000.", "it costs 3.50 , or 1,000 ."],
    ["Hello ,world", "hello , world"],
    ["  ", ""],
  ])("%s is read as %s", (text, words) => {
    expect(english(text).words.join(" ")).toBe(words);
  });

  it("without a mark at its end gets those that may be missing", () => {
    expect(ended(english("where is he")).map((words) => words.at(-1))).toEqual(["?"]);
    expect(ended(english("help me")).map((words) => words.at(-1))).toEqual([".", "!"]);
    expect(ended(english("help me."))).toEqual([["help", "me", "."]]);
  });

  it("is printed with a space that does not break before French marks", () => {
    expect(printed(["Où", "est", "-", "il", ",", "Tom", "?"])).toBe("Où est - il, Tom\u202f?");
  });
});

describe("subwords", () => {
  it("become words again, and their weights those of words", () => {
    const { target } = tinyTranslator(0);
    const words = ["où", "t'aime", "tom", "."];
    const { ids, wordOf } = piecesOf(target, words);
    expect(wordsOf(target, ids)).toEqual({ words: [...words, ""], wordOf });
    expect(
      mergedWeights(
        [
          [0.5, 0.25, 0.25],
          [0.1, 0.2, 0.7],
        ],
        [0, 0],
        [0, 0, 1],
      ),
    ).toEqual([[expect.closeTo(0.525, 5), expect.closeTo(0.475, 5)]]);
  });
});

describe("a text is declined", () => {
  it.each([
    ["one two three four five six seven eight nine ten eleven twelve 13", "tooLong", []],
    ["我爱你", "foreign", []],
    ["if (x === 3) return <b/>;", "foreign", []],
    ["Ich liebe dich", "foreign", ["ich", "liebe", "dich"]],
    ["My name is Priya.", "unknown", ["priya"]],
    ["I love 17 cats.", "unknown", ["17"]],
    ["I love you.", "unsure", []],
  ] as const)("%s: %s", (text, reason, words) => {
    const { refusal, nearest, translation } = answer(tinyTranslator(1), text);
    expect(refusal).toEqual({ reason, words });
    expect(nearest.length).toBeGreaterThan(0);
    expect(translation.tokens).toEqual([]);
  });

  it("with the nearest sentence first", () => {
    expect(answer(tinyTranslator(1), "his name is Tom").nearest[0]).toBe("My name is Tom.");
    // One mistake, mended: the sentence can be translated.
    expect(answer(tinyTranslator(0), "I lvoe you").nearest[0]).toBe("I love you");
  });

  it("or translated, if it is certain enough, and called unsure if it is not very certain", () => {
    const { refusal, isSure, text, translation } = answer(tinyTranslator(0, 1), "i love you");
    expect([refusal, isSure]).toEqual([null, false]);
    expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
    const { source, tokens, weights, probabilities } = translation;
    expect(source.map((word) => word.text).slice(0, 3)).toEqual(["i", "love", "you"]);
    expect([weights.length, probabilities?.length]).toEqual([tokens.length, tokens.length]);
    for (const row of weights) {
      expect(row).toHaveLength(source.length);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4);
    }
  });
});

describe("the shipped file", () => {
  const file = fileURLToPath(
    new URL("../../src/pages/opening/subwords/subwords.safetensors", import.meta.url),
  );
  it("is as large as the page says, and at most 12 MB", () => {
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBe(about.bytes);
    expect(about.bytes).toBeLessThan(12e6);
  });

  it("says of visitors' sentences what the table has, which two readers judged", () => {
    const translator = opened(new Uint8Array(readFileSync(file)));
    for (const { sentence, said } of visits.filter((_, i) => i % 12 === 0)) {
      const { text, nearest } = translator.answer(sentence);
      expect(text || nearest[0], sentence).toBe(said);
    }
    for (const { sentence, verdicts } of visits) expect(verdicts, sentence).toHaveLength(2);
  });
});
