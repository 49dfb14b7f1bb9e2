import { causalMask, NadarayaWatson, scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { manualSeed } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  expectClose,
  expectNoNaN,
  gradCheckModule,
  leaked,
  noise,
  numbers,
} from "../../../attention/test/helpers.ts";
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

test("the output is normalized; weights are a head each", () => {
  const { output, weights } = attention.forward(q, k, v);
  expect(output.shape).toEqual([2, 3, 6]);
  expect(weights.shape).toEqual([2, 2, 3, 4]);
  expectClose(output.mean(-1), output.mean(-1).mul(0));
  expectClose(weights.sum(-1), weights.sum(-1).mul(0).add(1));
});

test("the residual is the query as it came in", () => {
  const silent = new seeds.MultiHeadSublayer(2, 6, 4, 5).eval();
  silent.loadStateDict({ ...silent.stateDict(), "fc.weight": silent.fc.weight.mul(0) });
  expectClose(silent.forward(q, k, v).output, silent.layer_norm.forward(q));
});

test("a position's output does not depend on masked ones", () => {
  const x = noise([1, 3, 6], 4);
  const changed = x.add(noise([1, 3, 6], 5).mul(causalMask(3).select(1, 2).to("float32").unsqueeze(1)));
  const [a, b] = [x, changed].map((t) => attention.forward(t, t, t, causalMask(3)).output);
  expectClose(a!.narrow(1, 0, 2), b!.narrow(1, 0, 2));
  expect(numbers(a!.select(1, 2))).not.toEqual(numbers(b!.select(1, 2)));
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

test("dropout acts while training only, and not on the weights given back", () => {
  manualSeed(1);
  const training = new seeds.MultiHeadSublayer(2, 6, 4, 5, { dropout: 0.5 });
  const first = training.forward(q, k, v);
  expect(numbers(first.output)).not.toEqual(numbers(training.forward(q, k, v).output));
  expectClose(first.weights.sum(-1), first.weights.sum(-1).mul(0).add(1));
  training.eval();
  expect(numbers(training.forward(q, k, v).output)).toEqual(numbers(training.forward(q, k, v).output));
});

test("gradients agree with finite differences", () => {
  const small = new seeds.MultiHeadSublayer(2, 2, 1, 2, { dropout: 0 });
  const inputs = [noise([1, 2, 2], 1), noise([1, 3, 2], 2), noise([1, 3, 2], 3)];
  gradCheckModule(small, (a, b, c) => small.forward(a!, b!, c!, causalMask(2, 3)).output, inputs, {
    rtol: 1e-4,
  });
});

test("what does not fit is named; nothing stays behind", () => {
  expect(() => attention.forward(q, k.narrow(2, 0, 5), v)).toThrow(/dModel is 6, but 5 in k/);
  expect(() => attention.forward(q, k, v, causalMask(4))).toThrow(/does not fit scores \[2, 2, 3, 4\]/);
  expect(leaked(() => attention.forward(q, k, v))).toBe(0);
});
