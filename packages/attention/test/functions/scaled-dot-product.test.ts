import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { DotProductAttention, lengthsMask, scaledDotProductAttention } from "../../src/index.ts";
import { bools, expectClose, expectNoNaN, leaked, noise, numbers } from "../helpers.ts";

const q = noise([2, 3, 4], 1);
const k = noise([2, 5, 4], 2);
const v = noise([2, 5, 6], 3);
const lens = (values: number[]) => tensor(values, { dtype: "int32" });

test("permuting keys together with their values changes nothing", () => {
  const order = tensor([3, 1, 4, 0, 2], { dtype: "int32" });
  const [pk, pv] = [k.indexSelect(1, order), v.indexSelect(1, order)];
  expectClose(scaledDotProductAttention(q, k, v).output, scaledDotProductAttention(q, pk, pv).output);
});

test("masked keys matter neither to the output nor in the gradients", () => {
  const validLens = lens([2, 5]);
  const run = (values: typeof v) => scaledDotProductAttention(q, k, values, { validLens }).output;
  const { grads } = valueAndGrad(
    () => scaledDotProductAttention(q, k, v, { validLens }).output.square().sum(),
    { k, v },
  );
  expect(numbers(grads.v.select(0, 0).narrow(0, 2, 3))).toEqual(new Array(18).fill(0));
  expect(numbers(grads.k.select(0, 0).narrow(0, 2, 3))).toEqual(new Array(12).fill(0));
  const changed = lengthsMask(validLens, 5).transpose(-2, -1); // (b, lk, 1)
  expectClose(run(v), run(v.mul(changed.to("float32"))));
});

test("a query that may attend to nothing gets zeros, and sends back none but zeros", () => {
  const mask = bools([
    [0, 0, 0, 0, 0],
    [1, 0, 1, 0, 0],
    [1, 1, 1, 1, 1],
  ]);
  const { value, grads } = valueAndGrad(
    () => {
      const { output, weights } = scaledDotProductAttention(q, k, v, { mask });
      return { loss: output.sum().add(weights.square().sum()), output, weights };
    },
    { q, k, v },
  );
  expect(numbers(value.output.select(1, 0))).toEqual(new Array(12).fill(0));
  expect(numbers(value.weights.select(1, 0))).toEqual(new Array(10).fill(0));
  expect(numbers(grads.q.select(1, 0))).toEqual(new Array(8).fill(0));
  expectNoNaN(grads.q, grads.k, grads.v);
});

test("-Infinity in a bias is a score: its key gets no weight, and a row of nothing else is NaN", () => {
  const none = Number.NEGATIVE_INFINITY;
  const bias = tensor([
    [none, none, none, none, none],
    [0, none, 0, none, none],
    [0, 0, 0, 0, 0],
  ]);
  const mask = bools([
    [1, 1, 1, 1, 1],
    [1, 0, 1, 0, 0],
    [1, 1, 1, 1, 1],
  ]);
  for (const needWeights of [true, false]) {
    const byBias = scaledDotProductAttention(q, k, v, { bias, needWeights }).output;
    const byMask = scaledDotProductAttention(q, k, v, { mask, needWeights }).output;
    expect(numbers(byBias.select(1, 0)).every(Number.isNaN)).toBe(true);
    expectClose(byBias.narrow(1, 1, 2), byMask.narrow(1, 1, 2));
  }
});

test("a high temperature or a small scale evens the weights out", () => {
  const { weights } = scaledDotProductAttention(q, k, v, { temperature: 1e6 });
  expectClose(weights, scaledDotProductAttention(q, k, v, { scale: 1e-6 }).weights, 1e-4);
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

test("without keys, or without queries, there is nothing but zeros", () => {
  const { output, weights } = scaledDotProductAttention(q, k.narrow(1, 0, 0), v.narrow(1, 0, 0));
  expect(numbers(output)).toEqual(new Array(36).fill(0));
  expect(weights.shape).toEqual([2, 3, 0]);
  expect(scaledDotProductAttention(q.narrow(1, 0, 0), k, v).output.shape).toEqual([2, 0, 6]);
});

test("nothing stays behind", () => {
  const attend = () =>
    scaledDotProductAttention(q, k, v, { validLens: lens([2, 3]), causal: true }).output.sum();
  expect(leaked(attend)).toBe(0);
  expect(leaked(() => valueAndGrad(attend, { q, k, v }))).toBe(0);
});
