import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { BytePairTokenizer, embeddedCorpus, TokenizerError } from "../../src/index.ts";

const corpus = embeddedCorpus();
const tokenizer = BytePairTokenizer.train(corpus, { vocabSize: 500 });
const file = JSON.stringify(tokenizer);

// Words of the training text, white space, special tokens and any other characters, in any order.
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        " ",
        "  ",
        "\n",
        "\t ",
        "'s",
        "don't",
        "Él",
        "你好",
        "👩‍🚀",
        "1234",
        "...",
        "<|endoftext|>",
        "<|end",
        "\ufeff",
      ),
      fc.constantFrom(...corpus.slice(0, 2000).split(/(?<=\s)/)),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("BytePairTokenizer", () => {
  it("gives any text back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
      runs(300),
    );
  });

  it("gives the ids of @huggingface/tokenizers for its tokenizer.json", () => {
    const theirs = new Tokenizer(JSON.parse(file), {});
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokenizer.encode(text)).toEqual(theirs.encode(text).ids);
      }),
      runs(300),
    );
  });

  it("gives the ids of @huggingface/tokenizers for merges in any order, whose results may be the same token", () => {
    const byte = BytePairTokenizer.train("", { vocabSize: 257 }).toJSON();
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 2, maxLength: 4 });
    const split = fc.tuple(letters, fc.nat()).map(([word, at]): [string, string] => {
      const middle = 1 + (at % (word.length - 1));
      return [word.slice(0, middle), word.slice(middle)];
    });
    const splits = fc.uniqueArray(split, { maxLength: 15, selector: (pair) => pair.join("|") });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 30 });
    fc.assert(
      fc.property(splits, text, (merges, sample) => {
        const vocab: Record<string, number> = { ...byte.model.vocab };
        for (const token of merges.flatMap((pair) => [...pair, pair.join("")])) {
          vocab[token] ??= Object.keys(vocab).length;
        }
        const json = { ...byte, model: { ...byte.model, vocab, merges } };
        const theirs = new Tokenizer(json, {}).encode(sample).ids;
        expect(BytePairTokenizer.fromJSON(json).encode(sample)).toEqual(theirs);
      }),
      runs(300),
    );
  });

  it("reads back what it wrote, with merges as pairs or, as in older files, as strings", () => {
    const json = JSON.parse(file);
    const merges = json.model.merges.map((pair: [string, string]) => pair.join(" "));
    for (const given of [file, json, { ...json, model: { ...json.model, merges } }]) {
      expect(JSON.stringify(BytePairTokenizer.fromJSON(given))).toBe(file);
    }
  });

  it("merges the most frequent pair first, and of equal ones that with the lowest ids", () => {
    const { model } = BytePairTokenizer.train("ab ab cd", { vocabSize: 260, minFrequency: 1 }).toJSON();
    expect(model.merges).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["Ġ", "ab"],
    ]);
  });

  it("stops where no pair occurs minFrequency times", () => {
    expect(BytePairTokenizer.train("abab cd", { vocabSize: 1000 }).vocabSize).toBe(258);
    expect(BytePairTokenizer.train("", { vocabSize: 1000 }).vocabSize).toBe(257);
  });

  it("never merges over the border of a special token, and takes the longest one", () => {
    const bpe = BytePairTokenizer.train("x<a>y x<a>y", { vocabSize: 300, specialTokens: ["<a>", "<a><b>"] });
    expect(bpe.encode("<a><b><a>")).toEqual([1, 0]);
    expect(bpe.decode([1, 0])).toBe("<a><b><a>");
    expect(bpe.tokenToId("x<")).toBe(null);
  });

  it("encodes a word of many letters fast enough to finish", () => {
    const word = "ab".repeat(20_000);
    expect(tokenizer.decode(tokenizer.encode(word))).toBe(word);
  });
});

describe("a tokenizer.json that cannot be read", () => {
  const json = JSON.parse(file);
  const with_ = (path: string, value: unknown): unknown => {
    const copy = structuredClone(json);
    const keys = path.split(".");
    const last = keys.pop()!;
    keys.reduce((object, key) => object[key], copy)[last] = value;
    return copy;
  };

  it("says that it may be cut, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.nat({ max: file.length - 1 }), (length) => {
        expect(() => BytePairTokenizer.fromJSON(file.slice(0, length))).toThrow(/not JSON; it may be cut/);
      }),
      runs(50),
    );
  });

  it.each([
    [null, /the file must be an object, but is null/],
    [{}, /model must be an object, but is missing/],
    [with_("model.type", "WordPiece"), /model.type must be "BPE", but is "WordPiece"/],
    [with_("normalizer", { type: "NFC" }), /normalizer must be null/],
    [with_("pre_tokenizer.add_prefix_space", true), /add_prefix_space must be false/],
    [with_("pre_tokenizer", null), /pre_tokenizer must be an object/],
    [with_("model.vocab.a", 3), /model.vocab must be without gaps or repeated ids/],
    [with_("model.vocab.a", -1), /model.vocab\["a"\] must be a whole number ≥ 0, but is -1/],
    [with_("model.merges.3", ["a", "no such token"]), /model.merges\[3\] must be two tokens of model.vocab/],
    [with_("model.merges.0", ["z", "q"]), /model.merges\[0\] must be two tokens whose joined token/],
    [with_("model.merges", "a b"), /model.merges must be an array/],
    [with_("added_tokens.0.lstrip", true), /added_tokens\[0\].lstrip must be false, but is true/],
    [with_("added_tokens.0.id", 7), /must be 7, as added, but is 0/],
  ])("%#", (given, message) => {
    expect(() => BytePairTokenizer.fromJSON(given)).toThrow(TokenizerError);
    expect(() => BytePairTokenizer.fromJSON(given)).toThrow(message);
  });
});
