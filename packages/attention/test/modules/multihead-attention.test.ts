import { valueAndGrad } from "@saccade/autograd";
import { profile, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { causalMask, MultiheadAttention } from "../../src/index.ts";
import { bools, expectClose, expectNoNaN, ints, noise, numbers } from "../helpers.ts";

const q = noise([2, 3, 6], 1);
const k = noise([2, 4, 6], 2);
const v = noise([2, 4, 6], 3);
const attention = new MultiheadAttention(6, 2, { batchFirst: true });
const sequenceFirst = new MultiheadAttention(6, 2);
sequenceFirst.loadStateDict(attention.stateDict());

test("weights are averaged over the heads, a head each, or left out", () => {
  const { weights } = attention.forward(q, k, v);
  const heads = attention.forward(q, k, v, { averageAttnWeights: false }).weights;
  expect(heads.shape).toEqual([2, 2, 3, 4]);
  expectClose(weights, heads.mean(1));
  const without = attention.forward(q, k, v, { needWeights: false });
  expect(without.weights).toBeUndefined();
  expectClose(without.output, attention.forward(q, k, v).output);
});

test("batch first, sequence first and unbatched agree", () => {
  const want = attention.forward(q, k, v);
  const [sq, sk, sv] = [q, k, v].map((x) => x.transpose(0, 1));
  const turned = sequenceFirst.forward(sq!, sk!, sv!);
  expectClose(turned.output.transpose(0, 1), want.output);
  expectClose(turned.weights, want.weights);
  const alone = sequenceFirst.forward(q.select(0, 1), k.select(0, 1), v.select(0, 1));
  expectClose(alone.output, want.output.select(0, 1));
  expectClose(alone.weights, want.weights.select(0, 1));
});

test("gradients of the projections are joined, not padded with zeros and added", () => {
  for (const [x, joined] of [
    [q, 1],
    [k, 2], // weights and biases
  ] as const) {
    const loss = (): Tensor => attention.forward(q, x, x, { needWeights: false }).output.sum();
    const { kernels } = profile(() => valueAndGrad(loss, attention.namedParameters()));
    expect(kernels.get("cat")?.calls).toBe(joined);
    expect(kernels.has("embed")).toBe(false);
  }
});

test("a mask is true where a query may attend, here as everywhere", () => {
  const mask = bools("1100 1010 1111");
  const { weights, output } = attention.forward(q, k, v, { mask });
  expect(numbers(weights.select(1, 0).narrow(1, 2, 2))).toEqual([0, 0, 0, 0]);
  const bias = zeros([3, 4]).maskedFill(mask.logicalNot(), Number.NEGATIVE_INFINITY);
  expectClose(attention.forward(q, k, v, { bias }).output, output);
  for (const same of [mask.expand([2, 3, 4]), mask.expand([2, 1, 3, 4]), mask.expand([2, 2, 3, 4])]) {
    expectClose(attention.forward(q, k, v, { mask: same }).output, output);
  }
  const causal = attention.forward(q, k, v, { mask: causalMask(3, 4) });
  expectClose(attention.forward(q, k, v, { causal: true }).output, causal.output);
});

test("three dims of a mask are the batch, even where there are as many heads", () => {
  const first = [1, 2, 3, 0]; // the one key that each (batch, head) may see
  const only = tensor(first.map((key) => [0, 1, 2, 3].map((j) => j === key))); // (b · h, lk)
  const mask = only.reshape([2, 2, 1, 4]);
  const seen = attention.forward(q, k, v, { mask, averageAttnWeights: false }).weights;
  for (const [i, key] of first.entries()) {
    const head = seen.select(0, Math.floor(i / 2)).select(0, i % 2);
    expect(numbers(head.select(1, key))).toEqual([1, 1, 1]);
  }
  const batch = mask.select(1, 0); // (b, 1, lk)
  const { weights } = attention.forward(q, k, v, { mask: batch, averageAttnWeights: false });
  expectClose(weights.select(1, 0), weights.select(1, 1));
  expectClose(weights.select(1, 0), seen.select(1, 0));
});

test("masked keys get nothing, beside another mask and without a batch", () => {
  const keyMask = bools("1100 1111");
  const mask = causalMask(3, 4);
  const { weights } = attention.forward(q, k, v, { keyMask, mask });
  expect(numbers(weights.select(0, 0).narrow(1, 2, 2))).toEqual(new Array(6).fill(0));
  expect(numbers(weights.select(1, 0).narrow(1, 1, 3))).toEqual(new Array(6).fill(0));
  const alone = attention.forward(q.select(0, 0), k.select(0, 0), v.select(0, 0), {
    keyMask: keyMask.select(0, 0),
    mask,
  });
  expectClose(alone.weights, weights.select(0, 0));
  expectClose(attention.forward(q, k, v, { mask: keyMask.unsqueeze(1), causal: true }).weights, weights);
  const validLens = ints([2, 4]);
  expectClose(attention.forward(q, k, v, { validLens, causal: true }).weights, weights);
});

test("no key left is zero; with maskFill -Infinity it is NaN, as in PyTorch", () => {
  const keyMask = bools("1111 0000");
  const { output, weights } = attention.forward(q, k, v, { keyMask });
  expectNoNaN(output, weights);
  expect(numbers(weights.select(0, 1))).toEqual(new Array(12).fill(0));
  const torch = new MultiheadAttention(6, 2, { batchFirst: true, maskFill: Number.NEGATIVE_INFINITY });
  for (const needWeights of [true, false]) {
    const row = torch.forward(q, k, v, { keyMask, needWeights }).output.select(0, 1);
    expect(numbers(row).every(Number.isNaN)).toBe(true);
  }
});

test("masked keys have no part in any parameter's gradient, whatever they hold", () => {
  const keyMask = bools("1101 1000");
  const run = (held: number, needWeights: boolean) =>
    valueAndGrad(() => {
      const [keys, values] = [k, v].map((x) => where(keyMask.unsqueeze(-1), x, held));
      return attention.forward(q, keys!, values!, { keyMask, needWeights }).output.square().sum();
    }, attention.namedParameters());
  for (const needWeights of [true, false]) {
    const want = run(0, needWeights);
    const got = run(Number.NaN, needWeights);
    expectClose(got.value, want.value);
    for (const [name, grad] of Object.entries(want.grads)) expectClose(Object(got.grads)[name], grad);
  }
});

test("parameters have PyTorch's names, shapes and first values", () => {
  expect(Object.keys(attention.namedParameters())).toEqual([
    "in_proj_weight",
    "in_proj_bias",
    "out_proj.weight",
    "out_proj.bias",
  ]);
  expect(attention.in_proj_weight?.shape).toEqual([18, 6]);
  expectClose(attention.out_proj.bias!, zeros([6]));
  const other = new MultiheadAttention(6, 2, { kdim: 3, vdim: 5 });
  expect(Object.entries(other.namedParameters()).map(([name, p]) => [name, p.shape])).toEqual([
    ["q_proj_weight", [6, 6]],
    ["k_proj_weight", [6, 3]],
    ["v_proj_weight", [6, 5]],
    ["in_proj_bias", [18]],
    ["out_proj.weight", [6, 6]],
    ["out_proj.bias", [6]],
  ]);
});
