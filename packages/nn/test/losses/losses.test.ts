import { grad, gradCheck, valueAndGrad } from "@saccade/autograd";
import {
  logSoftmax,
  manualSeed,
  ones,
  rand,
  randn,
  softmax,
  type Tensor,
  tensor,
  zeros,
} from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  BCEWithLogitsLoss,
  bceWithLogits,
  CrossEntropyLoss,
  crossEntropy,
  L1Loss,
  l1Loss,
  MaskedSoftmaxCELoss,
  MSELoss,
  maskedSoftmaxCELoss,
  mseLoss,
  NLLLoss,
  nllLoss,
  type Reduction,
  SmoothL1Loss,
  smoothL1Loss,
} from "../../src/index.ts";

beforeEach(() => manualSeed(0));

const int = (values: number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });

function expectClose(a: Tensor, b: Tensor | readonly number[]): void {
  const expected = Array.isArray(b) ? b : [...(b as Tensor).dataSync()];
  expect(a.numel).toBe(expected.length);
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 4);
  });
}

const pairLosses = { mseLoss, l1Loss, smoothL1Loss, bceWithLogits } as const;

describe.each(Object.entries(pairLosses))("%s", (name, loss) => {
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

  it("refuses shapes that differ, and unknown reductions", () => {
    expect(() => loss(ones([3, 1]), ones([3]))).toThrow(`${name}: input [3, 1] and target [3] differ`);
    expect(() => loss(input, target, { reduction: "avg" as Reduction })).toThrow(
      /reduction must be .* got "avg"/,
    );
  });
});

describe("smoothL1Loss", () => {
  it("is a square near 0 and a line beyond beta; with beta 0 the l1 loss", () => {
    const [x, zero] = [tensor([0.1, 0.5, -2]), zeros([3])];
    expectClose(smoothL1Loss(x, zero, { beta: 0.5, reduction: "none" }), [0.01, 0.25, 1.75]);
    expectClose(smoothL1Loss(x, zero, { beta: 0 }), l1Loss(x, zero));
  });
});

describe("bceWithLogits", () => {
  it("stays finite for huge logits", () => {
    const x = tensor([500, -500, 500, -500]);
    expectClose(bceWithLogits(x, tensor([1, 0, 0, 1]), { reduction: "none" }), [0, 0, 500, 500]);
  });

  it("weighs elements and positives", () => {
    const [x, t] = [
      randn([2, 3]),
      tensor([
        [1, 0, 1],
        [0, 1, 0],
      ]),
    ];
    const p = x.sigmoid();
    const expected = p
      .log()
      .mul(t)
      .mul(3)
      .add(t.rsub(1).mul(p.rsub(1).log()))
      .neg();
    expectClose(bceWithLogits(x, t, { posWeight: tensor([3, 3, 3]), reduction: "none" }), expected);
    expectClose(bceWithLogits(x, t, { weight: tensor([2]) }), bceWithLogits(x, t).mul(2));
  });
});

describe("crossEntropy", () => {
  const logits = randn([4, 3]);
  const classes = int([0, 2, 1, 2]);

  it("is the negative log-likelihood of the softmax", () => {
    const options = { weight: tensor([0.5, 2, 1]), ignoreIndex: 1 };
    expectClose(crossEntropy(logits, classes, options), nllLoss(logSoftmax(logits, 1), classes, options));
  });

  it("does not change when all logits of a sample are shifted", () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (shift) => {
        expectClose(crossEntropy(logits.add(shift), classes), crossEntropy(logits, classes));
      }),
    );
  });

  it("takes classes at dim 1 of any shape, and single samples", () => {
    const image = randn([2, 3, 4, 5]);
    const target = randn([2, 4, 5]).gt(0).to("int32");
    const flat = crossEntropy(image.movedim(1, -1).reshape([40, 3]), target.reshape([40]), {
      reduction: "none",
    });
    expectClose(crossEntropy(image, target, { reduction: "none" }), flat);
    const single = crossEntropy(logits.select(0, 1), tensor(2, { dtype: "int32" }));
    expectClose(single, crossEntropy(logits, classes, { reduction: "none" }).select(0, 1));
  });

  it("counts ignored targets neither in the sum nor in the mean, and lets no gradient to them", () => {
    const some = int([0, -100, 1, -100]);
    const { value, grads } = valueAndGrad(() => crossEntropy(logits, some, { labelSmoothing: 0.1 }), logits);
    const [a, b] = [logits.select(0, 0), logits.select(0, 2)];
    const each = [
      crossEntropy(a, tensor(0, { dtype: "int32" }), { labelSmoothing: 0.1 }),
      crossEntropy(b, tensor(1, { dtype: "int32" }), { labelSmoothing: 0.1 }),
    ];
    expectClose(value, each[0]!.add(each[1]!).div(2));
    expect(grads.select(0, 1).toArray()).toEqual([0, 0, 0]);
    expect(crossEntropy(logits, int([-100, -100, -100, -100])).item()).toBeNaN();
    expect(crossEntropy(logits, int([-100, -100, -100, -100]), { reduction: "sum" }).item()).toBe(0);
  });

  it("has the gradient softmax − one-hot, and gradients of both orders", () => {
    const { grads } = valueAndGrad(() => crossEntropy(logits, classes, { reduction: "sum" }), logits);
    const oneHot = tensor([
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expectClose(grads, softmax(logits, 1).sub(oneHot));
    const options = { weight: tensor([0.5, 2, 1]), labelSmoothing: 0.2, ignoreIndex: 1 };
    gradCheck(
      (x) => crossEntropy(x!, classes, { ...options, weight: options.weight.to(x!.dtype) }),
      [logits],
      { order: 2 },
    );
    gradCheck((x, t) => crossEntropy(x!, t!), [logits, softmax(randn([4, 3]), 1)], { order: 2 });
  });

  it("names targets that are no classes, and arguments that do not fit", () => {
    expect(() => crossEntropy(logits, int([0, 3, 1, 2]))).toThrow(/a target is 3, expected 0 to 2/);
    expect(() => crossEntropy(logits, int([0, -1, 1, 2]))).toThrow(/a target is -1/);
    expect(() => nllLoss(logits, int([0, 3, 1, 2]))).toThrow(/nllLoss: a target is 3/);
    expect(() => crossEntropy(logits, int([0, 1]))).toThrow(
      /target \[2\] for input \[4, 3\], expected \[4\]/,
    );
    expect(() => crossEntropy(logits, ones([4]))).toThrow(/to\("int32"\)/);
    expect(() => nllLoss(logits, ones([4]))).toThrow(/int32/);
    expect(() => crossEntropy(logits, classes, { weight: ones([4]) })).toThrow(/weight \[4\].*3 classes/);
    expect(() => crossEntropy(logits, classes, { labelSmoothing: 2 })).toThrow(
      /labelSmoothing must be .* got 2/,
    );
  });
});

