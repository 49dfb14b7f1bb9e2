import { Generator, randint } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { PretrainedError, type PretrainedTokenizer } from "../../src/index.ts";
import { tokenizerOf as read } from "../layouts/sources.ts";
import { type Json, tokenizers } from "./mutate.ts";

// Nothing that grows with the square of a text ends within this limit, which is far above what these take.
const limited = { timeout: 30_000 };
// SACCADE_LONG=1000000 for a text of 1 MB: a quarter of that is enough to tell a square from a line.
const long = Number(process.env["SACCADE_LONG"] ?? 250_000);

const tokenizerOf = (file: Json): Promise<PretrainedTokenizer> => read(file as object, null, long);

const units = [...randint(0, 65_536, [long], { generator: new Generator(18) }).dataSync()];
const texts: Readonly<Record<string, string>> = {
  "one letter": "a".repeat(long),
  "another letter": "b".repeat(long),
  "an unknown letter": "ж".repeat(long),
  "two letters in turn": "ab".repeat(long / 2),
  "words of a hundred letters": `${"a".repeat(99)} `.repeat(long / 100),
  "words of one letter": "a ".repeat(long / 2),
  spaces: " ".repeat(long),
  lines: "\n".repeat(long),
  "punctuation marks": "!".repeat(long),
  "combining marks": "\u0301".repeat(long),
  emoji: "👩‍🔬".repeat(long / 5),
  "half of a pair": "\ud800".repeat(long),
  "random characters": units
    .map((unit) => String.fromCharCode(unit))
    .join("")
    .replace(/\p{Surrogate}/gu, "\ufffd"),
};

/** Encodes and decodes, or is refused by name. */
async function throughBoth(file: Json, text: string): Promise<void> {
  const tokenizer = await tokenizerOf(file);
  try {
    tokenizer.decode(tokenizer.encode(text));
  } catch (error) {
    expect(error).toBeInstanceOf(PretrainedError);
    expect(String(error).length).toBeLessThan(2000);
    expect(String(error)).not.toMatch(/call stack|heap|string length/);
  }
}

const kinds = ["BPE", "WordPiece", "Unigram"];

describe.each(tokenizers.map((file, i) => [kinds[i]!, file] as const))("a long text in %s", (_kind, file) => {
  it.each(Object.entries(texts))("of %s", limited, (_name, text) => throughBoth(file, text));
});

/** a, aa, aaa, … */
const nested = Array.from({ length: 700 }, (_, i) => "a".repeat(i + 1));
const vocabOf = (pieces: readonly string[]): Json => Object.fromEntries(pieces.map((piece, i) => [piece, i]));
const bpeOf = (tokens: readonly string[], merges: Json): Json => ({
  model: { type: "BPE", vocab: vocabOf(tokens), merges },
});
const powers = Array.from({ length: 18 }, (_, i) => "a".repeat(2 ** i));
const inside = nested.slice(1).map((piece) => piece.slice(1));
const wordPiece = { type: "WordPiece", max_input_chars_per_word: 10_000 };
const nestedFiles: Readonly<Record<string, Json>> = {
  BPE: bpeOf(
    nested,
    inside.map((piece) => [piece, "a"]),
  ),
  "BPE, the last merges first": bpeOf(nested, inside.map((piece) => ["a", piece]).reverse()),
  "BPE that doubles": bpeOf(
    powers,
    powers.slice(0, -1).map((piece) => [piece, piece]),
  ),
  "BPE in a circle": bpeOf(
    ["a", "b", "ab", "ba", "aba", "bab", "abab", "baba"],
    ["a b", "b a", "ab a", "a ba", "ba b", "b ab", "ab ab", "ba ba", "aba b", "a bab"],
  ),
  WordPiece: {
    pre_tokenizer: { type: "WhitespaceSplit" },
    model: { ...wordPiece, vocab: vocabOf(["[UNK]", ...nested, ...nested.map((piece) => `##${piece}`)]) },
  },
  Unigram: { model: { type: "Unigram", unk_id: 0, vocab: ["?", ...nested].map((piece, i) => [piece, -i]) } },
};

describe.each(Object.entries(nestedFiles))("tokens inside each other, in %s", (_kind, file) => {
  it.each(["a".repeat(9000), "ab".repeat(5000), `${"a".repeat(900)}b `.repeat(10)])(
    "take no long time",
    limited,
    (text) => throughBoth(file, text),
  );
});

describe("a file whose steps make a text longer and longer is refused, or stays within bounds:", () => {
  const model = { type: "BPE", vocab: { a: 0, b: 1 }, merges: [], unk_token: "a" };
  const many = (count: number, one: object): object[] => Array.from({ length: count }, () => one);
  const before = (pre_tokenizer: object): object => ({ model, pre_tokenizer });
  const normalizers = (one: object): object => ({
    model,
    normalizer: { type: "Sequence", normalizers: many(200, one) },
  });
  const decoders = (one: object): object => ({
    model,
    decoder: { type: "Sequence", decoders: many(200, one) },
  });
  const replace = (pattern: object): object => ({ type: "Replace", pattern, content: "a" });
  const template = (count: number): object => {
    return { type: "TemplateProcessing", single: many(count, { Sequence: { id: "A", type_id: 0 } }) };
  };
  const long = "a".repeat(1e5);
  const prepend = { type: "Prepend", prepend: "a".repeat(9e5) };
  const files: Readonly<Record<string, object>> = {
    "a list in place of spaces": before({ type: "Metaspace", replacement: many(3000, ["ab"]) }),
    "a long text in place of spaces": before({ type: "Metaspace", replacement: long }),
    "another long text in place of spaces": before({ type: "Metaspace", replacement: "▁", str_rep: long }),
    "an end of words": { model: { ...model, end_of_word_suffix: long } },
    "a long start of sections": { model, normalizer: prepend, added_tokens: [{ id: 1, content: "b" }] },
    "nothing replaced by two letters, many times": normalizers(replace({ String: "" })),
    "a pattern of nothing": normalizers(replace({ Regex: "(?=.)" })),
    "a pattern of nothing, between words": before({
      type: "Sequence",
      pretokenizers: many(200, replace({ Regex: "b*" })),
    }),
    "a decoder's empty suffix": decoders({ type: "BPEDecoder", suffix: "" }),
    "a decoder's empty replacement": decoders({ type: "Metaspace", replacement: "" }),
    "a text many times in a template": { model, post_processor: template(20_000) },
    "templates that double": {
      model,
      post_processor: { type: "Sequence", processors: many(60, template(2)) },
    },
    "pieces of length 0": before({ type: "FixedLength", length: 0 }),
    "pieces of negative length": before({ type: "FixedLength", length: -1 }),
    "pieces of a length in quotes": before({ type: "FixedLength", length: "3" }),
  };

  it.each(Object.entries(files))("%s", limited, async (_name, file) => {
    let error: unknown;
    try {
      const tokenizer = await tokenizerOf(file as Json);
      for (const text of ["a b".repeat(1000), " ".repeat(3000)]) {
        const ids = tokenizer.encode(text);
        expect(ids.length).toBeLessThan(1e6);
        expect(tokenizer.decode(ids).length).toBeLessThan(2e6);
      }
    } catch (thrown) {
      error = thrown;
    }
    if (error !== undefined) expect(error).toBeInstanceOf(PretrainedError);
    expect(String(error)).not.toMatch(/call stack|heap|string length/);
  });
});
