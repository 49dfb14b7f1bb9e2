import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as tensors from "../src/index.ts";
import { mean } from "../src/index.ts";

import { expectRefused } from "./walk.ts";

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const list = (x: tensors.Tensor): number[] => Array.from(x.dataSync());
const float64 = (values: readonly number[]): tensors.Tensor =>
  tensors.tensor([...values], { dtype: "float64" });
const int32 = (values: readonly number[]): tensors.Tensor => tensors.tensor([...values], { dtype: "int32" });
const near = (x: tensors.Tensor, expected: readonly number[], digits: number = 5): void => {
  expect(x.numel).toBe(expected.length);
  list(x).forEach((value, i) => {
    if (Number.isFinite(expected[i])) expect(value).toBeCloseTo(expected[i]!, digits);
    else expect(value).toBe(expected[i]);
  });
};
const numbers = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 20 });
const special = fc.array(fc.constantFrom(-inf, -2, -0, 0, 1, 3, inf, nan), { minLength: 1, maxLength: 12 });
const byNumber = (a: number, b: number): number => a - b;

const rows = tensors.tensor([
  [nan, 1, 2, nan],
  [3, 4, 1, 2],
  [nan, nan, nan, nan],
  [inf, -inf, inf, 0],
]);

// The expected numbers are PyTorch 2.13's.
describe("NaN and infinite elements", () => {
  it("make a median NaN, at the first one, unless they are left out", () => {
    const { values, indices } = tensors.median(rows, 1);
    expect([list(values), list(indices)]).toEqual([[nan, 2, nan, 0], [0, 3, 0, 3]]); // biome-ignore format: one line
    const numbers = tensors.nanmedian(rows, 1, { keepdim: true });
    expect(list(numbers.values)).toEqual([1, 2, nan, 0]);
    expect(numbers.values.shape).toEqual([4, 1]);
    expect(
      [tensors.median(rows), tensors.nanmedian(rows), tensors.median(tensors.tensor([]))].map((x) =>
        x.item(),
      ),
    ).toEqual([nan, 2, nan]);
  });

  it("make a quantile NaN, and infinite where the nearer element is", () => {
    const q = tensors.tensor([0.25, 0.5]);
    expect(tensors.quantile(rows, q, 1).toArray()).toEqual([[nan, 1.75, nan, -inf], [nan, 2.5, nan, nan]]); // biome-ignore format: one line
    expect(tensors.nanquantile(rows, q, 1).toArray()).toEqual([[1.25, 1.75, nan, -inf], [1.5, 2.5, nan, nan]]); // biome-ignore format: one line
  });

  it("stay in running extremes from the first NaN on", () => {
    expect(tensors.cummax(rows, 1).indices.toArray()).toEqual([[0, 0, 0, 3], [0, 1, 1, 1], [0, 1, 2, 3], [0, 0, 2, 2]]); // biome-ignore format: one line
    expect(tensors.cummin(rows, 1).indices.toArray()).toEqual([[0, 0, 0, 3], [0, 0, 2, 2], [0, 1, 2, 3], [0, 1, 1, 1]]); // biome-ignore format: one line
  });

  it("neither overflow nor poison logcumsumexp before they come", () => {
    const y = tensors.logcumsumexp(float64([-inf, -inf, 0, 1000, 1000, -inf, inf, 2, nan]), 0);
    near(y, [-inf, -inf, 0, 1000, 1000.6931471805599, 1000.6931471805599, inf, inf, nan], 9);
    expect(list(tensors.logcumsumexp(tensors.tensor([-1000, 0]), 0))).toEqual([-1000, 0]);
    expect(list(tensors.logcumsumexp(float64([-inf, -1e300, -1000, 0, -1e300]), 0))).toEqual([
      -inf,
      -1e300,
      -1000,
      0,
      0,
    ]);
  });

  it("leave logcumsumexp what logsumexp gives for each prefix", () => {
    const far = fc.constantFrom(-inf, -1e30, -1000, -1, 0, 1, 1000, 1e30, inf, nan);
    fc.assert(
      fc.property(fc.array(far, { minLength: 1, maxLength: 9 }), (row) => {
        const x = float64(row);
        near(tensors.logcumsumexp(x, 0), row.map((_, i) => x.narrow(0, 0, i + 1).logsumexp().item()), 9); // biome-ignore format: one line
      }),
    );
  });

  it("are left out of nansum and nanmean, and count as nonzero", () => {
    expect(list(tensors.nansum(rows, 1))).toEqual([3, 10, 0, nan]);
    expect(list(tensors.nanmean(rows, 1))).toEqual([1.5, 2.5, nan, nan]);
    expect(list(tensors.countNonzero(rows, 1))).toEqual([4, 4, 4, 3]);
  });

  it("are each unique, and sorted behind the numbers", () => {
    const {
      output,
      inverseIndices: inverse,
      counts,
    } = tensors.unique(tensors.tensor([nan, 1, nan, -0, 0, inf, -inf]), {
      returnInverse: true,
      returnCounts: true,
    });
    expect(list(output)).toEqual([-inf, -0, 1, inf, nan, nan]);
    expect([list(inverse!), list(counts!)]).toEqual([[4, 2, 5, 1, 1, 3, 0], [1, 2, 1, 1, 1, 1]]); // biome-ignore format: one line
  });

  it("go to the end of a sorted row", () => {
    const [sorted, values] = [tensors.tensor([1, 3, 3, nan]), tensors.tensor([nan, 3, 0, 4, inf])];
    expect(list(tensors.searchsorted(sorted, values, { right: true }))).toEqual([4, 4, 0, 4, 4]);
    expect(list(tensors.searchsorted(sorted, values))).toEqual([4, 1, 0, 4, 4]);
  });

  it("are refused before others in rows that are searched, as all rows that descend", () => {
    const refused: [string, () => unknown][] = [
      [
        "searchsorted: sorted[2] must be at least 3, as the element before it, got 2",
        () => tensors.searchsorted(tensors.tensor([1, 3, 2]), 2),
      ],
      [
        "searchsorted: sorted[1] must be at least NaN",
        () => tensors.searchsorted(tensors.tensor([nan, 1]), 2),
      ],
      ["searchsorted: sorted[1, 1]", () => tensors.searchsorted(tensors.tensor([[9, 9], [2, 1]]), tensors.tensor([[1], [1]]))], // biome-ignore format: one line
      ["bucketize: boundaries[1] must be at least 3", () => tensors.bucketize(2, tensors.tensor([3, 1]))],
      [
        "searchsorted: sorted[1] must",
        () => tensors.searchsorted(tensors.tensor([1, 2]), 2, { sorter: int32([1, 0]) }),
      ],
    ];
    for (const [message, call] of refused) expectRefused(call, message);
    expect(list(tensors.searchsorted(tensors.tensor([[9, 9], [1, 2]]), tensors.tensor([[1], [2]])))).toEqual([0, 1]); // biome-ignore format: one line
  });
});