describe("with no target that counts", () => {
  const none = tensor([-100, -100], { dtype: "int32" });
  const losses = [
    (x: Tensor) => crossEntropy(x, none),
    (x: Tensor) => crossEntropy(x, none, { labelSmoothing: 0.1 }),
    (x: Tensor) => nllLoss(x, none),
  ];

  it("the mean is NaN, the sum 0, and gradients of both orders are 0, as in PyTorch", () => {
    const x = tensor([
      [1, 2, 3],
      [-1, 0, 1],
    ]);
    const zeros = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (const loss of losses) {
      expect(loss(x).item()).toBeNaN();
      expect(grad(loss)(x).toArray()).toEqual(zeros);
      const slope = (y: Tensor): Tensor => grad(loss)(y).square().sum();
      expect(slope(x).item()).toBe(0);
      expect(grad(slope)(x).toArray()).toEqual(zeros);
    }
    expect(crossEntropy(x, none, { reduction: "sum" }).item()).toBe(0);
  });
});

describe("maskedSoftmaxCELoss", () => {
  it("is the mean over all steps, padding included as zeros", () => {
    const loss = maskedSoftmaxCELoss(ones([3, 4, 10]), ones([3, 4]).to("int32"), [4, 2, 0]);
    expectClose(loss, [Math.log(10), Math.log(10) / 2, 0]);
  });

  it("does not depend on what stands in the padding", () => {
    const pred = randn([2, 3, 5]);
    const lengths = int([2, 1]);
    const [a, b] = [
      int([
        [1, 2, 0],
        [3, 0, 0],
      ]),
      int([
        [1, 2, 4],
        [3, 99, -7],
      ]),
    ];
    expect(maskedSoftmaxCELoss(pred, a, lengths).toArray()).toEqual(
      maskedSoftmaxCELoss(pred, b, lengths).toArray(),
    );
    gradCheck((x) => maskedSoftmaxCELoss(x!, a, lengths), [pred], { order: 2 });
    expect(() =>
      maskedSoftmaxCELoss(
        pred,
        int([
          [1, 9, 0],
          [3, 0, 0],
        ]),
        lengths,
      ),
    ).toThrow(/a target is 9/);
  });

  it("names shapes that do not belong together", () => {
    expect(() => maskedSoftmaxCELoss(ones([2, 3, 5]), int([[1, 2]]), [1, 1])).toThrow(
      /\[2, 3, 5\].*\[1, 2\]/,
    );
    expect(() => maskedSoftmaxCELoss(ones([1, 2, 5]), int([[1, 2]]), [1, 1])).toThrow(/validLen \[2\]/);
  });
});

describe("loss modules", () => {
  const input = randn([4, 3]);
  const classes = int([0, 2, 1, 2]);

  it.each<[{ forward(input: Tensor, target: Tensor): Tensor }, Tensor, (x: Tensor, t: Tensor) => Tensor]>([
    [
      new CrossEntropyLoss({ labelSmoothing: 0.1 }),
      classes,
      (x, t) => crossEntropy(x, t, { labelSmoothing: 0.1 }),
    ],
    [new NLLLoss({ reduction: "sum" }), classes, (x, t) => nllLoss(x, t, { reduction: "sum" })],
    [new MSELoss(), rand([4, 3]), mseLoss],
    [new L1Loss(), rand([4, 3]), l1Loss],
    [new SmoothL1Loss({ beta: 2 }), rand([4, 3]), (x, t) => smoothL1Loss(x, t, { beta: 2 })],
    [new BCEWithLogitsLoss(), rand([4, 3]), bceWithLogits],
  ])("%s is the function with its options", (module, target, f) => {
    expect(module.forward(input, target).toArray()).toEqual(f(input, target).toArray());
  });

  it("has the masked loss of sequences", () => {
    const [pred, label] = [randn([1, 2, 3]), int([[1, 2]])];
    expect(new MaskedSoftmaxCELoss().forward(pred, label, [1]).toArray()).toEqual(
      maskedSoftmaxCELoss(pred, label, [1]).toArray(),
    );
  });
});
