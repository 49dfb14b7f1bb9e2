import { describe, expect, it } from "vitest";
import { DTypeError, ShapeError, type Tensor, tensor, zeros } from "../src/index.ts";

// Values over any dims, of strided tensors, scalars and sizes of 0 are golden cases of PyTorch (tools/golden), and gradient
// checks hold them to finite differences.

const values = (x: Tensor): number[] => Array.from(x.dataSync());

describe("max and min", () => {
  it("find infinities, and keep dtypes", () => {
    const low = Number.NEGATIVE_INFINITY;
    expect(tensor([low, low]).max().item()).toBe(low);
    expect(tensor([-5, -3], { dtype: "int32" }).max()).toMatchObject({ dtype: "int32" });
    expect(tensor([false, true]).amax().item()).toBe(1);
    expect(tensor([false, true]).max(0).values.dtype).toBe("bool");
  });

  it("agree with argmax and argmin of a strided tensor, dims kept or not", () => {
    const x = tensor([[3, 7, -2], [7, 0, 5]]).t(); // biome-ignore format: one line
    expect(values(x.max(-1).values)).toEqual([7, 7, 5]);
    expect(values(x.max(0, { keepdim: true }).indices)).toEqual(values(x.argmax(0)));
    expect(x.min(0, { keepdim: true }).values.shape).toEqual([1, 2]);
    expect([x.argmax().item(), x.argmin().item()]).toEqual([1, 4]);
    expect(x.argmax(undefined, { keepdim: true }).shape).toEqual([1, 1]);
  });

  it("refuse to choose from nothing, but give nothing where no result is asked for", () => {
    expect(() => zeros([0]).max()).toThrow(ShapeError);
    expect(() => zeros([0]).max()).toThrow(/^max: float32\[0\] has size 0/);
    expect(() => zeros([2, 0]).argmin()).toThrow(/argmin: float32\[2, 0\]/);
    expect(() => zeros([2, 0]).min(1)).toThrow(ShapeError);
    expect(() => zeros([2, 0]).amax(-1)).toThrow(ShapeError);
    expect(zeros([2, 0]).amax(0).shape).toEqual([0]);
    expect(zeros([2, 0]).max(0).indices.shape).toEqual([0]);
  });
});

describe("mean, var and std", () => {
  it("refuse whole numbers and name the cure", () => {
    const x = tensor([1, 2], { dtype: "int32" });
    for (const reduce of [() => x.mean(), () => x.var(), () => x.std(), () => x.norm()]) {
      expect(reduce).toThrow(DTypeError);
      expect(reduce).toThrow(/int32\[2\].*to\("float32"\)/);
    }
    expect(() => tensor([true]).mean()).toThrow(DTypeError);
  });

  it("divide by n less the correction, and by 0 where it is larger", () => {
    const x = tensor([1, 2, 3, 6], { dtype: "float64" });
    expect(x.var(0, { correction: 2.5 }).item()).toBeCloseTo(14 / 1.5, 12);
    expect(x.var(0, { correction: 9 }).item()).toBe(Number.POSITIVE_INFINITY);
    expect(tensor([2]).std(0, { correction: 9 }).item()).toBeNaN();
    expect(tensor([1]).std(0, { correction: 0 }).item()).toBe(0);
  });

  it("do not cancel for numbers far from 0", () => {
    expect(
      tensor([1e8 + 1, 1e8 + 2, 1e8 + 3], { dtype: "float64" })
        .var()
        .item(),
    ).toBe(1);
  });
});

it("prod of whole numbers and bools is whole", () => {
  expect(tensor([2, 3], { dtype: "int32" }).prod().dtype).toBe("int32");
  expect(tensor([true, true]).prod().dtype).toBe("int32");
});

describe("norm", () => {
  it("of order 0 counts, of order -Infinity is the smallest size", () => {
    const x = tensor([3, 0, -2]);
    expect([x.norm({ p: 0 }).item(), x.norm({ p: Number.NEGATIVE_INFINITY }).item()]).toEqual([2, 0]);
    expect(tensor([3, -2]).norm({ p: Number.NEGATIVE_INFINITY }).item()).toBe(2);
  });

  it("refuses p = Infinity over nothing", () => {
    expect(zeros([0]).norm().item()).toBe(0);
    expect(() => zeros([0]).norm({ p: Number.POSITIVE_INFINITY })).toThrow(ShapeError);
  });

  it("does not overflow float32 on the way", () => {
    expect(tensor([3e30, 4e30]).norm().item()).toBeCloseTo(5e30, -25);
  });
});

it("all and any take NaN for true, and give bools", () => {
  const x = tensor([[0, 1, Number.NaN], [0, 2, 3]]); // biome-ignore format: one line
  expect(x.all(0).toArray()).toEqual([false, true, true]);
  expect(x.any(1).toArray()).toEqual([true, true]);
  expect(x.t().any([0, 1]).dtype).toBe("bool");
});

describe("softmax and running sums", () => {
  it("refuse whole numbers where they have none", () => {
    expect(() => tensor([1], { dtype: "int32" }).softmax(0)).toThrow(DTypeError);
    expect(() => tensor([true]).logSoftmax(0)).toThrow(/logSoftmax: bool\[1\].*to\("float32"\)/);
    expect(tensor([true, false]).cumsum(0).dtype).toBe("int32");
  });

  it("add up float32 without drifting", () => {
    const x = zeros([100_000]).add(0.1);
    expect(x.cumsum(0).select(0, 99_999).item()).toBeCloseTo(100_000 * Math.fround(0.1), 2);
  });
});
