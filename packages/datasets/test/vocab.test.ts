import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Vocab } from "../src/index.ts";

const reservedTokens = ["<pad>", "<bos>", "<eos>"];
const anyLines = fc.array(
  fc.array(fc.oneof(fc.string(), fc.constantFrom("a", "b", "__proto__", "constructor"))),
);

describe("Vocab", () => {
  test("takes one list of tokens or lines of tokens", () => {
    const flat = new Vocab(["b", "a", "b"]);
    expect(flat.tokens).toEqual(["<unk>", "b", "a"]);
    expect(new Vocab([["b", "a"], [], ["b"]]).tokens).toEqual(flat.tokens);
    expect([flat.length, flat.size, flat.unk]).toEqual([3, 3, 0]);
    expect(new Vocab().tokens).toEqual(["<unk>"]);
  });

  test("gives <unk> for what it does not know", () => {
    const vocab = new Vocab(["a", "a", "b"], { minFreq: 2, reservedTokens });
    expect(vocab.indices(["a", "b", "toString", "<eos>"])).toEqual([4, 0, 0, 3]);
    expect([vocab.has("a"), vocab.has("b"), vocab.has("toString")]).toEqual([true, false, false]);
    expect(vocab.tokenFreqs).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  test("turns ids of any array back into tokens", () => {
    const vocab = new Vocab(["a"], { reservedTokens });
    expect(vocab.toTokens(Int32Array.of(4, 0, 2))).toEqual(["a", "<unk>", "<bos>"]);
  });

  test("gives every known token its own id back", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const vocab = new Vocab(lines, { reservedTokens });
        const tokens = lines.flat();
        expect(vocab.toTokens(vocab.indices(tokens))).toEqual(tokens);
        expect(new Set(vocab.tokens).size).toBe(vocab.length);
      }),
    );
  });

  test("survives JSON", () => {
    fc.assert(
      fc.property(anyLines, fc.nat({ max: 3 }), (lines, minFreq) => {
        const vocab = new Vocab(lines, { minFreq, reservedTokens });
        const copy = Vocab.fromJSON(JSON.parse(JSON.stringify(vocab)));
        expect(copy.tokens).toEqual(vocab.tokens);
        expect(copy.tokenFreqs).toEqual(vocab.tokenFreqs);
        expect(copy.indices(lines.flat())).toEqual(vocab.indices(lines.flat()));
      }),
    );
  });

  test.each([
    null,
    "<unk>",
    {},
    { format: "saccade-vocab/1", tokens: ["a"], freqs: [] },
    { format: "saccade-vocab/1", tokens: ["<unk>", 3], freqs: [] },
    { format: "saccade-vocab/1", tokens: ["<unk>"], freqs: [["a"]] },
    { format: "saccade-vocab/1", tokens: ["<unk>"], freqs: new Array(1) },
  ])("rejects %j as JSON of a vocabulary", (json) => {
    expect(() => Vocab.fromJSON(json)).toThrow(/json is not a vocabulary: expected .* pass JSON\.parse/);
  });
});
