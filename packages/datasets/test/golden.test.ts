import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildArrayNmt, preprocessNmt, truncatePad, Vocab } from "../src/index.ts";

/** Results of d2l-zh's text functions. */
interface Case {
  readonly name: string;
  readonly op: string;
  readonly attrs: {
    readonly text: string;
    readonly tokens: string[][];
    readonly lines: string[][];
    readonly line: number[];
    readonly num_steps: number;
    readonly padding_token: number;
    readonly min_freq: number;
  };
  readonly text_out: string;
  readonly idx_to_token: string[];
  readonly token_freqs: [string, number][];
  readonly result: number[];
  readonly outputs: Readonly<Record<"array" | "valid_len", { shape: number[]; data: number[] }>>;
}

const cases: Case[] = JSON.parse(readFileSync(new URL("fixtures/text.json", import.meta.url), "utf8"));
const of = (op: string): Case[] => cases.filter((entry) => entry.op === op);
const reservedTokens = ["<pad>", "<bos>", "<eos>"];

describe("equals d2l-zh", () => {
  test.each(of("preprocess_nmt"))("$name", ({ attrs, text_out }) => {
    expect(preprocessNmt(attrs.text)).toBe(text_out);
  });

  test.each(of("Vocab"))("$name", ({ attrs, idx_to_token, token_freqs }) => {
    const vocab = new Vocab(attrs.tokens, { minFreq: attrs.min_freq, reservedTokens });
    expect(vocab.tokens).toEqual(idx_to_token);
    expect(vocab.tokenFreqs).toEqual(token_freqs);
  });

  test.each(of("truncate_pad"))("$name", ({ attrs, result }) => {
    expect(truncatePad(attrs.line, attrs.num_steps, attrs.padding_token)).toEqual(result);
  });

  test.each(of("build_array_nmt"))("$name", ({ attrs, outputs }) => {
    const vocab = new Vocab(attrs.tokens, { minFreq: attrs.min_freq, reservedTokens });
    const { array, rows, numSteps, validLen } = buildArrayNmt(attrs.lines, vocab, attrs.num_steps);
    expect([rows, numSteps]).toEqual(outputs.array.shape);
    expect([...array]).toEqual(outputs.array.data);
    expect([...validLen]).toEqual(outputs.valid_len.data);
  });

  test("every kind of case is there", () => {
    expect(["preprocess_nmt", "Vocab", "truncate_pad", "build_array_nmt"].map((op) => of(op).length)).toEqual(
      [18, 4, 4, 1],
    );
  });
});
