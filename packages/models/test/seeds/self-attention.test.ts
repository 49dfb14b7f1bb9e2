import { type Attended, causalMask, scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { arange, ShapeError, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  bools,
  expectClose,
  expectNoNaN,
  gradCheckModule,
  leaked,
  noise,
  numbers,
} from "../../../attention/test/helpers.ts";
import * as seeds from "../../src/seeds/index.ts";

const x = noise([2, 3, 4]);
const padding = bools([
  [1, 1, 0],
  [0, 0, 0],
]).unsqueeze(1); // (b, 1, n): the second sequence is empty
const modules = {
  attention: new seeds.PlainSelfAttention(4),
  perHead: new seeds.WideSelfAttention(4, 3),
  concatenated: new seeds.WideSelfAttention(4, 3, { outProj: false }),
  v1: new seeds.ProjectedSelfAttention(4),
  v2: new seeds.PackedSelfAttention(4),
  v3: new seeds.MaskedSelfAttention(4, { dropout: 0 }),
  heads: new seeds.MultiHeadSelfAttention(4, 2, { dropout: 0 }),
};
const every: [name: string, module: { forward(x: Tensor): Attended }][] = Object.entries(modules);

test("outputs have the input's shape, or the heads side by side; rows of weights sum to 1", () => {
  for (const [name, module] of every) {
    const { output, weights } = module.forward(x);
    expect(output.shape, name).toEqual([2, 3, name === "concatenated" ? 12 : 4]);
    expectClose(weights.sum(-1), weights.sum(-1).mul(0).add(1));
  }
});

test("the order of the tokens moves with the output: there is no position in it", () => {
  const order = tensor([2, 0, 1], { dtype: "int32" });
  for (const [, module] of every) {
    expectClose(
      module.forward(x.indexSelect(1, order)).output,
      module.forward(x).output.indexSelect(1, order),
    );
  }
});

test("one head with the same projections is the single-headed kind", () => {
  const one = new seeds.MultiHeadSelfAttention(4, 1, { dropout: 0 });
  const { query_proj, key_proj, value_proj } = modules.v1;
  one.q_proj = query_proj;
  one.k_proj = key_proj;
  one.v_proj = value_proj;
  const { output, weights } = modules.v1.forward(x);
  expectClose(one.forward(x).weights.squeeze(1), weights);
  expectClose(one.forward(x).output, one.out_proj.forward(output));
  const wide = new seeds.WideSelfAttention(4, 1, { outProj: false });
  wide.query_projections = query_proj;
  wide.key_projections = key_proj;
  wide.value_projections = value_proj;
  expectClose(wide.forward(x).output, output);
});

test("heads attend separately: each is single-headed attention on its slice", () => {
  const { q_proj, k_proj, v_proj } = modules.heads;
  const [q, k, v] = [q_proj.forward(x), k_proj.forward(x), v_proj.forward(x)];
  for (const h of [0, 1]) {
    const [a, b, c] = [q, k, v].map((t) => t.narrow(-1, 2 * h, 2));
    expectClose(modules.heads.forward(x).weights.select(1, h), scaledDotProductAttention(a!, b!, c!).weights);
  }
});

test("masks of every accepted rank say the same; those of numbers are refused", () => {
  const causal = causalMask(3);
  const want = modules.heads.forward(x, causal).output;
  for (const mask of [causal.unsqueeze(0), causal.expand([2, 3, 3]), causal.expand([2, 2, 3, 3])]) {
    expectClose(modules.heads.forward(x, mask).output, want);
  }
  for (const dtype of ["int32", "float32"] as const) {
    expect(() => modules.heads.forward(x, causal.to(dtype))).toThrow(
      /MultiHeadSelfAttention\.forward: mask .*mask\.ne\(0\)/,
    );
  }
  expect(() =>
    modules.heads.forward(
      x,
      bools([
        [1, 1, 0],
        [1, 0, 0],
      ]),
    ),
  ).toThrow(ShapeError);
});

test("an empty sequence is zero weights and no NaN; with a finite fill it is uniform", () => {
  for (const module of [modules.v3, modules.heads]) {
    const { value, grads } = valueAndGrad(() => {
      const { output, weights } = module.forward(x, padding);
      return { loss: output.square().sum(), weights };
    }, module.namedParameters());
    expect(numbers(value.weights.select(0, 1)).every((w) => w === 0)).toBe(true);
    expectNoNaN(...Object.values(grads));
  }
  const filled = new seeds.MaskedSelfAttention(4, { maskFill: -1e20 }).eval();
  const { weights } = filled.forward(x, padding);
  expectClose(
    weights.select(0, 1),
    weights
      .select(0, 1)
      .mul(0)
      .add(1 / 3),
  );
});

test("the masks of the mask-less kinds are options", () => {
  const causal = modules.attention.forward(x, { causal: true }).weights;
  expect(numbers(causal.select(1, 0).narrow(1, 1, 2))).toEqual([0, 0, 0, 0]);
  const lens = tensor([1, 3], { dtype: "int32" });
  const { weights } = modules.perHead.forward(x, { validLens: lens });
  expect(numbers(weights.select(0, 0).select(2, 0))).toEqual(new Array(9).fill(1));
});

test("the key bias cancels: its gradient is zero", () => {
  const { grads } = valueAndGrad(
    () => modules.v1.forward(x).output.square().sum(),
    modules.v1.namedParameters(),
  );
  expectClose(grads["key_proj.bias"]!, arange(4).mul(0));
});

test("gradients agree with finite differences", () => {
  const small = noise([2, 3, 2]);
  const mask = causalMask(3);
  const attention = new seeds.PlainSelfAttention(2);
  gradCheckModule(attention, (a) => attention.forward(a!).output, [small], { order: 2 });
  const wide = new seeds.WideSelfAttention(2, 2);
  gradCheckModule(wide, (a) => wide.forward(a!).output, [small]);
  const third = new seeds.MaskedSelfAttention(2, { dropout: 0 });
  gradCheckModule(third, (a) => third.forward(a!, padding).output, [small]);
  const heads = new seeds.MultiHeadSelfAttention(2, 2, { dropout: 0 });
  gradCheckModule(heads, (a) => Object.values(heads.forward(a!, mask)), [small]);
});

test("what does not fit is refused; nothing stays behind", () => {
  expect(() => new seeds.MultiHeadSelfAttention(6, 4)).toThrow(/hiddenDim 6 does not divide into 4 heads/);
  expect(() => modules.heads.forward(noise([3, 4]))).toThrow(/x\.unsqueeze\(0\)|width is 4, but 5 in x/);
  expect(() => modules.perHead.forward(noise([2, 3, 5]))).toThrow(/x\.unsqueeze\(0\)|width is 4, but 5 in x/);
  for (const [, module] of every) expect(leaked(() => module.forward(x))).toBe(0);
});
