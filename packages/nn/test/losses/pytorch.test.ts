import { readFileSync } from "node:fs";
import { grad, gradCheck, vjp } from "@saccade/autograd";
import { fromData, ones, onesLike, rand, randn, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { describe, expect, it, test } from "vitest";
import { expectRefused } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import { int, keepsMemory, near } from "../helpers.ts";

type Loss = (...given: unknown[]) => Tensor;

interface Input {
  readonly shape: number[];
  readonly data: number[];
  readonly dtype: string;
}
interface Case {
  readonly loss: string;
  readonly inputs: Input[];
  readonly lengths?: number[][];
  readonly options: object;
  readonly value: number[];
  /** By the first inputs of floats. */
  readonly gradients: number[][];
}

const { cases }: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../fixtures/losses.json", import.meta.url), "utf8"),
);

const of = ({ shape, data, dtype }: Input): Tensor =>
  dtype === "int32"
    ? fromData(Int32Array.from(data), shape)
    : fromData(Float64Array.from(data), shape, { dtype: "float64" });

// Values and gradients of torch 2.13.
test.each(cases.map((one) => [one.loss, one] as const))("%s is PyTorch's", (name, one) => {
  const loss = Reflect.get(nn, name) as Loss;
  const inputs = one.inputs.map(of);
  const floats = inputs.filter((x) => x.dtype === "float64").slice(0, one.gradients.length);
  const { value, pullBack } = vjp(() => loss(...inputs, ...(one.lengths ?? []), one.options), floats);
  near(value, one.value, 5e-9);
  const slopes = pullBack(onesLike(value));
  for (const [i, want] of one.gradients.entries()) near(slopes[i]!, want, 5e-9);
});

test.each(cases.map((one) => [one.loss, one] as const))("%s has second derivatives", (name, one) => {
  const loss = Reflect.get(nn, name) as Loss;
  const inputs = one.inputs.map(of);
  // ctcLoss has the gradient of logits.
  const f = (x: Tensor): Tensor =>
    loss(name === "ctcLoss" ? x.logSoftmax(-1) : x, ...inputs.slice(1), ...(one.lengths ?? []), one.options);
  gradCheck((x) => f(x!), [inputs[0]!], { order: 2 });
});

describe("a loss of NaN", () => {
  const [nan, one, signs] = [tensor([Number.NaN, 0.5]), tensor([0.25, 0.5]), tensor([1, -1])];
  const row = (x: Tensor): Tensor => x.unsqueeze(0);
  const class0 = int([0]);
  const losses: Record<string, (x: Tensor) => Tensor> = {
    binaryCrossEntropy: (x) => nn.binaryCrossEntropy(x, tensor([1, 0])),
    "binaryCrossEntropy of its target": (x) => nn.binaryCrossEntropy(tensor([0, 1]), x),
    bceWithLogits: (x) => nn.bceWithLogits(x, tensor([1, 0])),
    mseLoss: (x) => nn.mseLoss(x, one),
    l1Loss: (x) => nn.l1Loss(x, one),
    smoothL1Loss: (x) => nn.smoothL1Loss(x, one),
    huberLoss: (x) => nn.huberLoss(x, one),
    klDiv: (x) => nn.klDiv(x, one),
    "klDiv of its target": (x) => nn.klDiv(one, x),
    gaussianNllLoss: (x) => nn.gaussianNllLoss(x, one, one),
    "gaussianNllLoss of its variance": (x) => nn.gaussianNllLoss(one, one, x),
    poissonNllLoss: (x) => nn.poissonNllLoss(x, one),
    "poissonNllLoss of its target": (x) => nn.poissonNllLoss(one, x, { full: true }),
    softMarginLoss: (x) => nn.softMarginLoss(x, signs),
    hingeEmbeddingLoss: (x) => nn.hingeEmbeddingLoss(x, signs.neg()),
    marginRankingLoss: (x) => nn.marginRankingLoss(x, one, signs),
    cosineEmbeddingLoss: (x) => nn.cosineEmbeddingLoss(x, one, tensor(-1)),
    tripletMarginLoss: (x) => nn.tripletMarginLoss(row(x), row(one), row(one), { swap: true }),
    "tripletMarginLoss of its negative": (x) => nn.tripletMarginLoss(row(one), row(one), row(x), { swap: true }),
    multiMarginLoss: (x) => nn.multiMarginLoss(row(x), class0),
    multilabelMarginLoss: (x) => nn.multilabelMarginLoss(row(x), int([[0, -1]])),
    multilabelSoftMarginLoss: (x) => nn.multilabelSoftMarginLoss(row(x), row(one)),
    crossEntropy: (x) => nn.crossEntropy(row(x), class0),
    nllLoss: (x) => nn.nllLoss(row(x), class0),
    ctcLoss: (x) => nn.ctcLoss(row(x), int([1]), [1], [1], { zeroInfinity: true }),
  }; // biome-ignore format: a table

  it.each(Object.keys(losses))("%s is NaN", (name) => {
    expect(losses[name]!(nan).item()).toBeNaN();
  });

  // The others' slopes at NaN are numbers in PyTorch, too: of |x|, of clamp, and of what is linear in x.
  it.each([
    "binaryCrossEntropy",
    "bceWithLogits",
    "mseLoss",
    "smoothL1Loss",
    "huberLoss",
    "gaussianNllLoss",
    "poissonNllLoss",
    "softMarginLoss",
    "cosineEmbeddingLoss",
    "tripletMarginLoss",
    "multilabelSoftMarginLoss",
    "crossEntropy",
  ])("%s has a gradient of NaN", (name) => {
    expect(grad(losses[name]!)(nan).dataSync()[0]).toBeNaN();
  });
});

