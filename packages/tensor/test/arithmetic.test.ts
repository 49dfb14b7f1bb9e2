import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as entry from "../src/index.ts";
import { add, arange, maximum, ones, tensor, where } from "../src/index.ts";

test("shapes broadcast from the right, and a mismatch names both sizes", () => {
  expect(ones([2, 1, 3]).add(ones([4, 1])).shape).toEqual([2, 4, 3]);
  expect(() => ones([2, 3]).add(ones([4, 9]))).toThrow(
    /add: \[2, 3\] and \[4, 9\] do not broadcast: sizes 3 and 9/,
  );
});

test("numbers take the dtype beside them, unless it cannot hold them", () => {
  const whole = tensor([1, 2], { dtype: "int32" });
  expect(whole.add(1).dtype).toBe("int32");
  expect(whole.add(0.5).dtype).toBe("float32");
  expect(whole.div(2).toArray()).toEqual([0.5, 1]);
  expect(tensor([true]).add(1).dtype).toBe("int32");
  expect(add(1, tensor([2])).toArray()).toEqual([3]);
});

test("NaN passes through maximum, and where chooses without touching the other side", () => {
  expect(maximum(tensor([Number.NaN, 1]), 2).toArray()).toEqual([Number.NaN, 2]);
  expect(where(tensor([true, false]), tensor([1, 2]), Number.NaN).toArray()).toEqual([1, Number.NaN]);
});

test("matmul agrees with the sum of products on any sizes, transposed or not", () => {
  const dim = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(dim, dim, dim, fc.boolean(), (n, k, m, transposed) => {
      const a = arange(n * k)
        .sin()
        .reshape([n, k]);
      const b = transposed
        ? arange(m * k)
            .cos()
            .reshape([m, k])
            .t()
        : arange(k * m)
            .cos()
            .reshape([k, m]);
      const slow = a.unsqueeze(2).mul(b.unsqueeze(0)).sum(1);
      const difference = a.matmul(b).sub(slow).abs().dataSync();
      expect(Math.max(...difference)).toBeLessThan(1e-5);
    }),
  );
});

describe("true and false as operands", () => {
  it("are operands of bools, comparisons and where", () => {
    const mask = tensor([true, false]);
    expect(mask.mul(true).toArray()).toEqual([true, false]);
    expect(mask.eq(true).toArray()).toEqual([true, false]);
    expect(tensor([0, 1]).eq(true).toArray()).toEqual([false, true]);
    expect(entry.where(mask, true, false).toArray()).toEqual([true, false]);
  });
});
