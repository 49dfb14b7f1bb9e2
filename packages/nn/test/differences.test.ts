import { readFileSync } from "node:fs";
import { vjp } from "@saccade/autograd";
import {
  ArgumentError,
  arange,
  cosineSimilarity,
  DTypeError,
  full,
  linspace,
  multinomial,
  OverflowError,
  ones,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { expect, it } from "vitest";
import { smoothL1Loss } from "../src/index.ts";

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const vector = (...values: number[]): Tensor => tensor(values);
const int32 = (...values: number[]): Tensor => tensor(values, { dtype: "int32" });

function gradient(f: (x: Tensor) => Tensor, x: Tensor): Tensor {
  const { value, pullBack } = vjp(f, [x]);
  return pullBack(ones(value.shape, { dtype: value.dtype }))[0]!;
}

/** What stands in the first column of DIFFERENCES.md, and what shows that it holds. */
const differences: Readonly<Record<string, () => void>> = {
  "no int64": () => {
    expect(int32(1, 2).sum().dtype).toBe("int32");
    expect(tensor([true]).square().dtype).toBe("int32");
    expect(vector(2, 1).argsort().dtype).toBe("int32");
  },
  "sums and products of int32 that do not fit": () => {
    const large = int32(2 ** 31 - 1, 2);
    for (const f of [() => large.sum(), () => large.cumsum(0), () => large.prod(), () => large.cumprod(0)]) {
      expect(f).toThrow(OverflowError);
    }
    expect(large.mul(large).toArray()).toEqual([1, 4]);
  },
  "floats that do not fit int32": () => expect(() => vector(nan).to("int32")).toThrow(OverflowError),
  "large whole numbers beside int32": () => {
    expect(() => int32(1).add(1e10)).toThrow(OverflowError);
    expect(() => int32(1).lt(1e10)).toThrow(OverflowError);
    expect(int32(100).div(1e10).item()).toBeCloseTo(1e-8, 14);
  },
  "whole numbers are integers": () => expect(int32(3).mul(2.0).dtype).toBe("int32"),
  "two numbers": () => expect(where(tensor([true]), 1, 0).dtype).toBe("float32"),
  "new tensors of whole numbers": () => {
    for (const x of [arange(2), vector(1, 2), full([2], 1)]) expect(x.dtype).toBe("float32");
  },
  "fractions in int32": () => {
    const dtype = { dtype: "int32" } as const;
    for (const f of [() => tensor(1.5, dtype), () => full([1], 1.5, dtype), () => linspace(0, 1, 3, dtype)])
      expect(f).toThrow(ArgumentError);
    for (const f of [
      () => int32(1).pad([1, 1], { value: 1.5 }),
      () => int32(1).scatter(0, int32(0), 1.5),
      () => int32(1).indexPut([int32(0)], 1.5),
    ])
      expect(f).toThrow(ArgumentError);
    expect(vector(1.5).to("int32").item()).toBe(1);
  },
  "flags as operands": () => {
    expect(() => vector(1).mul(true)).toThrow(ArgumentError);
    expect(tensor([true]).mul(true).toArray()).toEqual([true]);
  },
  "fractional factors of int32 addmm": () => {
    const x = int32(2).reshape([1, 1]);
    expect(x.addmm(x, x, { beta: 0.5 }).toArray()).toEqual([[5]]);
    expect(x.addmm(x, x, { beta: 0.5 }).dtype).toBe("float32");
  },
  "functions with fractional results of int32": () => {
    const x = int32(1, 2);
    for (const y of [
      x.gelu(),
      x.silu(),
      x.elu(),
      x.leakyRelu(),
      x.softplus(),
      x.logSigmoid(),
      x.logsumexp(0),
    ])
      expect(y.dtype).toBe("float32");
  },
  "bools in relu, clamp": () => {
    const x = tensor([true, false]);
    expect(x.relu().toArray()).toEqual([true, false]);
    expect(x.clamp({ min: 0 }).dtype).toBe("int32");
  },
  maskedFill: () => {
    const filled = int32(1, 2).maskedFill(tensor([true, false]), 0.5);
    expect([filled.dtype, filled.toArray()]).toEqual(["float32", [0.5, 2]]);
  },
  "matrix products of two dtypes": () => {
    expect(ones([2, 2]).matmul(int32(1, 2)).toArray()).toEqual([3, 3]);
  },
  "bools in argmax, argmin, topk": () => {
    const x = tensor([false, true]);
    expect([x.argmax().item(), x.argmin().item(), x.topk(1).indices.item()]).toEqual([1, 0, 1]);
  },
  "bools in scatterAdd, indexAdd": () => {
    const x = tensor([false, true]);
    expect(() => x.scatterAdd(0, int32(0, 0), x)).toThrow(DTypeError);
    expect(() => x.indexAdd(0, int32(0, 0), x)).toThrow(DTypeError);
  },
  "rounding inside reductions": () => {
    expect(vector(1e30, 1).norm({ p: 3 }).item()).toBe(Math.fround(1e30));
    expect(vector(3e38, 3e38, -3e38).prod().item()).toBe(-inf);
    expect(vector(3e38, 10, 1e-30).prod().item()).toBeCloseTo(3e9, -4);
  },
  "gradients of prod and cumprod": () => {
    expect(gradient((x) => x.prod(), vector(inf, 2)).toArray()).toEqual([2, inf]);
    const curvature = gradient((x) => gradient((y) => y.prod(), x), vector(0, 0, 3));
    expect(curvature.toArray()).toEqual([3, 3, 0]);
  },
  "second derivative of gelu and silu beyond 1e19": () => {
    for (const f of [(x: Tensor) => x.gelu(), (x: Tensor) => x.silu()]) {
      expect(Math.abs(gradient((x) => gradient(f, x), vector(1e30)).item())).toBe(0);
    }
  },
  "elu at NaN": () => expect(gradient((x) => x.elu(), vector(nan)).toArray()).toEqual([1]),
  "fmod, remainder, floorDivide of quotients beyond 2⁵³": () => {
    expect(tensor([1e30], { dtype: "float64" }).fmod(3).item()).toBe(1e30 % 3);
  },
  "maximum(-0, 0) and gelu(-0)": () => {
    expect(vector(-0).maximum(0).item()).toBe(0);
    expect(vector(-0).gelu().item()).toBe(-0);
  },
  "rows whose target is ignored": () => {
    const loss = (x: Tensor): Tensor => fused.crossEntropy(x, int32(-100, 0));
    const rows = tensor([
      [nan, 1],
      [0, 0],
    ]);
    expect(gradient(loss, rows).toArray()).toEqual([
      [0, 0],
      [-0.5, 0.5],
    ]);
  },
  "a factor of 0 in addmm": () => {
    const f = (a: Tensor): Tensor => vector(1, 2).addmm(a, tensor([[inf, 1]]), { alpha: 0 });
    expect(f(tensor([[1]])).toArray()).toEqual([[1, 2]]);
    expect(gradient(f, tensor([[1]])).toArray()).toEqual([[0]]);
  },
  "a class weight of nllLoss": () => {
    const loss = (weight: Tensor): Tensor => fused.crossEntropy(tensor([[0, 0]]), int32(0), { weight });
    expect(gradient(loss, vector(1, 1)).add(0).toArray()).toEqual([Math.fround(Math.LN2), 0]);
  },
  "a NaN bound of clamp": () => expect(() => vector(1).clamp({ min: nan })).toThrow(ArgumentError),
  "norm with p = ±∞ of no elements": () =>
    expect(() => tensor([]).norm({ p: inf })).toThrow(/^norm: .* has size 0/),
  "gradient of cosineSimilarity below eps": () => {
    const slope = gradient((a) => cosineSimilarity(a, vector(3, 4), { dim: 0, eps: 2 }), vector(0.25, 0));
    expect(slope.toArray()).toEqual([0.3, 0.4].map(Math.fround));
  },
  "negative eps and correction": () => {
    expect(() => cosineSimilarity(vector(1), vector(1), { eps: -1 })).toThrow(ArgumentError);
    expect(() => vector(1, 2).std(0, { correction: -1 })).toThrow(ArgumentError);
    expect(() => vector(1, 2).var(0, { correction: -1 })).toThrow(ArgumentError);
  },
  "multinomial with too few positive weights": () =>
    expect(() => multinomial(vector(0, 1, 2), 3)).toThrow(ArgumentError),
};

it.each(Object.entries(differences))("%s", (_name, holds) => {
  holds();
});

it("each row of DIFFERENCES.md has its test", () => {
  const table = readFileSync(new URL("../../tensor/DIFFERENCES.md", import.meta.url), "utf8");
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split(" | ")[0]!.slice(2).replaceAll("`", ""))
    .filter((name) => name !== "difference");
  expect(rows).toEqual(Object.keys(differences));
});

it("smooth L1 overflows only where its result does", () => {
  const loss = smoothL1Loss(vector(3e38, 0.5, -2), vector(0, 0, 0), { reduction: "none" });
  expect(loss.toArray()).toEqual([Math.fround(3e38), 0.125, 1.5]);
});
