import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromData, IndexError, type Tensor, tensor, zeros } from "../src/index.ts";

const values = (x: Tensor): number[] => Array.from(x.dataSync());
const rows = fc.array(
  fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  ),
  { minLength: 1, maxLength: 20 },
);

/** Array.prototype.sort, which is stable, with NaN last. */
function sorted(row: readonly number[]): number[] {
  const numbers = row.filter((v) => !Number.isNaN(v)).sort((a, b) => (a < b ? -1 : Number(a > b)));
  return [...numbers, ...row.filter(Number.isNaN)];
}

describe("sort", () => {
  it("is the sorted row, and its indices are a permutation that keeps equals in order", () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (row, descending) => {
        const { values: out, indices } = tensor(row).sort(0, { descending });
        const order = values(indices);
        const up = sorted(row);
        expect(values(out)).toEqual(descending ? up.reverse() : up);
        expect([...order].sort((a, b) => a - b)).toEqual(row.map((_, i) => i));
        order.forEach((at, i) => {
          const before = order[i - 1];
          if (before !== undefined && Object.is(row[at], row[before])) expect(at).toBeGreaterThan(before);
          expect(values(out)[i]).toBe(row[at]);
        });
      }),
    );
  });

  it("holds −0 and 0 for equal", () => {
    expect(values(fromData(Float32Array.of(0, -0, 0, -0), [4]).argsort())).toEqual([0, 1, 2, 3]);
  });

  it("keeps dtypes, and takes scalars and empty tensors", () => {
    const { values: out, indices } = tensor([2, 1], { dtype: "int32" }).sort();
    expect([out.dtype, indices.dtype]).toEqual(["int32", "int32"]);
    expect(tensor([true, false]).sort().values.toArray()).toEqual([false, true]);
    expect(tensor(4).sort().values.item()).toBe(4);
    expect(tensor(4).sort(0).indices.item()).toBe(0);
    expect(zeros([2, 0]).sort().values.shape).toEqual([2, 0]);
    expect(zeros([0, 2]).sort().indices.shape).toEqual([0, 2]);
    expect(() => zeros([2]).sort(1)).toThrow(IndexError);
  });
});

describe("topk", () => {
  it("is the first k of the sorted row", () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.boolean(), (row, seed, largest) => {
        const k = seed % (row.length + 1);
        const best = tensor(row).topk(k, 0, { largest });
        const all = tensor(row).sort(0, { descending: largest });
        expect(values(best.values)).toEqual(values(all.values).slice(0, k));
        expect(values(best.indices)).toEqual(values(all.indices).slice(0, k));
      }),
    );
  });

  it("refuses a k beyond the dim", () => {
    expect(() => zeros([2]).topk(99)).toThrow(IndexError);
    expect(() => zeros([2]).topk(99)).toThrow(/topk: k = 99 .*float32\[2\]/);
  });
});
