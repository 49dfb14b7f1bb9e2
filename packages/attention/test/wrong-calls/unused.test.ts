import { ArgumentError } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";

// Options that have an effect only beside another one: alone they would be ignored.
const unused: Readonly<Record<string, () => unknown>> = {
  "bigBirdLayout { random }": () => attention.bigBirdLayout(4, { random: Math.random }),
  "LuongAttention { halfWidth }": () => new attention.LuongAttention(4, { halfWidth: 2 }),
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
