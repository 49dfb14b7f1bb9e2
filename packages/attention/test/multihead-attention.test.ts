import { valueAndGrad } from "@saccade/autograd";
import { ones, profile, type Tensor, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { causalMask, MultiheadAttention, scaledDotProductAttention } from "../src/index.ts";
import { bools, expectClose, expectNoNaN, gradCheckModule, leaked, noise, numbers } from "./helpers.ts";

const q = noise([2, 3, 6], 1);
const k = noise([2, 4, 6], 2);
const v = noise([2, 4, 6], 3);
const attention = new MultiheadAttention(6, 2, { batchFirst: true });
const sequenceFirst = new MultiheadAttention(6, 2);
sequenceFirst.loadStateDict(attention.stateDict());

test("one head with projections that change nothing is scaled dot-product attention", () => {
  const plain = new MultiheadAttention(2, 1, { batchFirst: true, bias: false });
  const eye = tensor([
    [1, 0],
    [0, 1],
  ]);
  plain.loadStateDict({ in_proj_weight: eye.expand([3, 2, 2]).reshape([6, 2]), "out_proj.weight": eye });
  const [a, b, c] = [q, k, v].map((x) => x.narrow(-1, 0, 2));
  const want = scaledDotProductAttention(a!, b!, c!);
  const got = plain.forward(a!, b!, c!);
  expectClose(got.output, want.output);
  expectClose(got.weights, want.weights);
});

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

test("self-attention in one product is that in three", () => {
  expectClose(attention.forward(q, q, q).output, attention.forward(q, q.clone(), q.clone()).output);
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

test("boolean masks forbid where true, float masks are added", () => {
  const forbidden = bools([
    [0, 0, 1, 1],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
  ]);
  const { weights, output } = attention.forward(q, k, v, { attnMask: forbidden });
  expect(numbers(weights.select(1, 0).narrow(1, 2, 2))).toEqual([0, 0, 0, 0]);
  const added = zeros([3, 4]).maskedFill(forbidden, Number.NEGATIVE_INFINITY);
  expectClose(attention.forward(q, k, v, { attnMask: added }).output, output);
  const perHead = forbidden.expand([4, 3, 4]); // (b · h, lq, lk)
  expectClose(attention.forward(q, k, v, { attnMask: perHead }).output, output);
});

test("a mask of batch · heads has the heads fastest", () => {
  const only = zeros([4, 3, 4], { dtype: "bool" }).logicalNot();
  const first = [1, 2, 3, 0]; // the one key that each (batch, head) may see
  const allowed = tensor(first.map((key) => [0, 1, 2, 3].map((j) => j === key))).unsqueeze(1);
  const attnMask = only.logicalAnd(allowed.logicalNot());
  const { weights } = attention.forward(q, k, v, { attnMask, averageAttnWeights: false });
  for (const [i, key] of first.entries()) {
    expect(
      numbers(
        weights
          .select(0, Math.floor(i / 2))
          .select(0, i % 2)
          .select(1, key),
      ),
    ).toEqual([1, 1, 1]);
  }
});

test("padded keys get nothing, beside another mask and without a batch", () => {
  const keyPaddingMask = bools([
    [0, 0, 1, 1],
    [0, 0, 0, 0],
  ]);
  const attnMask = causalMask(3, 4).logicalNot();
  const { weights } = attention.forward(q, k, v, { keyPaddingMask, attnMask });
  expect(numbers(weights.select(0, 0).narrow(1, 2, 2))).toEqual(new Array(6).fill(0));
  expect(numbers(weights.select(1, 0).narrow(1, 1, 3))).toEqual(new Array(6).fill(0));
  const alone = attention.forward(q.select(0, 0), k.select(0, 0), v.select(0, 0), {
    keyPaddingMask: keyPaddingMask.select(0, 0),
    attnMask,
  });
  expectClose(alone.weights, weights.select(0, 0));
});

test("no key left is NaN, as in PyTorch; with maskFill null it is zero", () => {
  const keyPaddingMask = tensor([
    [false, false, false, false],
    [true, true, true, true],
  ]);
  expect(
    numbers(attention.forward(q, k, v, { keyPaddingMask }).output.select(0, 1)).every(Number.isNaN),
  ).toBe(true);
  const kind = new MultiheadAttention(6, 2, { batchFirst: true, maskFill: null });
  const { output, weights } = kind.forward(q, k, v, { keyPaddingMask });
  expectNoNaN(output, weights);
  expect(numbers(weights.select(0, 1))).toEqual(new Array(12).fill(0));
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

test("gradients agree with finite differences", () => {
  const small = new MultiheadAttention(2, 2, { batchFirst: true, kdim: 3, vdim: 1, maskFill: null });
  const attnMask = bools([
    [1, 1, 1],
    [0, 1, 0],
  ]);
  const inputs = [noise([1, 2, 2], 1), noise([1, 3, 3], 2), noise([1, 3, 1], 3)];
  gradCheckModule(small, (a, b, c) => Object.values(small.forward(a!, b!, c!, { attnMask })), inputs);
  const own = new MultiheadAttention(2, 1, { batchFirst: true });
  gradCheckModule(own, (x) => own.forward(x!, x!, x!).output, [noise([1, 2, 2])], { order: 2 });
});

test("what does not fit is named with its cure; nothing stays behind", () => {
  expect(() => new MultiheadAttention(6, 4)).toThrow(/embedDim 6 does not divide into 4 heads/);
  expect(() => sequenceFirst.forward(q, k.narrow(0, 0, 1), v)).toThrow(/batchFirst: true/);
  expect(() => attention.forward(q, k.select(0, 0), v)).toThrow(/must all be \(b, length, size\)/);
  expect(() => attention.forward(q, k, v.narrow(2, 0, 5))).toThrow(/vdim 6/);
  const wrong = ones([2, 3], { dtype: "bool" });
  expect(() => attention.forward(q, k, v, { keyPaddingMask: wrong })).toThrow(/\(b, lk\) = \[2, 4\]/);
  expect(() => attention.forward(q, k, v, { attnMask: wrong })).toThrow(
    /\(batch · heads, lq, lk\) = \[4, 3, 4\]/,
  );
  expect(leaked(() => attention.forward(q, k, v))).toBe(0);
});
