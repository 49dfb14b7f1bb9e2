// The functions of masked against the plain ones of the elements that count.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DType, fromData, masked, type Tensor, tensor } from "../src/index.ts";

const NaNs = Number.NaN;
/** A row of numbers and which of them count; those that do not hold NaN. */
const row = fc.array(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.boolean()), { minLength: 1, maxLength: 9 });
const given = (pairs: readonly (readonly [number, boolean])[], dtype: DType = "float64") => ({
  x: fromData(
    dtype === "float64"
      ? Float64Array.from(pairs, ([value, counts]) => (counts ? value : NaNs))
      : Int32Array.from(pairs, ([value]) => value),
    [pairs.length],
    { dtype },
  ),
  mask: tensor(pairs.map(([, counts]) => counts)),
  counting: Float64Array.from(
    pairs.filter(([, counts]) => counts),
    ([value]) => value,
  ),
});
const of = (values: Float64Array): Tensor => fromData(values, [values.length], { dtype: "float64" });

describe("a reduction sees the elements that count, and no others", () => {
  const pairs: Readonly<
    Record<string, readonly [(x: Tensor, mask: Tensor) => Tensor, (x: Tensor) => Tensor]>
  > = {
    sum: [(x, mask) => masked.sum(x, 0, { mask }), (x) => x.sum()],
    prod: [(x, mask) => masked.prod(x, 0, { mask }), (x) => x.prod()],
    mean: [(x, mask) => masked.mean(x, 0, { mask }), (x) => x.mean()],
    amax: [(x, mask) => masked.amax(x, 0, { mask }), (x) => x.amax()],
    amin: [(x, mask) => masked.amin(x, 0, { mask }), (x) => x.amin()],
    median: [
      (x, mask) => masked.median(x, 0, { mask }),
      (x) => x.sort().values.select(0, (x.numel - 1) >> 1),
    ],
    norm: [(x, mask) => masked.norm(x, 3, 0, { mask }), (x) => x.norm({ p: 3 })],
    logsumexp: [(x, mask) => masked.logsumexp(x, 0, { mask }), (x) => x.logsumexp()],
    var: [(x, mask) => masked.var(x, 0, { mask, correction: 0 }), (x) => x.var(0, { correction: 0 })],
    std: [(x, mask) => masked.std(x, 0, { mask, correction: 0 }), (x) => x.std(0, { correction: 0 })],
  };
  for (const [name, [ours, plain]] of Object.entries(pairs))
    test(name, () => {
      fc.assert(
        fc.property(row, (elements) => {
          const { x, mask, counting } = given(elements);
          fc.pre(counting.length > 0);
          expect(ours(x, mask).item()).toBeCloseTo(plain(of(counting)).item() as number, 9);
        }),
      );
    });
});

test("without an element that counts: 0, 1, NaN, ∓∞, and index 0", () => {
  const [x, mask] = [tensor([2, 3]), tensor([false, false])];
  const found = [masked.sum, masked.prod, masked.mean, masked.amax, masked.amin, masked.median, masked.logsumexp]
    .map((f) => f(x, 0, { mask }).item()); // biome-ignore format: one line
  expect(found).toEqual([0, 1, NaNs, -Infinity, Infinity, NaNs, -Infinity]);
  expect(masked.argmax(x, 0, { mask }).item()).toBe(0);
  expect(masked.amax(x.to("int32"), 0, { mask }).item()).toBe(-(2 ** 31));
});

test("rows: the elements that count share 1, and others get none", () => {
  fc.assert(
    fc.property(row, (elements) => {
      const { x, mask, counting } = given(elements);
      fc.pre(counting.length > 0);
      for (const [ours, plain] of [
        [masked.softmax(x, 0, { mask }), of(counting).softmax(0)],
        [masked.softmin(x, 0, { mask }), of(counting).neg().softmax(0)],
        [masked.logSoftmax(x, 0, { mask }).exp(), of(counting).softmax(0)],
      ] as const) {
        let at = 0;
        const want = elements.map(([, counts]) => (counts ? plain.dataSync()[at++]! : 0));
        for (const [i, value] of ours.dataSync().entries()) expect(value).toBeCloseTo(want[i]!, 12);
      }
    }),
  );
});

test("running sums and products stand still at elements that do not count; int32 stays int32", () => {
  const x = tensor([2, 3, 4], { dtype: "int32" });
  const mask = tensor([true, false, true]);
  expect(masked.cumsum(x, 0, { mask }).toString()).toBe("tensor([2, 2, 6], dtype=int32)");
  expect(masked.cumprod(x, 0, { mask }).toString()).toBe("tensor([2, 2, 8], dtype=int32)");
});

test("a mask must broadcast to the shape of x, and a median of int32 needs an element", () => {
  const x = tensor([[1, 2], [3, 4]]); // biome-ignore format: one line
  expect(() => masked.sum(x, 0, { mask: tensor([[[true]]]) })).toThrow(
    "masked.sum: mask is bool[1, 1, 1], which does not broadcast to [2, 2], the shape of the tensor that it masks",
  );
  expect(() => masked.mean(x, 0, { mask: tensor([true, false, true]) })).toThrow("masked.mean: ");
  expect(() => masked.median(x.to("int32"), 1, { mask: tensor([[true], [false]]) })).toThrow(
    "masked.median: no element of a row of int32[2, 2] counts",
  );
});