describe("ranks", () => {
  test("kthvalue and median are places of the sorted row", () => {
    fc.assert(
      fc.property(special, fc.nat(), (row, at) => {
        const k = (at % row.length) + 1;
        const sorted = [...row].sort(
          (a, b) => Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || (a < b ? -1 : Number(a > b)),
        );
        const { values, indices } = tensors.kthvalue(tensors.tensor(row), k);
        expect(values.item()).toEqual(row[indices.item()]);
        expect(values.item() === sorted[k - 1] || Number.isNaN(sorted[k - 1])).toBe(true);
        expect(list(tensors.msort(tensors.tensor(row)))).toHaveLength(row.length);
        if (row.some(Number.isNaN)) expect(tensors.median(tensors.tensor(row)).item()).toBeNaN();
        else
          expect(
            tensors.median(tensors.tensor(row)).item() === sorted[Math.floor((row.length - 1) / 2)],
          ).toBe(true);
      }),
    );
  });

  test("a quantile lies between its neighbours as the interpolation says", () => {
    const x = float64([5, 1, 2, 10]);
    const at = (interpolation: "linear" | "lower" | "higher" | "midpoint" | "nearest") =>
      tensors.quantile(x, 0.6, 0, { interpolation }).item();
    // Place 1.8 of 1, 2, 5, 10.
    near(
      tensors.tensor([at("linear"), at("lower"), at("higher"), at("midpoint"), at("nearest")]),
      [4.4, 2, 5, 3.5, 5],
    );
    expect(tensors.quantile(x.reshape([2, 2]), float64([0, 1]), 1, { keepdim: true }).shape).toEqual([
      2, 2, 1,
    ]);
    expect(tensors.quantile(x.reshape([2, 2]), 0.5, undefined, { keepdim: true }).shape).toEqual([1, 1]);
  });

  test("the mode is the smallest of the most frequent elements, at its last place", () => {
    fc.assert(
      fc.property(numbers, (row) => {
        const times = (v: number) => row.filter((w) => w === v).length;
        const most = Math.max(...row.map(times));
        const expected = Math.min(...row.filter((v) => times(v) === most));
        const { values, indices } = tensors.mode(tensors.tensor(row));
        expect([values.item(), indices.item()]).toEqual([expected, row.lastIndexOf(expected)]);
      }),
    );
  });
});

