import { arange, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { leaveOneOut, nadarayaWatson, poolingKernels } from "../../src/index.ts";
import { expectClose, numbers } from "../helpers.ts";

const keys = tensor([0, 1, 2, 4]);
const values = tensor([1, -1, 3, 2]);
const names = ["gaussian", "boxcar", "epanechnikov", "triangular"] as const;

test("kernels have the literature's values", () => {
  const u = tensor([-2, -1, -0.5, 0, 0.5, 1]);
  expect(numbers(poolingKernels.boxcar(u))).toEqual([0, 0, 1, 1, 1, 0]);
  expect(numbers(poolingKernels.triangular(u))).toEqual([0, 0, 0.5, 1, 0.5, 0]);
  expect(numbers(poolingKernels.epanechnikov(u))).toEqual([0, 0, 0.5625, 0.75, 0.5625, 0]);
  expectClose(poolingKernels.gaussian(u), tensor([-2, -0.5, -0.125, 0, -0.125, -0.5]).exp());
});

test("a query far from every key gets zeros, but of a Gaussian the nearest value", () => {
  const far = tensor([100]);
  for (const kernel of names.slice(1)) {
    const { output, weights } = nadarayaWatson(far, keys, values, { kernel });
    expect([...numbers(output), ...numbers(weights)]).toEqual([0, 0, 0, 0, 0]);
  }
  expect(numbers(nadarayaWatson(far, keys, values).output)).toEqual([2]);
});

test("leaving one out leaves the others in order", () => {
  const { keys: x, values: y } = leaveOneOut(arange(4), arange(4).mul(10));
  expect(x.toArray()).toEqual([
    [1, 2, 3],
    [0, 2, 3],
    [0, 1, 3],
    [0, 1, 2],
  ]);
  expectClose(y, x.mul(10));
  expect(leaveOneOut(tensor([7]), tensor([8])).keys.shape).toEqual([1, 0]);
});
