import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DTypeError, fromData, ShapeError, type Tensor, tensor, zeros } from "../src/index.ts";

const values = (x: Tensor): number[] => Array.from(x.dataSync());

/** x[i][j][k] = a pseudo-random number with ties, float64, and the formula over any of its dims. */
const shape = [2, 3, 4];
const data = Float64Array.from({ length: 24 }, (_, i) => ((i * 7919 + 13) % 17) - 8);
const cube = (): Tensor => fromData(data, shape);

/** Each group of elements that a reduction of `dims` joins, in the output's order. */
function groups(dims: readonly number[]): number[][] {
  const found = new Map<string, number[]>();
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 4; k++) {
        const key = [i, j, k].filter((_, dim) => !dims.includes(dim)).join();
        found.set(key, [...(found.get(key) ?? []), data[(i * 3 + j) * 4 + k]!]);
      }
    }
  }
  return [...found.values()];
}

const average = (group: number[]): number => group.reduce((a, b) => a + b, 0) / group.length;
const spread = (group: number[]): number =>
  group.reduce((total, v) => total + (v - average(group)) ** 2, 0) / (group.length - 1);

const reductions: Record<string, [(x: Tensor, dim: number[]) => Tensor, (group: number[]) => number]> = {
  mean: [(x, dim) => x.mean(dim), average],
  amax: [(x, dim) => x.amax(dim), (group) => Math.max(...group)],
  amin: [(x, dim) => x.amin(dim), (group) => Math.min(...group)],
  var: [(x, dim) => x.var(dim), spread],
  std: [(x, dim) => x.std(dim), (group) => Math.sqrt(spread(group))],
  norm: [(x, dim) => x.norm({ dim }), (group) => Math.hypot(...group)],
  norm1: [(x, dim) => x.norm({ p: 1, dim }), (group) => group.reduce((a, b) => a + Math.abs(b), 0)],
  norm3: [
    (x, dim) => x.norm({ p: 3, dim }),
    (group) => Math.cbrt(group.reduce((a, b) => a + Math.abs(b) ** 3, 0)),
  ],
  norm0: [(x, dim) => x.norm({ p: 0, dim }), (group) => group.filter((v) => v !== 0).length],
  normInf: [
    (x, dim) => x.norm({ p: Number.POSITIVE_INFINITY, dim }),
    (group) => Math.max(...group.map(Math.abs)),
  ],
  normNegInf: [
    (x, dim) => x.norm({ p: Number.NEGATIVE_INFINITY, dim }),
    (group) => Math.min(...group.map(Math.abs)),
  ],
  logsumexp: [(x, dim) => x.logsumexp(dim), (group) => Math.log(group.reduce((a, b) => a + Math.exp(b), 0))],
};

describe.each(Object.entries(reductions))("%s", (_name, [reduce, formula]) => {
  it.each([[[0]], [[1]], [[2]], [[0, 2]], [[1, 0]], [[0, 1, 2]]])("follows its formula over %j", (dims) => {
    const expected = groups(dims).map(formula);
    const got = values(reduce(cube(), dims));
    expect(got).toHaveLength(expected.length);
    got.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 10);
    });
  });

  it("counts negative dims from the end", () => {
    expect(values(reduce(cube(), [-1, -3]))).toEqual(values(reduce(cube(), [0, 2])));
  });

  it("gives the same for a strided input as for its copy", () => {
    const strided = cube().permute([2, 0, 1]).slice(0, { start: 1, step: 2 });
    expect(strided.isContiguous).toBe(false);
    expect(values(reduce(strided, [0, 2]))).toEqual(values(reduce(strided.contiguous(), [0, 2])));
  });
});

describe("keepdim", () => {
  it.each([
    cube().mean(1, { keepdim: true }),
    cube().amax(1, { keepdim: true }),
    cube().max(1, { keepdim: true }).values,
    cube().max(-2, { keepdim: true }).indices,
    cube().argmin(1, { keepdim: true }),
    cube().var(1, { keepdim: true }),
    cube().norm({ dim: 1, keepdim: true }),
    cube().prod(1, { keepdim: true }),
    cube().logsumexp(1, { keepdim: true }),
    cube().all(1, { keepdim: true }),
  ])("leaves the reduced dim with size 1 (case %#)", (y) => {
    expect(y.shape).toEqual([2, 1, 4]);
  });

  it("leaves all dims where all are reduced", () => {
    expect(cube().argmax(undefined, { keepdim: true }).shape).toEqual([1, 1, 1]);
    expect(cube().prod(undefined, { keepdim: true }).shape).toEqual([1, 1, 1]);
  });
});

