import { manualSeed, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { DotProductAttention, scaledDotProductAttention } from "../../src/index.ts";
import { bools, expectClose, noise, numbers } from "../helpers.ts";

const q = noise([2, 3, 4], 1);
const k = noise([2, 5, 4], 2);
const v = noise([2, 5, 6], 3);

test("-Infinity in a bias is a score: its key gets no weight, and a row of nothing else is NaN", () => {
  const none = Number.NEGATIVE_INFINITY;
  const bias = tensor([
    [none, none, none, none, none],
    [0, none, 0, none, none],
    [0, 0, 0, 0, 0],
  ]);
  const mask = bools("11111 10100 11111");
  for (const needWeights of [true, false]) {
    const byBias = scaledDotProductAttention(q, k, v, { bias, needWeights }).output;
    const byMask = scaledDotProductAttention(q, k, v, { mask, needWeights }).output;
    expect(numbers(byBias.select(1, 0)).every(Number.isNaN)).toBe(true);
    expectClose(byBias.narrow(1, 1, 2), byMask.narrow(1, 1, 2));
  }
});

test("scores are divided by the temperature, by default the root of the width", () => {
  expectClose(
    scaledDotProductAttention(q, k, v, { temperature: 2 }).output,
    scaledDotProductAttention(q, k, v).output,
  );
});

test("any leading dims are batches; the module takes the same path", () => {
  const whole = scaledDotProductAttention(q, k, v).output;
  expectClose(
    scaledDotProductAttention(q.select(0, 1), k.select(0, 1), v.select(0, 1)).output,
    whole.select(0, 1),
  );
  const heads = scaledDotProductAttention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0)).output;
  expectClose(heads.squeeze(0), whole);
  expectClose(new DotProductAttention(0.5).eval().forward(q, k, v).output, whole);
});

test("dropout acts on the output while training; the weights given back still sum to 1", () => {
  manualSeed(3);
  const attention = new DotProductAttention(0.5);
  const trained = attention.forward(q, k, v);
  expectClose(trained.weights, scaledDotProductAttention(q, k, v).weights);
  expect(numbers(trained.output)).not.toEqual(numbers(attention.eval().forward(q, k, v).output));
});
