import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DTypeError, fromData, IndexError, type Tensor, tensor, zeros } from "../src/index.ts";

const values = (x: Tensor): number[] => Array.from(x.dataSync());

/** A tensor of 1 to 3 dims and one of its dims. */
const tensorAndDim = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
  .chain((shape) => {
    const numel = shape.reduce((a, b) => a * b, 1);
    const elements = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), {
      minLength: numel,
      maxLength: numel,
    });
    return fc
      .tuple(elements, fc.integer({ min: -shape.length, max: shape.length - 1 }))
      .map(([data, dim]) => ({
        x: fromData(Float64Array.from(data), shape),
        dim,
      }));
  });

/** The same elements through strides that run backwards over the dims. */
function strided(x: Tensor): Tensor {
  const dims = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(dims).contiguous().permute(dims);
}

function expectClose(a: Tensor, b: Tensor, digits: number = 9): void {
  expect(a.shape).toEqual(b.shape);
  const expected = values(b);
  values(a).forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, digits);
  });
}

describe("softmax and logSoftmax", () => {
  it("sum to 1 along the dim, and are what their formulas say", () => {
    fc.assert(
      fc.property(tensorAndDim, ({ x, dim }) => {
        const y = x.softmax(dim);
        expectClose(y.sum(dim), x.sum(dim).mul(0).add(1));
        expectClose(y, x.exp().div(x.exp().sum(dim, { keepdim: true })));
        expectClose(x.logSoftmax(dim), x.sub(x.logsumexp(dim, { keepdim: true })));
      }),
    );
  });

  it("do not depend on strides or on a constant shift", () => {
    fc.assert(
      fc.property(tensorAndDim, ({ x, dim }) => {
        expect(values(strided(x).softmax(dim))).toEqual(values(x.softmax(dim)));
        expect(values(strided(x).logSoftmax(dim))).toEqual(values(x.logSoftmax(dim)));
        expectClose(x.add(1000).softmax(dim), x.softmax(dim));
      }),
    );
  });

  it("stay exact where exp would overflow or vanish", () => {
    expect(values(tensor([1000, 0]).softmax(0))).toEqual([1, 0]);
    expect(values(tensor([1000, 0]).logSoftmax(0))).toEqual([0, -1000]);
  });

  it("take scalars and empty tensors, and refuse whole numbers and wrong dims", () => {
    expect(tensor(3).softmax(0).item()).toBe(1);
    expect(tensor(3).logSoftmax(-1).item()).toBe(0);
    expect(zeros([0, 4]).softmax(1).shape).toEqual([0, 4]);
    expect(zeros([4, 0]).logSoftmax(1).shape).toEqual([4, 0]);
    expect(() => tensor([1], { dtype: "int32" }).softmax(0)).toThrow(DTypeError);
    expect(() => tensor([true]).logSoftmax(0)).toThrow(/logSoftmax: bool\[1\].*to\("float32"\)/);
    expect(() => zeros([2]).softmax(1)).toThrow(IndexError);
  });
});

describe("cumsum and cumprod", () => {
  it("end with the sum and the product, and begin with the first element", () => {
    fc.assert(
      fc.property(tensorAndDim, ({ x, dim }) => {
        const last = x.size(dim) - 1;
        expectClose(x.cumsum(dim).select(dim, last), x.sum(dim));
        expect(values(x.cumprod(dim).select(dim, last))).toEqual(values(x.prod(dim)));
        expect(values(x.cumsum(dim).select(dim, 0))).toEqual(values(x.select(dim, 0).add(0)));
      }),
    );
  });

  it("do not depend on strides", () => {
    fc.assert(
      fc.property(tensorAndDim, ({ x, dim }) => {
        expect(values(strided(x).cumsum(dim))).toEqual(values(x.cumsum(dim)));
        expect(values(strided(x).cumprod(dim))).toEqual(values(x.cumprod(dim)));
      }),
    );
  });

  it("count whole numbers and booleans", () => {
    const flags = tensor([true, false, true]);
    expect(flags.cumsum(0).dtype).toBe("int32");
    expect(values(flags.cumsum(0))).toEqual([1, 1, 2]);
    expect(values(tensor([2, 3, 4], { dtype: "int32" }).cumprod(0))).toEqual([2, 6, 24]);
    expect(tensor(5).cumsum(0).item()).toBe(5);
    expect(zeros([2, 0]).cumprod(1).shape).toEqual([2, 0]);
    expect(() => zeros([2]).cumsum(1)).toThrow(/cumsum: dim 1/);
  });

  it("add up float32 without drifting", () => {
    const x = zeros([100_000]).add(0.1);
    expect(x.cumsum(0).select(0, 99_999).item()).toBeCloseTo(100_000 * Math.fround(0.1), 2);
  });
});