describe("max and min", () => {
  it("agree with argmax and argmin, and with amax and amin", () => {
    for (const dim of [0, 1, 2]) {
      const { values: largest, indices } = cube().max(dim);
      expect(values(largest)).toEqual(values(cube().amax(dim)));
      expect(values(indices)).toEqual(values(cube().argmax(dim)));
      expect(values(cube().min(dim).values)).toEqual(values(cube().amin(dim)));
      expect(values(cube().min(dim).indices)).toEqual(values(cube().argmin(dim)));
    }
  });

  it("take all elements without a dim", () => {
    expect(cube().max().item()).toBe(Math.max(...data));
    expect(cube().min().item()).toBe(Math.min(...data));
    expect(cube().argmax().item()).toBe(data.indexOf(Math.max(...data)));
    expect(cube().transpose(0, 2).argmax().item()).toBe(
      values(cube().transpose(0, 2)).indexOf(Math.max(...data)),
    );
  });

  it("find infinities, and keep dtypes", () => {
    expect(tensor([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]).max().item()).toBe(
      Number.NEGATIVE_INFINITY,
    );
    expect(tensor([-5, -3], { dtype: "int32" }).max()).toMatchObject({ dtype: "int32" });
    expect(tensor([false, true]).amax().item()).toBe(1);
    expect(tensor([false, true]).max(0).values.dtype).toBe("bool");
  });

  it("treat a scalar as one element", () => {
    const x = tensor(1.5);
    expect([x.max().item(), x.max(0).values.item(), x.max(-1).indices.item(), x.argmax().item()]).toEqual([
      1.5, 1.5, 0, 0,
    ]);
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
  });

  it("do not cancel for numbers far from 0", () => {
    const x = tensor([1e8 + 1, 1e8 + 2, 1e8 + 3], { dtype: "float64" });
    expect(x.var().item()).toBe(1);
  });

  it("are NaN for too few elements", () => {
    expect(zeros([3, 0]).mean().item()).toBeNaN();
    expect(values(zeros([2, 0]).mean(1))).toEqual([Number.NaN, Number.NaN]);
    expect(zeros([0]).var().item()).toBeNaN();
    expect(tensor([1]).std().item()).toBeNaN();
    expect(tensor([1]).std(0, { correction: 0 }).item()).toBe(0);
  });
});

describe("prod", () => {
  it("is 1 for nothing, and whole for whole numbers", () => {
    expect(zeros([3, 0]).prod().item()).toBe(1);
    expect(values(zeros([2, 0]).prod(1))).toEqual([1, 1]);
    expect(tensor([2, 3], { dtype: "int32" }).prod().dtype).toBe("int32");
    expect(tensor([true, true]).prod().dtype).toBe("int32");
  });
});

describe("norm", () => {
  it("refuses p = Infinity over nothing", () => {
    expect(zeros([0]).norm().item()).toBe(0);
    expect(() => zeros([0]).norm({ p: Number.POSITIVE_INFINITY })).toThrow(ShapeError);
  });

  it("does not overflow float32 on the way", () => {
    expect(tensor([3e30, 4e30]).norm().item()).toBeCloseTo(5e30, -25);
  });
});

describe("all and any", () => {
  it("follow every and some", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), (list) => {
        const x = tensor(list, { dtype: "bool" });
        expect(x.all().item()).toBe(Number(list.every(Boolean)));
        expect(x.any().item()).toBe(Number(list.some(Boolean)));
      }),
    );
  });

  it("work along dims and on numbers, of which NaN is not zero", () => {
    const x = tensor([
      [0, 1, Number.NaN],
      [0, 2, 3],
    ]);
    expect(x.all(0).toArray()).toEqual([false, true, true]);
    expect(x.any(1).toArray()).toEqual([true, true]);
    expect(x.t().any([0, 1]).dtype).toBe("bool");
    expect(zeros([2, 0]).all(1).toArray()).toEqual([true, true]);
    expect(zeros([2, 0]).any(1).toArray()).toEqual([false, false]);
  });
});
