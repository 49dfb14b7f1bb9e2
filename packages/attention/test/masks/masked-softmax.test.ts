import { valueAndGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { maskedSoftmax } from "../../src/index.ts";
import { expectNoNaN, ints, noise, numbers } from "../helpers.ts";

const scores = noise([2, 3, 4]);

test("a row with no valid key is zero with zero gradient, whatever its scores are", () => {
  const wild = tensor([[[Number.NaN, Number.POSITIVE_INFINITY, 1e30]], [[1, 2, 3]]]);
  const { value, grads } = valueAndGrad(() => {
    const weights = maskedSoftmax(wild, ints([0, 2]));
    return { loss: weights.square().sum(), weights };
  }, wild);
  expect(numbers(value.weights.select(0, 0))).toEqual([0, 0, 0]);
  expect(numbers(grads.select(0, 0))).toEqual([0, 0, 0]);
  expectNoNaN(value.weights, grads);
});

test("a finite fill makes such a row uniform, -Infinity makes it NaN", () => {
  const none = ints([0, 4]);
  expect(numbers(maskedSoftmax(scores, none, { maskFill: -1e6 }).select(0, 0))).toEqual(
    new Array(12).fill(0.25),
  );
  const nan = maskedSoftmax(scores, none, { maskFill: Number.NEGATIVE_INFINITY });
  expect(numbers(nan.select(0, 0)).every(Number.isNaN)).toBe(true);
  expectNoNaN(nan.select(0, 1));
});

test("scores far below any fill keep their weights", () => {
  const low = tensor([[[-2e6, -2e6, 5, 5]]]);
  expect(numbers(maskedSoftmax(low, ints([2])))).toEqual([0.5, 0.5, 0, 0]);
});