describe("running values", () => {
  test("are those of each prefix", () => {
    fc.assert(
      fc.property(numbers, (row) => {
        const x = float64(row);
        const prefixes = row.map((_, i) => x.narrow(0, 0, i + 1));
        expect(list(tensors.cummax(x, 0).values)).toEqual(prefixes.map((p) => p.max().item()));
        expect(list(tensors.cummin(x, 0).values)).toEqual(prefixes.map((p) => p.min().item()));
        near(tensors.logcumsumexp(x, 0), prefixes.map((p) => p.logsumexp().item()), 10); // biome-ignore format: one line
      }),
    );
  });
});

describe("unique elements", () => {
  test("rebuild x by their inverse, and their counts sum to its size", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom<tensors.DType>("float32", "int32", "bool"), (row, dtype) => {
        const x = tensors.tensor(row).to(dtype);
        const {
          output,
          inverseIndices: inverse,
          counts,
        } = tensors.unique(x, { returnInverse: true, returnCounts: true });
        expect(list(output)).toEqual([...new Set(list(x))].sort(byNumber));
        expect(output.dtype).toBe(dtype);
        expect(list(output.indexSelect(0, inverse!))).toEqual(list(x));
        expect(counts!.sum().item()).toBe(row.length);
      }),
    );
  });

  test("along a dim are slices in lexicographic order; consecutive ones keep theirs", () => {
    const x = tensors.tensor([[2, 1], [1, 9], [2, 1], [2, 1]]); // biome-ignore format: one line
    const slices = tensors.unique(x, { dim: 0, returnInverse: true });
    expect(slices.output.toArray()).toEqual([[1, 9], [2, 1]]); // biome-ignore format: one line
    expect(list(slices.inverseIndices!)).toEqual([1, 0, 1, 1]);
    const [output, counts] = tensors.uniqueConsecutive(x, { dim: 0, returnCounts: true });
    expect(output!.toArray()).toEqual([[2, 1], [1, 9], [2, 1]]); // biome-ignore format: one line
    expect(list(counts!)).toEqual([1, 1, 2]);
    expect([...tensors.unique(tensors.tensor([]))].map((t) => t.shape)).toEqual([[0]]);
  });
});

