import { ArgumentError } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";

const gpt = { vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 };
const model = new attention.GPT(gpt);

// Options that have an effect only beside another one: alone they would be ignored.
const unused: Readonly<Record<string, () => unknown>> = {
  "bigBirdLayout { random }": () => attention.bigBirdLayout(4, { random: Math.random }),
  "LuongAttention { halfWidth }": () => new attention.LuongAttention(4, { halfWidth: 2 }),
  "LuongDecoder { halfWidth }": () => new attention.LuongDecoder(9, 4, 4, 1, { halfWidth: 2 }),
  "PointerNetwork { numHeads }": () => new attention.PointerNetwork(2, 4, { encoder: "gru", numHeads: 2 }),
  "GPT { ropeBase }": () => new attention.GPT({ ...gpt, ropeBase: 500 }),
  "GPT { ropeScaling }": () => new attention.GPT({ ...gpt, ropeScaling: { kind: "linear", factor: 2 } }),
  "generate { lengthPenalty }": () => attention.generate(model, [1], { maxNewTokens: 1, lengthPenalty: 1 }),
  "generate { topK }": () => attention.generate(model, [1], { maxNewTokens: 1, topK: 2 }),
};

test.each(Object.entries(unused))("%s alone is refused", (_, call) => {
  expect(call).toThrow(ArgumentError);
});

test("dropout of a function is applied, unless training is false", () => {
  const x = attention.positionalEncoding(64, 8).unsqueeze(0);
  const output = (options: attention.ScaledDotProductOptions): number[] => [
    ...attention.scaledDotProductAttention(x, x, x, { ...options, needWeights: false }).output.dataSync(),
  ];
  const plain = output({});
  expect(output({ dropout: 0.9 })).not.toEqual(plain);
  expect(output({ dropout: 0.9, training: true })).not.toEqual(plain);
  expect(output({ dropout: 0.9, training: false })).toEqual(plain);
});
