import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { causalMask, scaledDotProductAttention } from "../src/index.ts";
import { ints, kernelsOf, noise, numbers } from "./helpers.ts";

test("a finite fill leaves the matrix out only where there is nothing to fill", () => {
  const x = noise([2, 3, 4]);
  const of = (options: object): string[] =>
    kernelsOf(() => scaledDotProductAttention(x, x, x, { maskFill: -1e6, needWeights: false, ...options }));
  expect(of({})).toContain("scaledDotProduct");
  const [validLens, mask] = [ints([0, 2]), causalMask(3)];
  for (const masks of [{ validLens }, { mask }, { causal: true }, { keyMask: mask.narrow(0, 0, 2) }]) {
    expect(of(masks)).not.toContain("scaledDotProduct");
  }
});

test("a bias that forbids every key under a finite fill gives NaN, with weights and without", () => {
  const x = noise([1, 2, 4]);
  const bias = tensor([
    [0, 0],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ]);
  for (const needWeights of [true, false]) {
    const options = { bias, maskFill: -1e6, needWeights };
    const { output } = scaledDotProductAttention(x, x, x, options);
    const finite = numbers(output).map((y) => Number.isFinite(y));
    expect(finite).toEqual([true, true, true, true, false, false, false, false]);
  }
});
