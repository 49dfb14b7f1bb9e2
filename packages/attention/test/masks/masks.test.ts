import { ShapeError, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { causalMask, lengthsMask, scaledDotProductAttention, sequenceMask } from "../../src/index.ts";
import { bools, expectClose, noise } from "../helpers.ts";

const lens = (values: number[] | number[][]) => tensor(values, { dtype: "int32" });

test("lengths become masks of keys, one a sequence or one a query", () => {
  expect(lengthsMask(lens([1, 3]), 3).toArray()).toEqual([[[true, false, false]], [[true, true, true]]]);
  expect(lengthsMask(lens([[0, 2]]), 2).toArray()).toEqual([
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
  expect(sequenceMask(x, lens([1, 2])).toArray()).toEqual([
    [1, 0, 0],
    [4, 5, 0],
  ]);
  expect(
    sequenceMask(x.unsqueeze(-1), lens([0, 3]), -1)
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
  expect(() => sequenceMask(x, lens([1, 2, 3]))).toThrow(ShapeError);
});

test("two dims mean (lq, lk) even where they could mean (b, lk)", () => {
  const x = noise([3, 3, 4]); // b = lq = lk = 3
  const mask = bools([
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ]);
  const asQueries = scaledDotProductAttention(x, x, x, { mask }).weights;
  expectClose(asQueries, scaledDotProductAttention(x, x, x, { causal: true }).weights);
  const asKeys = scaledDotProductAttention(x, x, x, { keyMask: mask }).weights;
  expectClose(asKeys, scaledDotProductAttention(x, x, x, { validLens: lens([1, 2, 3]) }).weights);
});

test("beside heads, a mask of three dims is one for each sequence, or for each head", () => {
  const x = noise([2, 2, 3, 4]); // b = h = 2
  const validLens = lens([1, 3]);
  const mask = lengthsMask(validLens, 3); // (2, 1, 3)
  const weightsOf = (given: object) => scaledDotProductAttention(x, x, x, given).weights;
  expectClose(weightsOf({ mask: mask.unsqueeze(1) }), weightsOf({ validLens }));
  const perHead = weightsOf({ mask: mask.unsqueeze(0) });
  expectClose(perHead.select(0, 0).select(0, 0), weightsOf({ validLens }).select(0, 0).select(0, 0));
  expectClose(
    perHead.select(0, 1).select(0, 0),
    weightsOf({ validLens: lens([1, 1]) })
      .select(0, 1)
      .select(0, 0),
  );
});

test("masks that are given together hold together", () => {
  const x = noise([2, 3, 4]);
  const together = scaledDotProductAttention(x, x, x, { causal: true, validLens: lens([2, 3]) }).weights;
  const mask = causalMask(3).logicalAnd(lengthsMask(lens([2, 3]), 3));
  expectClose(together, scaledDotProductAttention(x, x, x, { mask }).weights);
});
