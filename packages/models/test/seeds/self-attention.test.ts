import { causalMask } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { full, ShapeError } from "@saccade/tensor";
import { expect, test } from "vitest";
import { bools, expectClose, expectNoNaN, ints, noise, numbers } from "../../../attention/test/helpers.ts";
import * as seeds from "../../src/seeds/index.ts";

const x = noise([2, 3, 4]);
const padding = bools("110 000").unsqueeze(1); // (b, 1, n): the second sequence is empty
const modules = {
  attention: new seeds.PlainSelfAttention(4),
  perHead: new seeds.WideSelfAttention(4, 3),
  v1: new seeds.ProjectedSelfAttention(4),
  v3: new seeds.MaskedSelfAttention(4, { dropout: 0 }),
  heads: new seeds.MultiHeadSelfAttention(4, 2, { dropout: 0 }),
};

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

test("masks of every accepted rank say the same", () => {
  const causal = causalMask(3);
  const want = modules.heads.forward(x, causal).output;
  for (const mask of [causal.unsqueeze(0), causal.expand([2, 3, 3]), causal.expand([2, 2, 3, 3])]) {
    expectClose(modules.heads.forward(x, mask).output, want);
  }
  expect(() => modules.heads.forward(x, bools("110 100"))).toThrow(ShapeError);
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
  expectClose(weights.select(0, 1), full([3, 3], 1 / 3));
});

test("the masks of the mask-less kinds are options", () => {
  const causal = modules.attention.forward(x, { causal: true }).weights;
  expect(numbers(causal.select(1, 0).narrow(1, 1, 2))).toEqual([0, 0, 0, 0]);
  const lens = ints([1, 3]);
  const { weights } = modules.perHead.forward(x, { validLens: lens });
  expect(numbers(weights.select(0, 0).select(2, 0))).toEqual(new Array(9).fill(1));
});

test("what does not fit is refused", () => {
  expect(() => new seeds.MultiHeadSelfAttention(6, 4)).toThrow(/hiddenDim 6 does not divide into 4 heads/);
  expect(() => modules.heads.forward(noise([3, 4]))).toThrow(/x\.unsqueeze\(0\)|width is 4, but 5 in x/);
  expect(() => modules.perHead.forward(noise([2, 3, 5]))).toThrow(/x\.unsqueeze\(0\)|width is 4, but 5 in x/);
});
