import { grad, gradCheck } from "@saccade/autograd";
import { manualSeed, ones, rand, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import { beforeEach, describe, expect, it } from "vitest";
import * as nn from "../../src/index.ts";
import { int, near } from "../helpers.ts";

beforeEach(() => manualSeed(0));

const expectClose = (a: Tensor, b: Tensor | readonly number[]): void => near(a, b, 5e-5);

const { mseLoss, l1Loss, smoothL1Loss, bceWithLogits } = nn;

describe.each(Object.entries({ mseLoss, l1Loss, smoothL1Loss, bceWithLogits }))("%s", (_, loss) => {
  const input = randn([3, 4]);
  const target = rand([3, 4]);

  it("reduces to the mean, the sum, or not at all", () => {
    const each = loss(input, target, { reduction: "none" });
    expect(each.shape).toEqual([3, 4]);
    expectClose(loss(input, target, { reduction: "sum" }), each.sum());
    expectClose(loss(input, target), each.sum().div(12));
    expect(loss(input, target).shape).toEqual([]);
  });

  it("is never negative, and has gradients of both orders", () => {
    for (const value of loss(input, target, { reduction: "none" }).dataSync())
      expect(value).toBeGreaterThanOrEqual(0);
    gradCheck((x, t) => loss(x!, t!, { reduction: "none" }), [input, target], { order: 2 });
  });
});

describe("smoothL1Loss", () => {
  it("is a square near 0 and a line beyond beta; with beta 0 the l1 loss", () => {
    const [x, zero] = [tensor([0.1, 0.5, -2]), zeros([3])];
    expectClose(nn.smoothL1Loss(x, zero, { beta: 0.5, reduction: "none" }), [0.01, 0.25, 1.75]);
    expectClose(nn.smoothL1Loss(x, zero, { beta: 0 }), nn.l1Loss(x, zero));
  });
});

describe("bceWithLogits", () => {
  it("stays finite for huge logits", () => {
    const x = tensor([500, -500, 500, -500]);
    expectClose(nn.bceWithLogits(x, tensor([1, 0, 0, 1]), { reduction: "none" }), [0, 0, 500, 500]);
  });

  it("weighs elements and positives", () => {
    const [x, t] = [randn([2, 3]), randn([2, 3]).gt(0).to("float32")];
    const p = x.sigmoid();
    const [hit, miss] = [p.log().mul(t), p.rsub(1).log().mul(t.rsub(1))];
    const expected = hit.mul(3).add(miss).neg();
    expectClose(nn.bceWithLogits(x, t, { posWeight: tensor([3, 3, 3]), reduction: "none" }), expected);
    expectClose(nn.bceWithLogits(x, t, { weight: tensor([2]) }), nn.bceWithLogits(x, t).mul(2));
  });
});

describe("crossEntropy", () => {
  const logits = randn([4, 3]);
  const classes = int([0, 2, 1, 2]);

  it("names targets that are no classes, and arguments that do not fit", () => {
    const four = { weight: ones([4]) };
    const refused: [string, () => unknown][] = [
      ["a target is 3, expected 0 to 2", () => nn.crossEntropy(logits, int([0, 3, 1, 2]))],
      ["a target is -1", () => nn.crossEntropy(logits, int([0, -1, 1, 2]))],
      ["nllLoss: a target is 3", () => nn.nllLoss(logits, int([0, 3, 1, 2]))],
      ["target [2] for input [4, 3], expected [4]", () => nn.crossEntropy(logits, int([0, 1]))],
      [
        "is float32[4], expected float32[3]: one for each class",
        () => nn.crossEntropy(logits, classes, four),
      ],
      ["weight [4], expected one for each", () => nn.crossEntropy(logits, logits, four)],
      ["input [4, 3] and target [2, 3] differ", () => nn.crossEntropy(logits, ones([2, 3]))],
      ["input is a scalar", () => nn.crossEntropy(tensor(1), int([1]))],
    ];
    for (const [message, call] of refused) expect(call).toThrow(message);
  });
});

describe("with no target that counts", () => {
  const none = tensor([-100, -100], { dtype: "int32" });
  const losses = [
    (x: Tensor) => nn.crossEntropy(x, none),
    (x: Tensor) => nn.crossEntropy(x, none, { labelSmoothing: 0.1 }),
    (x: Tensor) => nn.nllLoss(x, none),
  ];

  it("the mean is NaN, the sum 0, and gradients of both orders are 0, as in PyTorch", () => {
    const x = randn([2, 3]);
    const none3 = zeros([2, 3]).toArray();
    for (const loss of losses) {
      expect(loss(x).item()).toBeNaN();
      expect(grad(loss)(x).toArray()).toEqual(none3);
      const slope = (y: Tensor): Tensor => grad(loss)(y).square().sum();
      expect(slope(x).item()).toBe(0);
      expect(grad(slope)(x).toArray()).toEqual(none3);
    }
    expect(nn.crossEntropy(x, none, { reduction: "sum" }).item()).toBe(0);
  });
});

describe("maskedSoftmaxCELoss", () => {
  it("does not depend on what stands in the padding", () => {
    const pred = randn([2, 3, 5]);
    const lengths = int([2, 1]);
    const [a, b] = [int([1, 2, 0, 3, 0, 0]), int([1, 2, 4, 3, 99, -7])].map((label) =>
      label.reshape([2, 3]),
    ) as [Tensor, Tensor];
    expect(nn.maskedSoftmaxCELoss(pred, a, lengths).toArray()).toEqual(
      nn.maskedSoftmaxCELoss(pred, b, lengths).toArray(),
    );
    gradCheck((x) => nn.maskedSoftmaxCELoss(x!, a, lengths), [pred], { order: 2 });
    const wrong = int([1, 9, 0, 3, 0, 0]).reshape([2, 3]);
    expect(() => nn.maskedSoftmaxCELoss(pred, wrong, lengths)).toThrow(/a target is 9/);
  });
});
