import * as T from "@saccade/tensor";
import { arange, ones, type ReduceName, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gradient, int } from "../helpers.ts";

const int32 = (...values: number[]): Tensor => int(values);

/** The definition: what meets at a place, reduced. */
function reduced(
  x: readonly number[],
  index: readonly number[],
  src: readonly number[],
  reduce: ReduceName,
  own: boolean,
): number[] {
  return x.map((value, place) => {
    const scattered = src.filter((_, i) => index[i] === place);
    if (scattered.length === 0) return value;
    const all = own ? [value, ...scattered] : scattered;
    const sum = all.reduce((a, b) => a + b, 0);
    switch (reduce) {
      case "sum":
        return sum;
      case "mean":
        return sum / all.length;
      case "prod":
        return all.reduce((a, b) => a * b, 1);
      default:
        return Math[reduce === "amax" ? "max" : "min"](...all);
    }
  });
}

describe("scatterReduce and indexReduce", () => {
  const number = fc.integer({ min: -3, max: 3 });
  const cases = fc.record({
    x: fc.array(number, { minLength: 3, maxLength: 3 }),
    places: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), number), { minLength: 1, maxLength: 6 }),
    reduce: fc.constantFrom<ReduceName>("sum", "prod", "mean", "amax", "amin"),
    includeSelf: fc.boolean(),
  });
  const float64 = { dtype: "float64" } as const;

  test("reduce what meets at a place, with or without what was there", () => {
    fc.assert(
      fc.property(cases, ({ x, places, reduce, includeSelf }) => {
        const [index, src] = [places.map(([at]) => at), places.map(([, value]) => value)];
        const expected = tensor(reduced(x, index, src, reduce, includeSelf), float64).toArray();
        const [values, from] = [tensor(x, float64), tensor(src, float64)];
        expect(T.scatterReduce(values, 0, int32(...index), from, reduce, { includeSelf }).toArray()).toEqual(
          expected,
        );
        if (reduce === "sum") return;
        const twice = (x: Tensor): Tensor => x.unsqueeze(1).expand([x.numel, 2]);
        const columns = T.indexReduce(twice(values), 0, int32(...index), twice(from), reduce, {
          includeSelf,
        });
        expect(columns.select(1, 1).toArray()).toEqual(expected);
      }),
    );
  });

  test("the gradient of a product is the product of the others, also around zeros, and twice", () => {
    const src = tensor([0, 3, 0, 2], float64);
    const product = (s: Tensor): Tensor =>
      T.scatterReduce(tensor([5, 7], float64), 0, int32(0, 0, 0, 1), s, "prod");
    expect(gradient(product, src).toArray()).toEqual([0, 0, 0, 7]);
    const first = (s: Tensor): Tensor => gradient(product, s).select(0, 0);
    expect(gradient(first, src).toArray()).toEqual([0, 0, 15, 0]);
    expect(gradient(product, tensor([0, 3, 4, 2], float64)).toArray()).toEqual([60, 0, 0, 7]);
  });

  test("equal maxima share the gradient", () => {
    const most = (s: Tensor): Tensor => T.scatterReduce(tensor([2]), 0, int32(0, 0, 0), s, "amax");
    expect(gradient(most, tensor([2, 1, 2])).toArray()).toEqual([0.3333333432674408, 0, 0.3333333432674408]);
  });

  test("bools are added with or and multiplied with and; means of int32 are rounded down", () => {
    const [no, yes] = [tensor([false]), tensor([true])];
    expect(T.scatterReduce(no, 0, int32(0), yes, "sum").toArray()).toEqual([true]);
    expect(T.scatterReduce(no, 0, int32(0), yes, "prod").toArray()).toEqual([false]);
    expect(T.scatterReduce(int32(-4), 0, int32(0), int32(-1), "mean").toArray()).toEqual([-3]);
    expect(() => T.scatterReduce(no, 0, int32(0), yes, "mean")).toThrow("scatterReduce: bool[1] has no mean");
  });
});

describe("take, put, indexCopy, indexFill", () => {
  test("put writes what take reads; negative indices count from the end", () => {
    const x = arange(6).reshape([2, 3]);
    const index = int32(1, -1);
    expect(T.take(x, index).toArray()).toEqual([1, 5]);
    const written = T.put(x, index, tensor([10, 20]));
    expect(written.toArray()).toEqual([[0, 10, 2], [3, 4, 20]]); // biome-ignore format: one line
    expect(T.take(written, index).toArray()).toEqual([10, 20]);
    expect(T.put(zeros([2]), int32(0, -2), tensor([1, 2]), { accumulate: true }).toArray()).toEqual([3, 0]);
    expect(gradient((t) => T.take(t, int32(0, 0, -1)), x).toArray()).toEqual([[2, 0, 0], [0, 0, 1]]); // biome-ignore format: one line
    expect(() => T.take(x, int32(6))).toThrow("take: index 6 at [0] of int32[1] is out of range");
    expect(() => T.take(zeros([0]), int32(0))).toThrow("take: float32[0] has no elements");
    expect(() => T.put(x, index, ones([3]))).toThrow(
      "put: source [3] must have as many elements as the index [2]",
    );
  });

  test("indexCopy and indexFill replace slices, and each element that is written has one gradient", () => {
    const x = arange(6).reshape([3, 2]);
    expect(T.indexCopy(x, 1, int32(1), ones([3, 1])).toArray()).toEqual([[0, 1], [2, 1], [4, 1]]); // biome-ignore format: one line
    expect(T.indexFill(x, 0, int32(2, 0), -1).toArray()).toEqual([[-1, -1], [2, 3], [-1, -1]]); // biome-ignore format: one line
    const fill = (value: Tensor): Tensor => T.indexFill(x, 0, int32(2, 2, 0), value);
    expect(gradient(fill, tensor(7)).item()).toBe(4);
    expect(() => T.indexFill(x, 0, int32(0), ones([2]))).toThrow(
      "indexFill: value float32[2] must be a scalar",
    );
    expect(() => T.indexCopy(x, 0, int32(0), ones([2]))).toThrow(
      "indexCopy: source [2] must have the shape [1, 2]",
    );
  });

  test("unravelIndex counts as row-major order does, also for shapes beyond int32", () => {
    const at = (index: Tensor, shape: number[]) => T.unravelIndex(index, shape).map((one) => one.toArray());
    expect(at(int32(0, 7, -1), [2, 3, 2]).flat()).toEqual([0, 1, 1, 0, 0, 2, 0, 1, 1]);
    expect(at(int32(5), [4, 2 ** 30])).toEqual([[0], [5]]);
    expect(() => T.unravelIndex(int32(6), [2, 3])).toThrow("unravelIndex: index 6");
  });

  test("indexAdd takes a factor, gather an empty index of any rank", () => {
    expect(T.indexAdd(zeros([2]), 0, int32(1, 1), ones([2]), { alpha: -2 }).toArray()).toEqual([0, -4]);
    expect(T.gather(ones([5]), 0, zeros([2, 0], { dtype: "int32" })).shape).toEqual([2, 0]);
  });
});
