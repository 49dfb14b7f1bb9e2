import { Lens } from "@saccade/figures/language-model/lens";
import { logitLens, runWithCache } from "@saccade/lens";
import { Bert, GPT } from "@saccade/models";
import { memory, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { MaskLens, maskedHeadOf } from "../../src/pages/language-model/opened/mask-lens.ts";
import { tinyModel } from "./fixtures.ts";

const words = "abcdefghijklmnop";
const coder = {
  kind: "ids" as const,
  unknownAs: null,
  encode: (text: string) => ({ ids: [...text].map((letter) => words.indexOf(letter)), unknown: [] }),
  line: (text: string) => [...text].map((letter) => words.indexOf(letter)),
  decode: (ids: readonly number[]) => ids.map((id) => words[id]).join(""),
  show: (id: number) => words[id]!,
  start: 0,
  end: null,
};
const read = { sampling: { temperature: 1, topK: null, topP: 1 }, count: 1 };

describe("what each layer would say", () => {
  it.each(["gpt2", "llama"] as const)("is the logit lens of a %s", (shape) => {
    const gpt = tinyModel(shape);
    if (!(gpt instanceof GPT)) throw new Error("not a GPT");
    const lens = new Lens(gpt, coder, 32);
    lens.read({ draft: { prompt: "abcdabca", added: [] }, ...read });
    const before = memory().tensors;
    const { tokens, unshown, guesses, shares, right } = lens.layers();
    expect(memory().tensors).toBe(before);
    expect([tokens.join(""), unshown, guesses.length]).toEqual(["abcdabca", 0, 3]);
    expect(right).toEqual([..."bcdabca", null]);
    const { cache } = runWithCache(gpt, tensor([coder.line("abcdabca")], { dtype: "int32" }));
    const expected = logitLens(cache).logits.softmax(-1); // (layers + 1, 1, n, vocabulary)
    guesses.forEach((row, layer) => {
      const all = expected.select(0, layer).select(0, 0);
      expect(row.join("")).toBe(coder.decode([...all.argmax(-1).dataSync()]));
      all
        .amax(-1)
        .dataSync()
        .forEach((share, i) => {
          expect(shares[layer]![i]).toBeCloseTo(share, 5);
        });
    });
  });

  it("is of the last tokens of a long text", () => {
    const gpt = tinyModel("gpt2");
    if (!(gpt instanceof GPT)) throw new Error("not a GPT");
    const lens = new Lens(gpt, coder, 32);
    lens.read({ draft: { prompt: "abcdefgh".repeat(4), added: [] }, ...read });
    const { tokens, unshown, guesses } = lens.layers();
    expect([tokens.join(""), unshown]).toEqual(["abcdefgh".repeat(3), 8]);
    expect(guesses.map(({ length }) => length)).toEqual([24, 24, 24]);
  });

  it("is, of a BERT, a guess in each place, the last one that of the model", () => {
    const bert = tinyModel("bert");
    if (!(bert instanceof Bert)) throw new Error("not a BERT");
    const lens = new MaskLens(bert, coder, maskedHeadOf(bert), 3, 32);
    const { choices } = lens.read({ text: "abcab", position: 2, count: 1 });
    const { tokens, guesses, shares, right } = lens.layers();
    expect([tokens.join(""), right.join("")]).toEqual(["abdab", "abcab"]);
    expect(guesses).toHaveLength(3);
    expect(guesses[2]![2]).toBe(choices[0]!.text);
    expect(shares[2]![2]).toBeCloseTo(choices[0]!.plain, 5);
  });
});
