import * as T from "@saccade/tensor";
import { arange, type DType, eye, Generator, ones, randn, scope, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { compile, gradCheck, vjp } from "../src/index.ts";
import { gradient } from "./helpers.ts";

// What PyTorch 1.13 gives at the edges; dtypes, places, NaN, ±∞ and zeros.

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const vector = (...values: number[]): Tensor => tensor(values);
const double = (...values: number[]): Tensor => tensor(values, { dtype: "float64" });

const list = (x: Tensor): unknown => x.toArray();
const first = (f: (x: Tensor) => Tensor, ...values: number[]): unknown =>
  list(gradient(f, vector(...values)));
const second = (f: (x: Tensor) => Tensor, ...values: number[]): unknown =>
  list(gradient((x) => gradient(f, x), vector(...values)));

describe("vectors of equal values", () => {
  const identity = eye(3, { dtype: "float64" });
  // Equal but for rounding.
  const turn = T.linalg.qr(randn([3, 3], { dtype: "float64", generator: new Generator(4) })).Q;
  const turned = turn.mul(tensor([2, 2, 5], { dtype: "float64" })).matmul(turn.transpose(0, 1));
  const root = (A: Tensor): Tensor => {
    const { eigenvalues: l, eigenvectors: V } = T.linalg.eigh(A);
    return V.mul(l.sqrt()).matmul(V.transpose(-2, -1)).select(0, 0).select(0, 1);
  };
  const polar = (A: Tensor): Tensor => {
    const { U, Vh } = T.linalg.svd(A);
    return U.matmul(Vh).select(0, 0).select(0, 1);
  };

  it.each([
    ["eigh, equal", root, identity, /^linalg\.eigh: values 0 and 1 are equal/],
    ["eigh, equal but for rounding", root, turned, /^linalg\.eigh: values 0 and 1 are equal/],
    ["svd", polar, identity, /^linalg\.svd: values 0 and 1 are equal/],
  ])("have no gradient: %s", (_name, f, A, message) => {
    expect(() => gradient(f, A)).toThrow(message);
  });

  it("leave that of the values, and of other vectors", () => {
    expect(gradient((A) => T.linalg.eigh(A).eigenvalues.square().sum(), identity).toArray()).toEqual(
      identity.mul(2).toArray(),
    );
    expect(gradient((A) => T.linalg.svd(A).S.sum(), identity).toArray()).toEqual(identity.toArray());
    const apart = (A: Tensor): Tensor => T.linalg.eigh(A).eigenvectors.select(1, 2).square().select(0, 0);
    gradCheck((A) => apart(A!.add(A!.transpose(0, 1))), [turned], { atol: 1e-6 });
  });
});

describe("dtypes", () => {
  const zeroDim = tensor(1, { dtype: "float64" });
  const f32 = ones([2]);
  const i32 = tensor([1, 2], { dtype: "int32" });
  it.each<[string, () => Tensor, DType]>([
    ["a 0-dim float64 does not widen float32", () => f32.add(zeroDim), "float32"],
    ["from the left neither", () => zeroDim.mul(f32), "float32"],
    ["maximum", () => f32.maximum(zeroDim), "float32"],
    ["pow", () => f32.pow(zeroDim), "float32"],
    ["where", () => T.where(f32.gt(0), f32, zeroDim), "float32"],
    ["two 0-dim tensors promote", () => zeroDim.add(tensor(1)), "float64"],
    ["a 0-dim float beside int32 does", () => i32.add(zeroDim), "float64"],
    ["a 0-dim int32 beside bool does", () => i32.gt(0).add(tensor(1, { dtype: "int32" })), "int32"],
    ["bools stay bools in add", () => i32.gt(0).add(i32.gt(1)), "bool"],
    ["a fraction makes int32 float32", () => i32.mul(0.5), "float32"],
    ["a fractional bound makes int32 float32", () => i32.clamp({ min: 0.5 }), "float32"],
    ["logsumexp of int32", () => i32.logsumexp(0), "float32"],
  ])("%s", (_name, f, dtype) => {
    expect(f().dtype).toBe(dtype);
  });

  it("gradients have the dtypes of their inputs", () => {
    const { value, pullBack } = vjp((a, b) => a.mul(b), [f32, zeroDim]);
    expect(pullBack(ones([2])).map((g) => g.dtype)).toEqual(["float32", "float64"]);
    expect(value.dtype).toBe("float32");
  });

  it("int32 is compared with float32 as float32", () => {
    const whole = tensor([16777217], { dtype: "int32" });
    expect(whole.eq(tensor([16777216])).toArray()).toEqual([true]);
  });
});

describe("values", () => {
  it.each<[string, () => Tensor, unknown]>([
    ["3 // 0.1", () => double(3).floorDivide(0.1), [29]],
    ["∞ // 2", () => vector(inf, -inf).floorDivide(2), [nan, nan]],
    ["5 // ∞ and −5 // ∞", () => vector(5, -5).floorDivide(inf), [0, -1]],
    ["−7 // 2, 7 // −2", () => vector(-7, 7).floorDivide(vector(2, -2)), [-4, -4]],
    ["remainder's sign", () => vector(-7, 7, -1).remainder(vector(3, -3, inf)), [2, -2, inf]],
    ["1 ** NaN, (±1) ** ±∞", () => vector(1, 1, -1, -1).pow(vector(nan, inf, inf, -inf)), [1, 1, 1, 1]],
    ["NaN ** 0", () => vector(nan).pow(0), [1]],
    ["(−∞) ** 0.5 is a root", () => vector(-inf).pow(0.5), [nan]],
    ["(−∞) ** [0.5] is a power", () => vector(-inf).pow(vector(0.5)), [inf]],
    ["round half to even, −0", () => vector(0.5, 1.5, 2.5, -0.5).round(), [0, 2, 2, -0]],
    ["relu", () => vector(nan, -0, -1).relu(), [nan, -0, 0]],
    ["softplus is a line above 20", () => double(20.5).softplus(), [20.5]],
    ["softplus below", () => double(-800).softplus(), [0]],
    ["norms at NaN", () => vector(nan, 1).norm({ p: inf }), nan],
    ["norms of p = 0", () => vector(nan, 0, 2).norm({ p: 0 }), 2],
    ["norms of p = −∞", () => vector(-3, 2).norm({ p: -inf }), 2],
    ["sort puts NaN last", () => vector(nan, 1, -inf).sort().values, [-inf, 1, nan]],
    ["argmax finds NaN", () => vector(inf, nan).argmax(), 1],
    ["the sign of NaN", () => vector(nan).sign(), [0]],
    ["the variance of one", () => vector(3).var(), nan],
  ])("%s", (_name, f, want) => {
    expect(list(f())).toEqual(want);
  });

  it("a 0-dim index takes its dim away before the others are placed", () => {
    const x = arange(60).reshape([3, 4, 5]);
    const [zero, rows] = [tensor(1, { dtype: "int32" }), tensor([0, 2, 3, 1], { dtype: "int32" })];
    expect(x.index([zero, null, rows]).shape).toEqual([4, 4]);
    expect(x.index([zero, null, rows]).toArray()).toEqual(x.select(0, 1).index([null, rows]).toArray());
    expect(x.index([rows.clamp({ max: 2 }), null, zero]).shape).toEqual([4, 4]);
    expect(x.index([zero, null, zero]).toArray()).toEqual([21, 26, 31, 36]);
  });
});

describe("gradients", () => {
  it.each<[string, (x: Tensor) => Tensor, number[], unknown, unknown]>([
    ["x ** 0", (x) => x.pow(0), [0, 2], [0, 0], [0, 0]],
    ["x ** 1", (x) => x.pow(1), [0, nan], [1, 1], [0, 0]],
    ["x ** 2", (x) => x.pow(2), [0, -3], [0, -6], [2, 2]],
    ["elu at 0 and −∞", (x) => x.elu(), [0, -inf, 3e38], [1, 0, 1], [0, 0, 0]],
    ["softplus beyond its threshold", (x) => x.softplus(), [30, inf], [1, 1], [0, 0]],
    ["amax of NaN", (x) => x.amax(), [1, nan], [nan, nan], [0, 0]],
    ["max of NaN", (x) => x.max(), [1, nan, nan], [0, 0.5, 0.5], [0, 0, 0]],
    ["the norm of zeros", (x) => x.norm(), [0, 0], [0, 0], [nan, nan]],
    ["a norm whose power underflows", (x) => x.norm({ p: 4 }), [-1e-30], [0], [0]],
    ["the largest size", (x) => x.norm({ p: inf }), [-2, 2, 1], [-0.5, 0.5, 0], [0, 0, 0]],
    ["the variance of one, no dim", (x) => x.var(), [3], [inf], [0]],
    ["the variance of one along a dim", (x) => x.var(0), [3], [nan], [nan]],
    ["square of what overflows", (x) => x.square(), [3e38], [inf], [2]],
  ])("%s", (_name, f, at, one, two) => {
    // The sign of a zero gradient is left to the kernels.
    const zeros = (x: unknown): unknown[] => [x].flat(3).map((value) => (value === 0 ? 0 : value));
    scope(() => {
      expect(zeros(first(f, ...at))).toEqual(zeros(one));
      expect(zeros(second(f, ...at))).toEqual(zeros(two));
    });
  });

  it("0 ** b by a tensor of exponents, as PyTorch's formula has it", () => {
    const base = vector(0, 0, 0);
    const { pullBack } = vjp((a, b) => a.pow(b), [base, vector(0, 1, 2)]);
    const [a, b] = pullBack(ones([3]));
    expect(list(a!)).toEqual([0, 1, 0]);
    expect(list(b!)).toEqual([0, 0, 0]);
  });
});

describe("compiled steps", () => {
  const int32 = (...values: number[]): Tensor => tensor(values, { dtype: "int32" });

  it("check each call's sums, divisors and conversions", () => {
    const sum = compile((x: Tensor) => x.sum());
    expect(sum(int32(1, 2)).item()).toBe(3);
    expect(() => sum(int32(2 ** 31 - 1, 1))).toThrow(T.OverflowError);
    const divide = compile((x: Tensor) => int32(6, 6).floorDivide(x));
    expect(divide(int32(2, 3)).toArray()).toEqual([3, 2]);
    expect(() => divide(int32(2, 0))).toThrow(T.ZeroDivisionError);
    const whole = compile((x: Tensor) => x.to("int32"));
    expect(whole(vector(1.5, 2)).toArray()).toEqual([1, 2]);
    expect(() => whole(vector(1.5, nan))).toThrow(T.OverflowError);
  });
});
