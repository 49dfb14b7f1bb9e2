import * as T from "@saccade/tensor";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { gradCheck, vjp } from "../src/index.ts";

const { NaN: nan } = Number;
const float64 = (values: Parameters<typeof tensor>[0]): Tensor => tensor(values, { dtype: "float64" });
const x = (): Tensor => float64([[0.3, -1.2, 2.1, 0.9], [1.7, 0.2, -0.4, 3.1], [-0.8, 1.1, 0.6, -2.3]]); // biome-ignore format: one line

/** What makes 0, 2 and 3 elements of a row 0, and up to 2 of a column. */
const zeroed = x().mul(float64([[0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 0, 1]])); // biome-ignore format: one line

const functions: Readonly<Record<string, (x: Tensor) => Tensor>> = {
  "median, all elements": (x) => T.median(x),
  "median, along a dim": (x) => T.median(x, 1).values,
  kthvalue: (x) => T.kthvalue(x, 2, 0).values,
  mode: (x) => T.mode(x, 1).values,
  quantile: (x) => T.quantile(x, float64([0.1, 0.6]), 1),
  "quantile, by its place": (x) => T.quantile(float64([1, 4, 2, 8]), x.narrow(0, 0, 1).flatten().sigmoid()),
  nanquantile: (x) => T.nanquantile(x, 0.3),
  cummax: (x) => T.cummax(x, 1).values,
  logcumsumexp: (x) => T.logcumsumexp(x, 1),
  nanmean: (x) => T.nanmean(x, 0),
  aminmax: (x) => T.aminmax(x, 1).max.sub(T.aminmax(x, 1).min),
  varMean: (x) => T.varMean(x, 1).var.add(T.varMean(x, 1).mean),
  cov: (x) => T.cov(x, { aweights: float64([0.5, 1, 2, 0.1]) }),
  corrcoef: (x) => T.corrcoef(x),
  renorm: (x) => T.renorm(x, 2, 0, 2),
  diff: (x) => T.diff(x, { n: 2 }).square(),
  gradient: (x) => T.gradient(x.square(), { spacing: [float64([0, 1, 3])], dim: 0, edgeOrder: 2 })[0]!,
  trapezoid: (x) => T.trapezoid(x.square(), x, { dim: 0 }),
  cumulativeTrapezoid: (x) => T.cumulativeTrapezoid(x.square()),
  "prod, with zeros in rows": (x) => x.sub(zeroed).prod(1),
  "prod, with zeros in columns": (x) => x.sub(zeroed).prod(0, { keepdim: true }),
  "cumprod, with zeros in rows": (x) => x.sub(zeroed).cumprod(1),
  "cumprod, with zeros in columns": (x) => x.sub(zeroed).cumprod(0),
  "a variance of all elements": (x) => x.var(undefined, { correction: 0 }),
  ...Object.fromEntries(
    [0.5, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((p) => [
      `norm, p = ${p}`,
      (x: Tensor) => x.norm({ p, dim: 1 }).mul(x.norm({ p })),
    ]),
  ),
};

test.each(Object.entries(functions))(
  "%s agrees with finite differences, in first and second order",
  (_, f) => {
    gradCheck(f, [x()], { order: 2, atol: 2e-6, rtol: 2e-5 });
  },
);

function slope(f: (x: Tensor) => Tensor, at: readonly number[]): number[] {
  const { value, pullBack } = vjp((x: Tensor) => f(x), [float64([...at])]);
  return Array.from(pullBack(value.mul(0).add(1).maskedFill(value.isnan(), 1))[0]!.dataSync());
}

// As in PyTorch.
test("all elements that equal the median share its gradient, NaNs too", () => {
  expect(slope((x) => T.median(x), [1, 3, 3, 2, 3, 0])).toEqual([0, 0, 0, 1, 0, 0]);
  expect(slope((x) => T.median(x), [2, 3, 2, 0, 2])).toEqual([1 / 3, 0, 1 / 3, 0, 1 / 3]);
  expect(slope((x) => T.median(x), [nan, 3, nan])).toEqual([0.5, 0, 0.5]);
  expect(slope((x) => T.median(x, 0).values, [2, 3, 2, 0, 2])).toEqual([0, 0, 1, 0, 0]);
});

test("amax shares among ties, max along a dim gives all to the first; a norm of equal elements has none", () => {
  const ties = [1, 3, 3, 1];
  expect(slope((x) => x.amax(0), ties)).toEqual([0, 0.5, 0.5, 0]);
  expect(slope((x) => x.amin(0), ties)).toEqual([0.5, 0, 0, 0.5]);
  expect(slope((x) => x.max(0).values, ties)).toEqual([0, 1, 0, 0]);
  for (const p of [1, 1.5, 2, 3, Number.POSITIVE_INFINITY])
    expect(slope((x) => x.norm({ p }), [0, 0, 0]).map(Math.abs)).toEqual([0, 0, 0]);
  expect(slope((x) => x.std(0), [2, 2, 2])).toEqual([0, 0, 0]);
});
