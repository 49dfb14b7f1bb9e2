import { readFileSync } from "node:fs";
import * as T from "@saccade/tensor";
import { arange, full, ones, type Tensor, tensor, zeros } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { expect, it } from "vitest";
import * as nn from "../src/index.ts";
import { gradient, int } from "./helpers.ts";

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const vector = (...values: number[]): Tensor => tensor(values);
const int32 = (...values: number[]): Tensor => int(values);

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
      expect(f).toThrow(T.OverflowError);
    }
    expect(large.mul(large).toArray()).toEqual([1, 4]);
  },
  "floats that do not fit int32": () => expect(() => vector(nan).to("int32")).toThrow(T.OverflowError),
  "large whole numbers beside int32": () => {
    expect(() => int32(1).add(1e10)).toThrow(T.OverflowError);
    expect(() => int32(1).lt(1e10)).toThrow(T.OverflowError);
    expect(int32(100).div(1e10).item()).toBeCloseTo(1e-8, 14);
  },
  "whole numbers are integers": () => expect(int32(3).mul(2.0).dtype).toBe("int32"),
  "two numbers": () => expect(T.where(tensor([true]), 1, 0).dtype).toBe("float32"),
  "new tensors of whole numbers": () => {
    for (const x of [arange(2), vector(1, 2), full([2], 1)]) expect(x.dtype).toBe("float32");
  },
  "fractions in int32": () => {
    const dtype = { dtype: "int32" } as const;
    for (const f of [() => tensor(1.5, dtype), () => full([1], 1.5, dtype), () => T.linspace(0, 1, 3, dtype)])
      expect(f).toThrow(T.ArgumentError);
    expect(() => T.logspace(0, 1, 3, dtype)).toThrow(T.ArgumentError);
    for (const f of [
      () => int32(1).pad([1, 1], { value: 1.5 }),
      () => int32(1).scatter(0, int32(0), 1.5),
      () => int32(1).indexPut([int32(0)], 1.5),
      () => T.indexFill(int32(1), 0, int32(0), 1.5),
    ])
      expect(f).toThrow(T.ArgumentError);
    expect(vector(1.5).to("int32").item()).toBe(1);
  },
  "flags as operands": () => {
    expect(() => vector(1).mul(true)).toThrow(T.ArgumentError);
    expect(tensor([true]).mul(true).toArray()).toEqual([true]);
    expect(() => Reflect.apply(T.add, null, [vector(1), vector(1), { alpha: true }])).toThrow(
      T.ArgumentError,
    );
    expect(() => Reflect.apply(arange, undefined, [true])).toThrow(T.ArgumentError);
  },
  "fractional factors of int32 addmm": () => {
    const x = int32(2).reshape([1, 1]);
    expect(x.addmm(x, x, { beta: 0.5 }).toArray()).toEqual([[5]]);
    expect(x.addmm(x, x, { beta: 0.5 }).dtype).toBe("float32");
    expect(T.addr(x, int32(1), int32(1), { alpha: 0.5 }).dtype).toBe("float32");
    expect(T.addcmul(x, x, x, { value: 3.14 }).dtype).toBe("float32");
    expect(T.add(x, x, { alpha: 0.5 }).dtype).toBe("float32");
  },
  "functions with fractional results of int32": () => {
    const x = int32(1, 2);
    for (const y of [x.gelu(), x.silu(), x.elu(), x.leakyRelu(), x.softplus(), x.logSigmoid()])
      expect(y.dtype).toBe("float32");
    for (const y of [x.logsumexp(0), T.hypot(x, x), T.logaddexp(x, x), T.igamma(x, x)])
      expect(y.dtype).toBe("float32");
  },
  "bools in relu, clamp": () => {
    const x = tensor([true, false]);
    expect(x.relu().toArray()).toEqual([true, false]);
    expect(x.clamp({ min: 0 }).dtype).toBe("int32");
  },
  "fractional bounds of int32 hardtanh": () => {
    const y = nn.functional.hardtanh(int32(-2, 0, 2), { minVal: -0.5, maxVal: 0.5 });
    expect([y.dtype, y.toArray()]).toEqual(["float32", [-0.5, 0, 0.5]]);
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
    expect(() => x.scatterAdd(0, int32(0, 0), x)).toThrow(T.DTypeError);
    expect(() => x.indexAdd(0, int32(0, 0), x)).toThrow(T.DTypeError);
    expect(() => T.put(x, int32(0, 0), x, { accumulate: true })).toThrow(T.DTypeError);
    expect(() => x.indexPut([int32(0, 0)], x, { accumulate: true })).toThrow(T.DTypeError);
    expect(T.scatterReduce(x, 0, int32(0, 0), x, "amax").toArray()).toEqual([true, true]);
  },
  "sumTo of a bool in its own shape": () => expect(tensor(true).sumTo([]).dtype).toBe("bool"),
  "rounding inside reductions": () => {
    expect(vector(1e30, 1).norm({ p: 3 }).item()).toBe(Math.fround(1e30));
    expect(vector(3e38, 3e38, -3e38).prod().item()).toBe(-inf);
    expect(vector(3e38, 10, 1e-30).prod().item()).toBeCloseTo(3e9, -4);
  },
  "gradients of prod and cumprod": () => {
    expect(gradient((x) => x.prod(), vector(inf, 2)).toArray()).toEqual([2, inf]);
    const far = vector(1e30, 1e30, 1e-30, 1e-30);
    expect(gradient((x) => x.prod(), far).toArray()).toEqual([1e-30, 1e-30, 1e30, 1e30].map(Math.fround));
    expect(gradient((x) => x.prod(), vector(1e30, 0, 1e30, 1e-30)).toArray()).toEqual(
      [0, inf, 0, 0].map((v) => (v === inf ? Math.fround(1e30) : v)),
    );
    expect(gradient((x) => x.cumprod(0).select(0, 3), far).toArray()).toEqual(
      [1e-30, 1e-30, 1e30, 1e30].map(Math.fround),
    );
    const long = vector(...new Array<number>(50).fill(2 ** -100), ...new Array<number>(50).fill(2 ** 100));
    for (const f of [(x: Tensor) => x.prod(), (x: Tensor) => x.cumprod(0).select(0, 99)])
      expect(gradient(f, long).toArray()).toEqual(long.reciprocal().toArray());
    const curvature = gradient((x) => gradient((y) => y.prod(), x), vector(0, 0, 3));
    expect(curvature.toArray()).toEqual([3, 3, 0]);
  },
  "second derivative of gelu and silu beyond 1e19": () => {
    for (const f of [(x: Tensor) => x.gelu(), (x: Tensor) => x.silu()]) {
      expect(Math.abs(gradient((x) => gradient(f, x), vector(1e30)).item())).toBe(0);
    }
  },
  "elu at NaN": () => expect(gradient((x) => x.elu(), vector(nan)).toArray()).toEqual([1]),
  "other activation functions at NaN": () => {
    const { celu, selu, hardtanh, relu6, hardsigmoid, hardshrink, softshrink } = nn.functional;
    const slopes = [celu, hardshrink, softshrink, hardtanh, relu6, selu, hardsigmoid].map((f) =>
      gradient((x) => f(x), vector(nan)).item(),
    );
    expect(slopes).toEqual([1, 1, 1, 1, 1, 1.0507009873554805, 1 / 6].map(Math.fround));
  },
  "Bessel functions and airyAi": () => {
    // Abramowitz & Stegun 1964, tables 9.1 and 10.11.
    const at = (f: (x: Tensor) => Tensor, x: number): number => f(tensor([x], { dtype: "float64" })).item();
    expect(at(T.special.besselJ0, 6.5)).toBeCloseTo(0.26009460558, 10);
    expect(at(T.special.besselY0, 6.5)).toBeCloseTo(-0.17324243, 8);
    expect(at(T.special.airyAi, -2.33810741045976)).toBeCloseTo(0, 13);
  },
  "special functions far out": () => {
    const x = vector(inf, -inf);
    expect(T.i0(x).toArray()).toEqual([inf, inf]);
    expect(T.special.i1(x).toArray()).toEqual([inf, -inf]);
    expect(T.special.besselJ0(x).toArray()).toEqual([0, 0]);
    expect(T.special.airyAi(x).toArray()).toEqual([0, 0]);
    expect(T.polygamma(2, vector(inf)).add(0).item()).toBe(0);
    const far = tensor([-4988429.2], { dtype: "float64" });
    expect(gradient(T.special.logNdtr, far).item()).toBeCloseTo(4988429.2, 4);
    expect(T.special.zeta(tensor([1e20]), 501).item()).toBe(0);
  },
  "numbers beside tensors": () => {
    expect(vector(1, 5).maximum(3).toArray()).toEqual([3, 5]);
    expect(T.hypot(vector(3), 4).toArray()).toEqual([5]);
    expect(() => Reflect.apply(T.hypot, null, [3, 4])).toThrow(T.ArgumentError);
  },
  "poles of polygamma": () => {
    expect(T.polygamma(1, vector(-1, -5)).toArray()).toEqual([inf, inf]);
    expect(T.polygamma(1, vector(-7.950586795806885)).item()).toBeCloseTo(412.7442, 3);
  },
  "fmod, remainder, floorDivide of quotients beyond 2⁵³": () => {
    expect(tensor([1e30], { dtype: "float64" }).fmod(3).item()).toBe(1e30 % 3);
  },
  "maximum(-0, 0) and gelu(-0)": () => {
    expect(vector(-0).maximum(0).item()).toBe(0);
    expect(vector(-0).gelu().item()).toBe(-0);
  },
  "rows whose target is ignored": () => {
    const loss = (x: Tensor): Tensor => fused.crossEntropy(x, int32(-100, 0));
    const rows = tensor([nan, 1, 0, 0]).reshape([2, 2]);
    expect(gradient(loss, rows).flatten().toArray()).toEqual([0, 0, -0.5, 0.5]);
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
  "negative class weights": () => {
    const classes = int32(0, 1);
    for (const weight of [vector(-1, 1), vector(0, 0)]) {
      expect(() => nn.crossEntropy(ones([2, 2]), classes, { weight })).toThrow(T.ArgumentError);
      expect(() => nn.nllLoss(ones([2, 2]), classes, { weight })).toThrow(T.ArgumentError);
      expect(() => nn.bceWithLogits(ones([2]), ones([2]), { posWeight: weight })).toThrow(T.ArgumentError);
    }
  },
  "an input and a target of two shapes": () => {
    for (const loss of [nn.mseLoss, nn.l1Loss, nn.smoothL1Loss, nn.huberLoss, nn.klDiv, nn.poissonNllLoss])
      expect(() => loss(ones([2, 1]), ones([2]))).toThrow(T.ShapeError);
  },
  "softMarginLoss below −88": () => expect(nn.softMarginLoss(vector(-100), vector(1)).item()).toBe(100),
  "gradient of binaryCrossEntropy at 0 and 1": () => {
    const slope = (x: number, t: number): number =>
      Number(gradient((p) => nn.binaryCrossEntropy(p, vector(t)), vector(x)).item());
    expect([slope(0, 1), slope(1, 0), slope(0, 0), slope(1, 1)]).toEqual([0, 0, 1, -1]);
  },
  "binaryCrossEntropy of NaN": () => {
    const loss = (p: Tensor): Tensor => nn.binaryCrossEntropy(p, vector(1));
    expect([loss(vector(nan)).item(), gradient(loss, vector(nan)).item()]).toEqual([nan, nan]);
  },
  "multiMarginLoss and multilabelMarginLoss of NaN": () => {
    expect(nn.multiMarginLoss(tensor([[nan, 1]]), int32(1)).item()).toBeNaN();
    expect(nn.multilabelMarginLoss(vector(nan, 1), int32(1, -1)).item()).toBeNaN();
  },
  "targets of 0 in losses of 1 and −1": () => {
    const [x, zero, half] = [vector(1), vector(0), vector(0.5)];
    for (const loss of [
      nn.hingeEmbeddingLoss,
      nn.softMarginLoss,
      (a: Tensor, t: Tensor) => nn.marginRankingLoss(a, a, t),
      (a: Tensor, t: Tensor) => nn.cosineEmbeddingLoss(a, a, t.squeeze()),
    ]) {
      expect(() => loss(x, zero)).toThrow(/a target is 0, expected 1 or -1/);
      expect(loss(x, half).item()).not.toBeNaN();
    }
  },
  "the blank among targets of ctcLoss": () => {
    const x = zeros([2, 3]).logSoftmax(1);
    expect(() => nn.ctcLoss(x, int32(0), [2], [1])).toThrow(T.ArgumentError);
    expect(() => nn.ctcLoss(x, int32(1), [2], [1], { blank: 1 })).toThrow(/the blank, 1/);
  },
  "a momentum of running statistics outside 0 to 1": () => {
    const [x, running] = [ones([2, 1, 2]), vector(1)];
    const options = { momentum: -1, training: true };
    for (const Norm of [nn.BatchNorm1d, nn.InstanceNorm1d])
      expect(() => new Norm(1, { momentum: 1.5 })).toThrow(T.ArgumentError);
    const { batchNorm, nativeBatchNorm, instanceNorm } = nn.functional;
    for (const norm of [
      () => batchNorm(x, running, running, null, null, options),
      () => nativeBatchNorm(x, null, null, running, running, options),
      () => instanceNorm(x, running, running, null, null, { momentum: -1 }),
    ])
      expect(norm).toThrow(/momentum must be a number from 0 to 1, got -1/);
    expect(() => batchNorm(x, running, running, null, null, { momentum: -1 })).not.toThrow();
  },
  "bounds in the wrong order": () => {
    const w = new nn.Parameter(vector(1));
    const sgd = new nn.SGD([w], { lr: 1, momentum: 0.9 });
    const momenta = { baseMomentum: 0.9, maxMomentum: 0.8 };
    for (const make of [
      () => new nn.CyclicLR(sgd, { baseLr: 1, maxLr: 0.1 }),
      () => new nn.CyclicLR(sgd, { baseLr: [1], maxLr: 0.1 }),
      () => new nn.CyclicLR(sgd, { baseLr: 0.1, maxLr: 1, ...momenta }),
      () => new nn.OneCycleLR(sgd, { maxLr: 1, totalSteps: 9, ...momenta }),
      () => new nn.Rprop([w], { stepSizes: [50, 1e-6] }),
    ])
      expect(make).toThrow(T.ArgumentError);
    expect(
      () => new nn.CyclicLR(sgd, { baseLr: 0.1, maxLr: 1, cycleMomentum: false, ...momenta }),
    ).not.toThrow();
  },
  "gradient of an infinite ctcLoss": () => {
    const slope = gradient((x) => nn.ctcLoss(x, int32(1, 1), [1], [2]), ones([1, 3]));
    expect(slope.toArray()).toEqual([[0, 0, 0]]);
  },
  "gradient of choleskyInverse and choleskySolve": () => {
    const factor = tensor([2, 0, 1, 1]).reshape([2, 2]);
    for (const f of [T.choleskyInverse, (L: Tensor) => T.choleskySolve(ones([2, 1]), L)])
      expect(gradient(f, factor).triu(1).abs().sum().item()).toBe(0);
  },
  "windows.kaiser with beta above 88": () =>
    expect(T.windows.kaiser(5, { beta: 100 }).gt(0).toArray()).toEqual(Array(5).fill(true)),
  "a NaN bound of clamp": () => expect(() => vector(1).clamp({ min: nan })).toThrow(T.ArgumentError),
  "norm with p = ±∞ of no elements": () =>
    expect(() => tensor([]).norm({ p: inf })).toThrow(/^norm: .* has size 0/),
  "gradient of cosineSimilarity below eps": () => {
    const slope = gradient((a) => T.cosineSimilarity(a, vector(3, 4), { dim: 0, eps: 2 }), vector(0.25, 0));
    expect(slope.toArray()).toEqual([0.3, 0.4].map(Math.fround));
  },
  "indices of equal elements": () => {
    const x = int32(2, 1, 2, 1);
    expect(x.topk(2).indices.toArray()).toEqual([0, 2]);
    expect([T.kthvalue(x, 2), T.median(x, 0), T.mode(x)].map(({ indices }) => indices.item())).toEqual([
      3, 3, 3,
    ]);
    expect(T.nanmedian(vector(nan, nan), 0).indices.item()).toBe(0);
  },
  "medians of no elements": () => {
    expect(() => T.median(int32())).toThrow(T.ShapeError);
    expect(T.median(vector()).item()).toBeNaN();
  },
  "edges that do not ascend": () => {
    expect(() => T.searchsorted(vector(3, 1), vector(2))).toThrow(T.ArgumentError);
    expect(() => T.histogram(vector(1), vector(3, 1))).toThrow(T.ArgumentError);
    expect(() => T.histogramdd(vector(1).reshape([1, 1]), [vector(3, 1)])).toThrow(T.ArgumentError);
  },
  "gradient of cdist with p = ∞ where differences are equally large": () => {
    const far = tensor([[3, 3]]);
    expect(gradient((x) => T.cdist(x, far, { p: inf }), zeros([1, 2])).toArray()).toEqual([[-0.5, -0.5]]);
  },
  "NaN places of gridSample": () => {
    const place = tensor([[[[nan, 0]]]]);
    const sampled = (mode: "bilinear" | "nearest" | "bicubic"): number =>
      nn.functional.gridSample(tensor([[[[1, 3]]]]), place, { mode, alignCorners: true }).item();
    expect([sampled("bilinear"), sampled("nearest"), sampled("bicubic")]).toEqual([1, 1, 1]);
  },
  "negative eps and correction": () => {
    expect(() => T.cosineSimilarity(vector(1), vector(1), { eps: -1 })).toThrow(T.ArgumentError);
    expect(() => vector(1, 2).std(0, { correction: -1 })).toThrow(T.ArgumentError);
    expect(() => vector(1, 2).var(0, { correction: -1 })).toThrow(T.ArgumentError);
    expect(() => T.stdMean(vector(1, 2), 0, { correction: -1 })).toThrow(T.ArgumentError);
    const { groupNorm, instanceNorm, batchNorm } = nn.functional;
    const x = ones([1, 1, 2]);
    for (const norm of [
      () => nn.layerNorm(x, [2], null, null, -1),
      () => nn.rmsNorm(x, [2], null, -1),
      () => groupNorm(x, 1, null, null, { eps: -1 }),
      () => instanceNorm(x, null, null, null, null, { eps: -1 }),
      () => batchNorm(x, null, null, null, null, { eps: -1, training: true }),
    ])
      expect(norm).toThrow(T.ArgumentError);
  },
  "maxNorm of Embedding": () => {
    const layer = new nn.Embedding(1, 2, { maxNorm: 1 });
    layer.loadStateDict({ weight: tensor([[3, 4]]) });
    expect(layer.forward(int32(0)).norm().item()).toBeCloseTo(1, 6);
    expect(layer.weight.toArray()).toEqual([[3, 4]]);
  },
  "multinomial with too few positive weights": () =>
    expect(() => T.multinomial(vector(0, 1, 2), 3)).toThrow(T.ArgumentError),
  // PyTorch's polynomial of 1: 3.4445 − 4.775 + 2.0315 = 0.701. In bfloat16 it comes to 0.6953.
  "the iterations of Muon": () => {
    const w = tensor([[0]]);
    new nn.Muon([w], { lr: 1, weightDecay: 0, nsSteps: 1 }).update([tensor([[1]])]);
    expect(w.item()).toBeCloseTo(-0.701, 6);
  },
  "asStrided of a view": () => {
    const view = arange(6).narrow(0, 2, 3);
    expect(T.asStrided(view, [2], [1], { storageOffset: 1 }).toArray()).toEqual([3, 4]);
    expect(() => T.asStrided(view, [4], [1])).toThrow(T.IndexError);
    expect(() => T.asStrided(zeros([2, 2]).t(), [2], [1])).toThrow(T.ShapeError);
  },
  "gradient of asStridedScatter": () => {
    const slope = gradient((x) => T.asStridedScatter(x, zeros([2]), [2], [2]).mul(arange(1, 5)), ones([4]));
    expect(slope.toArray()).toEqual([0, 2, 0, 4]);
  },
  "int32 in masked": () => {
    expect(T.masked.argmax(vector(1, 2), 0).dtype).toBe("int32");
    expect(() => T.masked.logsumexp(int32(1, 2))).toThrow(T.DTypeError);
  },
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
  const loss = nn.smoothL1Loss(vector(3e38, 0.5, -2), vector(0, 0, 0), { reduction: "none" });
  expect(loss.toArray()).toEqual([Math.fround(3e38), 0.125, 1.5]);
});