describe("places in sorted rows", () => {
  test("count the elements below, or at most, a value", () => {
    fc.assert(
      fc.property(numbers, numbers, fc.boolean(), (row, values, right) => {
        const sorted = [...row].sort(byNumber);
        const expected = values.map((v) => sorted.filter((w) => (right ? w <= v : w < v)).length);
        expect(list(tensors.searchsorted(float64(sorted), float64(values), { right }))).toEqual(expected);
        expect(list(tensors.bucketize(float64(values), float64(sorted), { right }))).toEqual(expected);
        const sorter = float64(row).argsort();
        expect(list(tensors.searchsorted(float64(row), float64(values), { right, sorter }))).toEqual(
          expected,
        );
      }),
    );
  });

  test("each row of values is searched in its own row", () => {
    const sorted = tensors.tensor([[1, 3, 5], [2, 4, 6]]); // biome-ignore format: one line
    expect(tensors.searchsorted(sorted, tensors.tensor([[3], [3]])).toArray()).toEqual([[1], [1]]);
    expect(tensors.searchsorted(tensors.tensor([1, 3]), 2).item()).toBe(1);
  });
});

describe("histograms", () => {
  test("bincount adds weights up in their dtype", () => {
    const x = int32([0, 3, 3]);
    expect(list(tensors.bincount(x, { minlength: 6 }))).toEqual([1, 0, 0, 2, 0, 0]);
    const weights = float64([0.5, 1, 2]);
    const sums = tensors.bincount(x, { weights });
    expect([list(sums), sums.dtype]).toEqual([[0.5, 0, 0, 3], "float64"]);
    expect(tensors.bincount(x, { weights: int32([1, 1, 1]) }).dtype).toBe("float64");
    expect(tensors.bincount(int32([])).shape).toEqual([0]);
  });

  test("all three agree, and a density integrates to 1", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 7 }), (row, bins) => {
        const x = float64(row);
        const [low, high] = [Math.min(...row) - 0.37, Math.max(...row) + 0.41];
        const range = [low, high];
        const { hist, binEdges } = tensors.histogram(x, bins, { range });
        expect(list(hist)).toEqual(list(tensors.histc(x, { bins, min: low, max: high })));
        expect(hist.sum().item()).toBe(row.length);
        const dd = tensors.histogramdd(x.reshape([row.length, 1]), [binEdges], { density: true });
        near(dd.hist.mul(tensors.diff(binEdges)).sum(), [1], 10);
        expect(list(tensors.histogram(x, binEdges).hist)).toEqual(list(hist));
      }),
    );
  });

  test("points are counted in a grid, with their weights", () => {
    const points = tensors.tensor([[0, 1], [1, 0], [0, 1], [9, 9]]); // biome-ignore format: one line
    const { hist, binEdges } = tensors.histogramdd(points, [2, 1], {
      range: [0, 1, 0, 1],
      weight: tensors.tensor([1, 2, 3, 4]),
    });
    expect(hist.toArray()).toEqual([[4], [2]]);
    expect(binEdges.map(list)).toEqual([[0, 0.5, 1], [0, 1]]); // biome-ignore format: one line
  });
});

