import { valueAndGrad } from "@saccade/autograd";
import { cat, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { AdditiveAttention } from "../../src/index.ts";
import { ints, noise, numbers } from "../helpers.ts";

const queries = noise([2, 1, 20], 1);
const keys = noise([2, 10, 2], 2);
const values = noise([2, 10, 4], 3);
const validLens = ints([2, 6]);
const attention = new AdditiveAttention(2, 20, 8, 0.1).eval();

test("it has no bias, PyTorch's names, and takes masks beside lengths", () => {
  expect(Object.keys(attention.namedParameters())).toEqual(["W_k.weight", "W_q.weight", "w_v.weight"]);
  const causal = attention.forward(noise([2, 10, 20]), keys, values, validLens, { causal: true });
  expect(numbers(causal.weights.select(1, 0).narrow(1, 1, 9))).toEqual(new Array(18).fill(0));
});

test("what masked keys hold changes nothing when they are projected apart", () => {
  const wild = keys.narrow(1, 6, 4).mul(Number.NaN);
  const poisoned = cat([keys.narrow(1, 0, 6), wild], 1);
  const most = ints([2, 6]);
  const of = (given: Tensor): number[] => {
    const { value, grads } = valueAndGrad(() => {
      const projected = attention.projectKeys(given, most);
      const { output } = attention.forwardProjected(queries, projected, given, most);
      return { loss: output.square().sum(), output };
    }, attention.namedParameters());
    return [value.output, ...Object.values(grads)].flatMap(numbers);
  };
  expect(of(poisoned)).toEqual(of(keys));
  const late = attention.forwardProjected(queries, attention.projectKeys(poisoned), poisoned, most);
  expect(numbers(late.output)).toEqual(numbers(attention.forward(queries, keys, keys, most).output));
});
