import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as entry from "../src/index.ts";
import {
  add,
  arange,
  div,
  floorDivide,
  fmod,
  maximum,
  minimum,
  mul,
  ones,
  pow,
  remainder,
  ShapeError,
  tensor,
  where,
} from "../src/index.ts";

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

test("remainder has the divisor's sign, fmod the dividend's", () => {
  expect(tensor([-7, 7]).remainder(3).toArray()).toEqual([2, 1]);
  expect(tensor([-7, 7]).fmod(3).toArray()).toEqual([-1, 1]);
  expect(tensor([-7, 7]).floorDivide(2).toArray()).toEqual([-4, 3]);
});

test("NaN passes through maximum, and where chooses without touching the other side", () => {
  expect(maximum(tensor([Number.NaN, 1]), 2).toArray()).toEqual([Number.NaN, 2]);
  expect(where(tensor([true, false]), tensor([1, 2]), Number.NaN).toArray()).toEqual([1, Number.NaN]);
});

test("strided operands give what contiguous ones give", () => {
  const dim = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(
      dim,
      dim,
      fc.constantFrom("add", "sub", "mul", "div", "pow", "maximum", "lt", "eq"),
      (n, m, name) => {
        const a = arange(1, n * m + 1).reshape([n, m]);
        const b = arange(1, n * m + 1)
          .reshape([m, n])
          .t();
        expect(a[name](b).dataSync()).toEqual(a[name](b.clone()).dataSync());
        expect(a.t()[name](2).dataSync()).toEqual(a.t().clone()[name](2).dataSync());
      },
    ),
  );
});

test("matmul names the inner sizes and the transposition that would fit", () => {
  expect(() => ones([2, 3]).matmul(ones([4, 5]))).toThrow(
    "matmul: [2, 3] · [4, 5]: inner sizes 3 and 4 differ (columns of the left, rows of the right).",
  );
  expect(() => ones([2, 3]).matmul(ones([5, 3]))).toThrow("Did you mean b.transpose(-2, -1)?");
  expect(() => ones([1, 2, 3]).bmm(ones([2, 3, 4]))).toThrow(ShapeError);
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
  const arithmetic = Object.entries({ add, div, floorDivide, fmod, maximum, minimum, mul, pow, remainder });

  it.each(arithmetic)("%s refuses them beside numbers, on either side", (name, compute) => {
    for (const dtype of ["float32", "float64", "int32"] as const) {
      const x = tensor([1, 2], { dtype });
      for (const flag of [true, false]) {
        expect(() => compute(x, flag)).toThrow(
          new RegExp(`^${name}: the operand combined with ${dtype}\\[2\\]`),
        );
        expect(() => compute(flag, x)).toThrow(
          new RegExp(`^${name}: the operand combined with ${dtype}\\[2\\]`),
        );
      }
    }
  });

  it("are operands of bools, comparisons and where", () => {
    const mask = tensor([true, false]);
    expect(mask.mul(true).toArray()).toEqual([true, false]);
    expect(mask.eq(true).toArray()).toEqual([true, false]);
    expect(tensor([0, 1]).eq(true).toArray()).toEqual([false, true]);
    expect(entry.where(mask, true, false).toArray()).toEqual([true, false]);
  });
});
