import { gradCheck } from "@saccade/autograd";
import { arange, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import {
  averagePooling,
  leaveOneOut,
  NadarayaWatson,
  nadarayaWatson,
  poolingKernels,
} from "../../src/index.ts";
import { expectClose, leaked, noise, numbers } from "../helpers.ts";

const queries = tensor([0.5, 2, 3.7]);
const keys = tensor([0, 1, 2, 4]);
const values = tensor([1, -1, 3, 2]);
const names = ["gaussian", "boxcar", "epanechnikov", "triangular"] as const;

test("the average is the same everywhere", () => {
  const { output, weights } = averagePooling(queries, values);
  expectClose(output, tensor([1.25, 1.25, 1.25]));
  expect(numbers(weights)).toEqual(new Array(12).fill(0.25));
});

test("kernels have the literature's values", () => {
  const u = tensor([-2, -1, -0.5, 0, 0.5, 1]);
  expect(numbers(poolingKernels.boxcar(u))).toEqual([0, 0, 1, 1, 1, 0]);
  expect(numbers(poolingKernels.triangular(u))).toEqual([0, 0, 0.5, 1, 0.5, 0]);
  expect(numbers(poolingKernels.epanechnikov(u))).toEqual([0, 0, 0.5625, 0.75, 0.5625, 0]);
  expectClose(poolingKernels.gaussian(u), tensor([-2, -0.5, -0.125, 0, -0.125, -0.5]).exp());
});

test("a kernel may be one's own function", () => {
  const cauchy = nadarayaWatson(queries, keys, values, { kernel: (u) => u.square().add(1).reciprocal() });
  expectClose(cauchy.weights.sum(-1), tensor([1, 1, 1]));
});

test("a query far from every key gets zeros, but of a Gaussian the nearest value", () => {
  const far = tensor([100]);
  for (const kernel of names.slice(1)) {
    const { output, weights } = nadarayaWatson(far, keys, values, { kernel });
    expect([...numbers(output), ...numbers(weights)]).toEqual([0, 0, 0, 0, 0]);
  }
  expect(numbers(nadarayaWatson(far, keys, values).output)).toEqual([2]);
});

test("keys of each query's own are those of all where they are equal", () => {
  const shared = nadarayaWatson(queries, keys, values).output;
  expectClose(nadarayaWatson(queries, keys.expand([3, 4]), values.expand([3, 4])).output, shared);
});

test("the learned w is an inverse bandwidth", () => {
  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensor([0.5]) });
  expectClose(
    net.forward(queries, keys, values).output,
    nadarayaWatson(queries, keys, values, { bandwidth: 2 }).output,
  );
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
  expect(() => leaveOneOut(arange(3), arange(4))).toThrow(/one length/);
});

test("gradients pass to the points left in", () => {
  gradCheck((x, y) => Object.values(leaveOneOut(x!, y!)), [keys, values], { order: 2 });
});

test("what does not fit is refused; nothing stays behind", () => {
  expect(() => nadarayaWatson(queries, keys, noise([3]))).toThrow(/a value for each key/);
  expect(() => nadarayaWatson(queries, keys.expand([2, 4]), values)).toThrow(/\(n, m\)/);
  expect(() => nadarayaWatson(queries, keys, values, { bandwidth: 0 })).toThrow(
    /bandwidth must be a finite number above 0, got 0/,
  );
  expect(leaked(() => nadarayaWatson(queries, keys, values, { kernel: "boxcar" }))).toBe(0);
});