it("multiMarginLoss and multilabelMarginLoss have no gradient where the margin is just met, as in PyTorch", () => {
  for (const loss of [
    (x: Tensor) => nn.multiMarginLoss(x, int([0])),
    (x: Tensor) => nn.multilabelMarginLoss(x, int([[0, -1, -1]])),
  ])
    near(grad(loss)(tensor([[2, 1, 0]])), [0, 0, 0], 0);
});

describe("ctcLoss", () => {
  const [x, two] = [zeros([2, 1, 3]).logSoftmax(2), int([[1, 1]])];

  it("is infinite where the target does not fit, or 0 with zeroInfinity", () => {
    expect(nn.ctcLoss(x, two, [2], [2]).item()).toBe(Number.POSITIVE_INFINITY);
    const loss = (y: Tensor): Tensor => nn.ctcLoss(y, two, [2], [2], { zeroInfinity: true });
    expect(loss(x).item()).toBe(0);
    expect(grad(loss)(x).toArray()).toEqual(zeros([2, 1, 3]).toArray());
  });

  it("sums the probabilities of all paths", () => {
    const probs = rand([3, 4]).add(0.1);
    const steps = probs.div(probs.sum(1, { keepdim: true }));
    const spelled = (path: readonly number[]): string =>
      path
        .filter((label, t) => label !== path[t - 1])
        .filter((label) => label !== 0)
        .join();
    let total = 0;
    const classes = [0, 1, 2, 3];
    for (const a of classes)
      for (const b of classes)
        for (const c of classes) {
          const p = [a, b, c].map((label, t) => Number(steps.select(0, t).select(0, label).item()));
          if (spelled([a, b, c]) === "3,1") total += p.reduce((x, y) => x * y);
        }
    const loss = nn.ctcLoss(steps.log(), int([3, 1]), [3], [2], { reduction: "none" });
    expect(loss.shape).toEqual([]);
    expect(loss.item()).toBeCloseTo(-Math.log(total), 4);
  });

  it("takes all labels in one row", () => {
    const y = randn([4, 2, 3]).logSoftmax(2);
    const table = nn.ctcLoss(y, int([[1, 2], [2, 0]]), [4, 3], [2, 1]); // biome-ignore format: a table
    expect(nn.ctcLoss(y, int([1, 2, 2]), [4, 3], [2, 1]).item()).toBeCloseTo(Number(table.item()), 6);
  });

  it("leaves no tensors behind", () => {
    const loss = () => nn.ctcLoss(zeros([5, 2, 3]).logSoftmax(2), int([1, 2, 2]), [5, 3], [2, 1]);
    keepsMemory(() => scope(() => loss().item()), 1);
  });
});

it("binaryCrossEntropy is at most 100, with a gradient of 0 there", () => {
  const loss = (p: Tensor): Tensor => nn.binaryCrossEntropy(p, tensor([1, 0]));
  expect(loss(tensor([0, 1])).item()).toBe(100);
  expect(grad(loss)(tensor([0, 1])).toArray()).toEqual([0, 0]);
});

it("names what does not fit", () => {
  const x = ones([2, 3]);
  const refused: [string, () => unknown][] = [
    ["input must be probabilities from 0 to 1, got 2", () => nn.binaryCrossEntropy(x.mul(2), x)],
    ["var must be ≥ 0, got -1", () => nn.gaussianNllLoss(x, x, x.neg())],
    ["var [3] does not fit input [2, 3]", () => nn.gaussianNllLoss(x, x, ones([3]))],
    [
      "a target is 0, expected 1 or -1; for labels of 0 and 1 write target.mul(2).sub(1)",
      () => nn.softMarginLoss(x, x.mul(0)),
    ],
    ["a target is 0, expected 1 or -1", () => nn.cosineEmbeddingLoss(x, x, int([1, 0]))],
    ["a target is the blank, 2; ", () => nn.ctcLoss(ones([2, 1, 3]), int([2]), [2], [1], { blank: 2 })],
    ["delta must be a finite number > 0", () => nn.huberLoss(x, x, { delta: 0 })],
    ["margin must be a finite number > 0, got -1", () => nn.tripletMarginLoss(x, x, x, { margin: -1 })],
    ["must have as many dims", () => nn.tripletMarginLoss(ones([3]), x, x)],
    ["must have as many dims", () => nn.marginRankingLoss(x, x, ones([3]))],
    ["target must be int32", () => nn.multiMarginLoss(x, ones([2]))],
    ["a target is 3, expected 0 to 2", () => nn.multiMarginLoss(x, int([3, 0]))],
    ["target [3] for input [2, 3]", () => nn.multiMarginLoss(x, int([0, 1, 2]))],
    ["must be scores (N, C) or (C)", () => nn.multiMarginLoss(ones([2, 0]), int([0, 1]))],
    ["a target is -2, expected -1 to 2", () => nn.multilabelMarginLoss(x, int([[0, -2, -1], [0, 1, 2]]))], // biome-ignore format: a table
    ["blank is 3, expected 0 to 2", () => nn.ctcLoss(ones([2, 1, 3]), int([1]), [2], [1], { blank: 3 })],
    ["hold 2 labels, but targetLengths sum to 1", () => nn.ctcLoss(ones([2, 1, 3]), int([1, 2]), [2], [1])],
    ["linearBias [2], expected [4]", () => nn.linearCrossEntropy(x, ones([4, 3]), int([1, 2]), { linearBias: ones([2]) })], // biome-ignore format: one line
  ];
  for (const [message, call] of refused) expectRefused(call, message);
});
