import { ArgumentError } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as models from "../../src/index.ts";

const gpt = { vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 };
const model = new models.GPT(gpt);

// Options that have an effect only beside another one: alone they would be ignored.
const unused: Readonly<Record<string, () => unknown>> = {
  "LuongDecoder { halfWidth }": () => new models.LuongDecoder(9, 4, 4, 1, { halfWidth: 2 }),
  "PointerNetwork { numHeads }": () => new models.PointerNetwork(2, 4, { encoder: "gru", numHeads: 2 }),
  "GPT { ropeBase }": () => new models.GPT({ ...gpt, ropeBase: 500 }),
  "GPT { ropeScaling }": () => new models.GPT({ ...gpt, ropeScaling: { kind: "linear", factor: 2 } }),
  "generate { lengthPenalty }": () => models.generate(model, [1], { maxNewTokens: 1, lengthPenalty: 1 }),
  "generate { topK }": () => models.generate(model, [1], { maxNewTokens: 1, topK: 2 }),
};

test.each(Object.entries(unused))("%s alone is refused", (_, call) => {
  expect(call).toThrow(ArgumentError);
});