describe("samples of functions", () => {
  test("differences undo running sums", () => {
    fc.assert(
      fc.property(numbers, (row) => {
        const x = float64(row);
        expect(list(tensors.diff(x.cumsum(0), { prepend: float64([0]) }))).toEqual(row);
      }),
    );
    expect(list(tensors.diff(tensors.tensor([true, false, false])))).toEqual([1, 0]);
    expect(tensors.diff(tensors.tensor([1, 2]), { n: 5 }).shape).toEqual([0]);
  });

  test("a gradient of second order is exact for parabolas, however they are sampled", () => {
    const at = float64([0, 0.5, 2, 2.25, 5]);
    const y = at.square().mul(3).sub(at);
    const slope = list(at.mul(6).sub(1));
    near(tensors.gradient(y, { spacing: [at], edgeOrder: 2 })[0]!, slope, 10);
    const even = tensors.arange(4, { dtype: "float64" }).mul(0.5);
    near(tensors.gradient(even.square(), { spacing: 0.5, edgeOrder: 2 })[0]!, list(even.mul(2)), 10);
    expect(tensors.gradient(tensors.tensor([[1, 2], [3, 5]]), { dim: [1, 0] }).map((g) => g.toArray())).toEqual([[[1, 1], [2, 2]], [[2, 3], [2, 3]]]); // biome-ignore format: one line
  });

  test("the trapezoidal rule is exact for lines, and the last running integral is the whole", () => {
    const x = float64([0, 1, 4, 4.5]);
    near(tensors.trapezoid(x.mul(2), x), [4.5 ** 2], 10);
    near(tensors.cumulativeTrapezoid(x.mul(2), x), [1, 16, 20.25], 10);
    expect(tensors.trapezoid(int32([1, 2, 4]), undefined, { dx: 2 }).dtype).toBe("float32");
  });
});

describe("moments", () => {
  test("pairs are what the single functions give", () => {
    const x = tensors.tensor([[1, 2, 4], [3, 5, 9]]); // biome-ignore format: one line
    const [std, mean] = tensors.stdMean(x, 1, { correction: 0 });
    expect([list(std!), list(mean!)]).toEqual([list(x.std(1, { correction: 0 })), list(x.mean(1))]);
    expect(list(tensors.varMean(x).var)).toEqual(list(x.var()));
    const { min, max } = tensors.aminmax(x, 0, { keepdim: true });
    expect([min.toArray(), max.toArray()]).toEqual([[[1, 2, 4]], [[3, 5, 9]]]);
  });

  test("whole weights count observations several times", () => {
    const x = float64([1, 2, 4, 0, 5, -1]).reshape([2, 3]);
    const repeated = x.indexSelect(1, int32([0, 0, 1, 2, 2, 2]));
    near(tensors.cov(x, { fweights: int32([2, 1, 3]) }), list(tensors.cov(repeated)), 12);
    near(
      tensors.corrcoef(x),
      list(tensors.cov(x).div(tensors.cov(x).diagonal().sqrt().outer(tensors.cov(x).diagonal().sqrt()))),
      12,
    );
    expect(tensors.cov(int32([1, 2])).dtype).toBe("float32");
  });

  test("renorm scales down only the slices that are too long", () => {
    const x = tensors.tensor([[3, 4], [0.3, 0.4]]); // biome-ignore format: one line
    near(tensors.renorm(x, 2, 0, 1), [0.6, 0.8, 0.3, 0.4]);
    near(tensors.renorm(x, 1, 1, 100), [3, 4, 0.3, 0.4]);
  });
});

describe("the dtype of sums, products, scans and softmax", () => {
  it("is computed in, and is the result's", () => {
    const x = int32([2 ** 30, 2 ** 30, 2]);
    expect(tensors.sum(x, undefined, { dtype: "float64" }).item()).toBe(2 ** 31 + 2);
    expect(mean(x, 0, { dtype: "float32" }).dtype).toBe("float32");
    expect(tensors.prod(x, 0, { dtype: "float64" }).item()).toBe(2 ** 61);
    expect(list(tensors.cumsum(x, 0, { dtype: "float64" }))).toEqual([2 ** 30, 2 ** 31, 2 ** 31 + 2]);
    expect(list(tensors.softmax(int32([0, 0]), 0, { dtype: "float64" }))).toEqual([0.5, 0.5]);
    expect(tensors.sum(tensors.tensor([1.5, 1.7]), 0, { dtype: "int32" }).item()).toBe(2);
    for (const y of [
      tensors.sum(x, 0, { dtype: "bool" }),
      tensors.prod(x, 0, { dtype: "bool" }),
      tensors.cumsum(x, 0, { dtype: "bool" }),
    ])
      expect(y.dtype).toBe("bool");
  });
});
