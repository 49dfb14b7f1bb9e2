import { GPT, generate } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";
import { expect, it } from "vitest";
import { type Coder, Lens } from "../src/language-model/lens.ts";
import { choicesOf, distributionOf, drawFrom, type Sampling } from "../src/language-model/sampling.ts";

const idsOf = (text: string): number[] => [...text].map((letter) => "abcd".indexOf(letter));
const coder: Coder = {
  unknownAs: null,
  encode: (text) => ({ ids: idsOf(text), unknown: [] }),
  decode: (ids) => ids.map((id) => "abcd"[id]).join(""),
  show: (id) => "abcd"[id]!,
  start: 0,
};
const all: Sampling = { temperature: 1, topK: null, topP: 1 };

function makeGpt(): GPT {
  manualSeed(1);
  return new GPT({ vocabSize: 4, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
}

it("reading a longer text computes its new tokens only, and gives what reading all of it gives", () => {
  const gpt = makeGpt();
  const lens = new Lens(gpt, coder, 8);
  const ask = (prompt: string) => ({ draft: { prompt, added: [] }, sampling: all, count: 4 });
  expect(lens.read(ask("abc")).computed).toBe(3);
  const longer = lens.read(ask("abcab"));
  expect(longer.computed).toBe(2);
  const fresh = new Lens(gpt, coder, 8).read(ask("abcab"));
  expect(fresh.computed).toBe(5);
  longer.choices.forEach(({ token, plain }, i) => {
    expect(token).toBe(fresh.choices[i]!.token);
    expect(plain).toBeCloseTo(fresh.choices[i]!.plain, 6);
  });
  expect(lens.read(ask("ab")).computed).toBe(2); // another text: the cache is of no use
});

it("a text longer than the model reads loses its beginning", () => {
  const lens = new Lens(makeGpt(), coder, 8);
  const { tokens, unread } = lens.read({
    draft: { prompt: "abcdabcdab", added: [] },
    sampling: all,
    count: 1,
  });
  expect(unread).toBe(4);
  expect(tokens.join("")).toBe("abcdab");
});

it("at a low temperature it writes what generate() writes", () => {
  const gpt = makeGpt();
  const lens = new Lens(gpt, coder, 8);
  const added: number[] = [];
  for (let i = 0; i < 5; i++) {
    const draft = { prompt: "ca", added };
    const sampling = { temperature: 0.1, topK: 1, topP: 1 };
    added.push(lens.write({ draft, sampling, count: 1, random: 0.7 }).token);
  }
  expect(added).toEqual(generate(gpt, idsOf("ca"), { maxNewTokens: 5 }));
});

it("heads and cache are of the text that was read last, after the weights have changed too", () => {
  const lens = new Lens(makeGpt(), coder, 8);
  lens.read({ draft: { prompt: "abca", added: [] }, sampling: all, count: 1 });
  lens.forget();
  const { weights, layers, heads, tokens } = lens.heads();
  expect([layers, heads, tokens.join(""), weights.length]).toEqual([2, 2, "abca", 2 * 2 * 16]);
  expect(Array.from(weights.subarray(12, 16)).reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  const { keys, width } = lens.cached({ layer: 1, head: 1 });
  expect([keys.length, width]).toEqual([16, 4]);
  const both = lens.cached({ layer: 1, head: null }); // of all heads side by side
  expect([both.keys.length, both.width]).toEqual([32, 8]);
  expect(both.keys.slice(4, 8)).toEqual(keys.slice(0, 4));
});

it("temperature, top-k and top-p are the library's, and a token is drawn by what they leave", () => {
  const logits = tensor([Math.log(0.5), Math.log(0.3), Math.log(0.15), Math.log(0.05)]);
  const { drawn } = distributionOf(logits, { temperature: 1, topK: 3, topP: 0.7 });
  expect(Array.from(drawn, (x) => Number(x.toFixed(4)))).toEqual([0.625, 0.375, 0, 0]);
  const warm = distributionOf(logits, { temperature: 2, topK: null, topP: 1 }).drawn;
  expect(warm[0]! / warm[3]!).toBeCloseTo(Math.sqrt(10), 5);
  const all = distributionOf(logits, { temperature: 1, topK: null, topP: 1 });
  expect([0, 0.49, 0.51, 0.96, 1].map((random) => drawFrom(all, random))).toEqual([0, 0, 1, 3, 3]);
});

it("the likeliest tokens come first, those of equal probability in the order of their ids", () => {
  const plain = Float32Array.from([0.1, 0.3, 0.1, 0.2, 0.3]);
  const tokens = (count: number): number[] =>
    choicesOf({ plain, tempered: plain, drawn: plain }, String, count).map(({ token }) => token);
  expect(tokens(5)).toEqual([1, 4, 3, 0, 2]);
  expect(tokens(2)).toEqual([1, 4]);
  expect(tokens(9)).toEqual([1, 4, 3, 0, 2]);
});
