import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as t from "../src/index.ts";

const [lowest, highest] = [-(2 ** 31), 2 ** 31 - 1];
const whole = fc.oneof(
  fc.integer({ min: lowest, max: highest }),
  fc.constantFrom(lowest, highest, -1, 0, 1, 46341, 65536, 123456789),
);
const many = fc.array(whole, { minLength: 1, maxLength: 20 });
const int32 = (...values: number[]): t.Tensor => t.fromData(Int32Array.from(values), [values.length]);
const wrap = (value: bigint): number => Number(BigInt.asIntN(32, value));
const fits = (value: bigint): boolean => value >= BigInt(lowest) && value <= BigInt(highest);
const values = (x: t.Tensor): number[] => [...x.dataSync()];

describe("int32 arithmetic wraps exactly", () => {
  it("add, sub, mul and square agree with BigInt", () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const [x, y] = [int32(a), int32(b)];
        const [p, q] = [BigInt(a), BigInt(b)];
        expect(values(x.add(y))).toEqual([wrap(p + q)]);
        expect(values(x.sub(y))).toEqual([wrap(p - q)]);
        expect(values(x.mul(y))).toEqual([wrap(p * q)]);
        expect(values(x.mul(b))).toEqual([wrap(p * q)]);
        expect(values(x.square())).toEqual([wrap(p * p)]);
        expect(values(x.neg())).toEqual([wrap(-p)]);
      }),
    );
  });

  it("pow agrees with BigInt", () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 40 }), (a, n) => {
        const want = wrap(BigInt(a) ** BigInt(n));
        expect(values(int32(a).pow(int32(n)))).toEqual([want]);
        expect(values(int32(a).pow(n))).toEqual([want]);
      }),
    );
  });

  it("matmul agrees with BigInt", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 30 }), (pairs) => {
        const [a, b] = [int32(...pairs.map(([p]) => p)), int32(...pairs.map(([, q]) => q))];
        const want = wrap(pairs.reduce((sum, [p, q]) => sum + BigInt(p) * BigInt(q), 0n));
        expect(t.matmul(a, b).item()).toBe(want);
        expect(t.matmul(a.unsqueeze(0), b.unsqueeze(1)).item()).toBe(want);
      }),
    );
  });

  it("has no larger size of the lowest", () => {
    expect(int32(lowest).abs().item()).toBe(lowest);
  });
});

describe("int32 reductions are exact or throw", () => {
  it("sum and prod", () => {
    fc.assert(
      fc.property(many, (list) => {
        const x = int32(...list);
        const big = list.map(BigInt);
        const sum = big.reduce((a, b) => a + b, 0n);
        const product = big.reduce((a, b) => a * b, 1n);
        if (fits(sum)) expect(x.sum().item()).toBe(Number(sum));
        else expect(() => x.sum()).toThrow(t.OverflowError);
        if (fits(product)) expect(x.prod().item()).toBe(Number(product));
        else expect(() => x.prod()).toThrow(t.OverflowError);
      }),
    );
  });

  it("cumsum and cumprod", () => {
    fc.assert(
      fc.property(many, (list) => {
        const x = int32(...list);
        let [sum, product] = [0n, 1n];
        const sums = list.map((value) => (sum += BigInt(value)));
        const products = list.map((value) => (product *= BigInt(value)));
        if (sums.every(fits)) expect(values(x.cumsum(0))).toEqual(sums.map(Number));
        else expect(() => x.cumsum(0)).toThrow(t.OverflowError);
        if (products.every(fits)) expect(values(x.cumprod(0))).toEqual(products.map(Number));
        else expect(() => x.cumprod(0)).toThrow(t.OverflowError);
      }),
    );
  });

  it("the error says which op and how to go on", () => {
    expect(() => int32(highest, 1).sum()).toThrow(/^sum: .*int32\[2\].*x\.to\("float64"\)\.sum/);
    expect(int32(highest, 1).to("float64").sum().item()).toBe(2 ** 31);
    expect(() => int32(highest, 1).unsqueeze(0).sum(1)).toThrow(t.OverflowError);
    expect(int32(highest, 1).unsqueeze(0).sum(0).toArray()).toEqual([highest, 1]);
  });

  it("einsum refuses sums of factors that may not fit", () => {
    const x = int32(highest, 2).unsqueeze(0);
    expect(() => t.einsum("ij,kj->", x, x)).toThrow(t.OverflowError);
    expect(t.einsum("ij,kj->", int32(1, 2).unsqueeze(0), int32(3, 4).unsqueeze(0)).item()).toBe(11);
  });

  it("sums beyond 2^53 are exact: they come back", () => {
    const list = Int32Array.from({ length: 2 ** 23 }, (_, i) => (i < 2 ** 22 ? highest : -highest));
    list[0] = 5;
    expect(t.fromData(list, [list.length]).sum().item()).toBe(5 - highest);
  });
});

describe("conversions and divisions of int32", () => {
  it.each([Number.NaN, Infinity, -Infinity, 3e9, -3e9, 2 ** 31])("%d does not fit", (value) => {
    expect(() => t.tensor([1, value]).to("int32")).toThrow(t.OverflowError);
    expect(() => t.tensor([1, value]).to("int32")).toThrow(/^to: .* at \[1\] of float32\[2\]/);
  });

  it("floats are truncated, and tested for zero", () => {
    const x = t.tensor([-2.7, 2.7, -0.5, 2147483520]);
    expect(values(x.to("int32"))).toEqual([-2, 2, 0, 2147483520]);
    expect(t.tensor([Number.NaN, 0, -0, 0.1]).to("bool").toArray()).toEqual([true, false, false, true]);
    expect(t.tensor([-2147483648.5], { dtype: "float64" }).to("int32").item()).toBe(lowest);
  });

  it("a division of whole numbers by 0 throws, of floats it does not", () => {
    const x = int32(1, 2);
    for (const divide of [
      () => x.floorDivide(0),
      () => x.remainder(int32(1, 0)),
      () => x.fmod(0),
      () => t.floorDivide(3, int32(0)),
    ]) {
      expect(divide).toThrow(t.ZeroDivisionError);
    }
    expect(x.narrow(0, 0, 0).remainder(0).numel).toBe(0);
    expect(t.tensor([1, -1, 0]).floorDivide(0).toArray()).toEqual([Infinity, -Infinity, Number.NaN]);
  });

  it("negative powers: a number throws, a tensor gives 0, 1 and −1", () => {
    const x = int32(2, 1, -1, -1, 0);
    expect(() => x.pow(-1)).toThrow(/integers to negative powers/);
    expect(values(x.pow(int32(-1, -5, -3, -2, -1)))).toEqual([0, 1, -1, 1, 0]);
    expect(x.pow(0.5).dtype).toBe("float32");
  });

  it("bools have no difference, no negative and no remainder", () => {
    const x = t.tensor([true, false]);
    for (const f of [
      () => x.sub(x),
      () => x.rsub(1),
      () => x.neg(),
      () => x.remainder(x),
      () => x.pow(x),
      () => x.matmul(x),
    ]) {
      expect(f).toThrow(t.DTypeError);
    }
    expect(x.add(x).toArray()).toEqual([true, false]);
    expect(x.mul(t.tensor([true, true])).toArray()).toEqual([true, false]);
    expect(x.add(1).dtype).toBe("int32");
  });
});
