import { ShapeError, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { lengthsMask, scaledDotProductAttention, sequenceMask } from "../../src/index.ts";
import { bools, expectClose, ints, noise } from "../helpers.ts";

test("lengths become masks of keys, one a sequence or one a query", () => {
  expect(lengthsMask(ints([1, 3]), 3).toArray()).toEqual([[[true, false, false]], [[true, true, true]]]);
  expect(lengthsMask(ints([[0, 2]]), 2).toArray()).toEqual([
    [
      [false, false],
      [true, true],
    ],
  ]);
});

test("sequenceMask replaces steps beyond the length and leaves its argument alone", () => {
  const x = tensor([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(sequenceMask(x, ints([1, 2])).toArray()).toEqual([
    [1, 0, 0],
    [4, 5, 0],
  ]);
  expect(
    sequenceMask(x.unsqueeze(-1), ints([0, 3]), -1)
      .reshape([2, 3])
      .toArray(),
  ).toEqual([
    [-1, -1, -1],
    [4, 5, 6],
  ]);
  expect(x.toArray()).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(() => sequenceMask(x, ints([1, 2, 3]))).toThrow(ShapeError);
});

test("two dims mean (lq, lk) even where they could mean (b, lk)", () => {
  const x = noise([3, 3, 4]); // b = lq = lk = 3
  const mask = bools("100 110 111");
  const asQueries = scaledDotProductAttention(x, x, x, { mask }).weights;
  expectClose(asQueries, scaledDotProductAttention(x, x, x, { causal: true }).weights);
  const asKeys = scaledDotProductAttention(x, x, x, { keyMask: mask }).weights;
  expectClose(asKeys, scaledDotProductAttention(x, x, x, { validLens: ints([1, 2, 3]) }).weights);
});
