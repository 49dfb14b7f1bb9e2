import { causalMask, NadarayaWatson, scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { expect, test } from "vitest";
import { expectClose, expectNoNaN, noise } from "../../../attention/test/helpers.ts";
import * as seeds from "../../src/seeds/index.ts";

const q = noise([2, 3, 6], 1);
const k = noise([2, 4, 6], 2);
const v = noise([2, 4, 6], 3);
const attention = new seeds.MultiHeadSublayer(2, 6, 4, 5).eval();

test("the seeds' classes are found by their own name", () => {
  expect(seeds.seed000.MultiHeadAttention).toBe(seeds.MultiHeadSublayer);
  expect(seeds.seed003.MultiHeadAttention).toBe(seeds.MultiHeadSelfAttention);
  expect(seeds.seed004.NWKernelRegression).toBe(NadarayaWatson);
});

test("the seeds' scaled dot-product divides by its temperature", () => {
  const module = new seeds.ScaledDotProductAttention({ temperature: 3 }).eval();
  const { output } = scaledDotProductAttention(q, k, k, { temperature: 3 });
  expectClose(module.forward(q, k, k).output, output);
});

test("a query with no key left is the normalized residual, without NaN in any gradient", () => {
  const none = causalMask(3, 4).logicalAnd(causalMask(3, 4).logicalNot());
  expectClose(attention.forward(q, k, v, none).output, attention.layer_norm.forward(q));
  const { grads } = valueAndGrad(
    () => attention.forward(q, k, v, none).output.square().sum(),
    attention.namedParameters(),
  );
  expectNoNaN(...Object.values(grads));
});

test("what does not fit is named", () => {
  expect(() => attention.forward(q, k.narrow(2, 0, 5), v)).toThrow(/dModel is 6, but 5 in k/);
});
