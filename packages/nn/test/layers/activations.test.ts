import { vjp } from "@saccade/autograd";
import { allclose, Generator, ones, randn, sinc, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";

const F = nn.functional;
const double = (...values: number[]): Tensor => tensor(values, { dtype: "float64" });
const clip = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Each function, and its textbook formula. */
const formulas: readonly (readonly [name: string, f: (x: Tensor) => Tensor, plain: (x: number) => number])[] =
  [
    ["hardtanh", (x) => F.hardtanh(x, { minVal: -0.5, maxVal: 2 }), (x) => clip(x, -0.5, 2)],
    ["relu6", F.relu6, (x) => clip(x, 0, 6)],
    ["hardsigmoid", F.hardsigmoid, (x) => clip(x + 3, 0, 6) / 6],
    ["hardswish", F.hardswish, (x) => (x * clip(x + 3, 0, 6)) / 6],
    ["hardshrink", F.hardshrink, (x) => (Math.abs(x) > 0.5 ? x : 0)],
    ["softshrink", F.softshrink, (x) => Math.sign(x) * Math.max(Math.abs(x) - 0.5, 0)],
    ["threshold", (x) => F.threshold(x, 1, -7), (x) => (x > 1 ? x : -7)],
    ["prelu", (x) => F.prelu(x, double(0.2)), (x) => (x > 0 ? x : 0.2 * x)],
    ["rrelu", F.rrelu, (x) => (x > 0 ? x : (x * 11) / 48)],
    ["selu", F.selu, (x) => 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * Math.expm1(x))],
    ["celu", (x) => F.celu(x, { alpha: 0.7 }), (x) => (x > 0 ? x : 0.7 * Math.expm1(x / 0.7))],
    ["softplus", (x) => F.softplus(x, { beta: 3 }), (x) => Math.log1p(Math.exp(3 * x)) / 3],
    ["softsign", F.softsign, (x) => x / (1 + Math.abs(x))],
    ["tanhshrink", F.tanhshrink, (x) => x - Math.tanh(x)],
    ["mish", F.mish, (x) => x * Math.tanh(Math.log1p(Math.exp(x)))],
    ["glu", (x) => F.glu(F.prelu(x.expand([2]), double(1))), (x) => x * sigmoid(x)],
  ];

test.each(formulas)("%s is its formula", (_name, f, plain) => {
  const number = fc.double({ min: -20, max: 20, noNaN: true });
  fc.assert(
    fc.property(number, (x) => {
      expect(f(double(x)).item()).toBeCloseTo(plain(x), 8);
    }),
  );
});

/** The gradients of a function of float32 for a cotangent. */
const slopes = (f: (...xs: Tensor[]) => Tensor, xs: readonly Tensor[], g: number): unknown[] => {
  const { value, pullBack } = vjp(f, [...xs]);
  return pullBack(ones(value.shape).mul(g)).map((x) => x.toArray());
};

test("slopes far out, and beside ∞, are their limits", () => {
  const [far, inf] = [Math.fround(3e38), Number.POSITIVE_INFINITY];
  const bounded = [F.softsign, 0, 2 / 101 ** 2] as const;
  for (const [f, limit, at100] of [
    ...[F.mish, F.silu, F.gelu, F.hardswish].map((f) => [f, 2, 2] as const),
    bounded,
  ]) {
    const found = slopes((x) => f(x!), [tensor([far, 100, -far])], 2);
    expect(found).toEqual([[limit, expect.closeTo(at100, 5), expect.closeTo(0)]]);
  }
  const [gate] = slopes((x) => F.glu(x!), [tensor([far, far, 0, far])], 2);
  expect(gate).toEqual([1, 2, Math.fround(far / 2), 0]);
  expect(slopes((x, w) => F.prelu(x!, w!), [tensor([inf, -2]), tensor([0.5])], 1).flat()).toEqual([
    1, 0.5, -2,
  ]);
  expect(slopes((x) => sinc(x!), [tensor([1e-40, 1e-20, 0, 1e-3])], 1)).toEqual([
    [expect.closeTo(0), expect.closeTo(0), expect.closeTo(0), expect.closeTo(-(Math.PI ** 2 / 3) * 1e-3, 8)],
  ]);
});

test("softplus is exact beyond 20 where the threshold allows", () => {
  const f = (x: Tensor): Tensor => F.softplus(x, { threshold: 50 });
  expect(f(double(25)).item() - 25).toBeCloseTo(Math.exp(-25), 14);
  expect(new nn.Softplus({ beta: 2, threshold: -100 }).forward(double(-3)).item()).toBe(-3);
});

test("slopes of channels are trained", () => {
  const layer = new nn.PReLU(2, { init: 0.5 });
  const x = randn([3, 2, 4], { generator: new Generator(1) });
  const wanted = F.prelu(x, tensor([0.1, 0.9]));
  const optimizer = new nn.SGD(layer.parameters(), { lr: 0.05 });
  for (let i = 0; i < 100; i++) optimizer.step(() => layer.forward(x).sub(wanted).square().sum());
  expect(allclose(layer.weight, tensor([0.1, 0.9]), { atol: 1e-3 })).toBe(true);
  expect(() => layer.forward(ones([3, 5]))).toThrow("prelu: weight float32[2] must have 1 element, or 5");
});

test("randomized slopes lie between their bounds, and are their mean after eval()", () => {
  const layer = new nn.RReLU({ lower: 0.2, upper: 0.4 });
  const drawn = layer.forward(ones([1000]).neg());
  const [low, high, mean] = [drawn.amin().item(), drawn.amax().item(), drawn.mean().item()];
  expect(low).toBeGreaterThanOrEqual(-0.4);
  expect(high).toBeLessThanOrEqual(-0.2);
  expect(high - low).toBeGreaterThan(0.19);
  expect(mean).toBeCloseTo(-0.3, 1);
  layer.eval();
  expect(layer.forward(tensor([-1, 2])).toArray()).toEqual([-0.3, 2].map(Math.fround));
});

test("dropout of channels keeps or drops each whole channel, scaled", () => {
  const y = F.dropout2d(ones([8, 16, 3, 2]), 0.25, { generator: new Generator(2) });
  const channels = y.reshape([128, 6]);
  expect(channels.amax(1).toArray()).toEqual(channels.amin(1).toArray());
  const kept = channels.amax(1).toArray() as number[];
  expect(new Set(kept)).toEqual(new Set([0, Math.fround(4 / 3)]));
  expect(kept.filter(Boolean).length / 128).toBeCloseTo(0.75, 0);
  expect(
    F.dropout1d(ones([4, 5]), 0.5)
      .amax(1)
      .toArray(),
  ).toHaveLength(4);
  expect(() => new nn.Dropout2d().forward(ones([4, 5]))).toThrow(
    "dropout2d: x float32[4, 5] must have 3 or 4 dims.",
  );
  expect(
    F.dropout3d(ones([2, 2, 2, 2]), 1)
      .sum()
      .item(),
  ).toBe(0);
});

test("alpha dropout keeps mean and variance of standard normal numbers", () => {
  const generator = new Generator(3);
  const x = randn([20000], { generator });
  const y = F.alphaDropout(x, 0.3, { training: true, generator });
  expect(y.mean().item()).toBeCloseTo(0, 1);
  expect(y.var().item()).toBeCloseTo(1, 1);
  const whole = F.featureAlphaDropout(ones([6, 9, 4]), 0.5, { training: true, generator });
  expect(whole.amax(2).toArray()).toEqual(whole.amin(2).toArray());
  expect(new nn.AlphaDropout(0.9).eval().forward(x)).toBe(x);
  expect(new nn.FeatureAlphaDropout(0.9).eval().forward(x)).toBe(x);
});

test("a hard Gumbel sample is one-hot and has the gradient of the soft one", () => {
  const logits = randn([5, 4], { generator: new Generator(4) });
  const weights = randn([5, 4], { generator: new Generator(5) });
  const grad = (hard: boolean): unknown => {
    const { value, pullBack } = vjp(
      (x) => F.gumbelSoftmax(x, { hard, tau: 0.7, generator: new Generator(6) }),
      [logits],
    );
    if (hard) expect(value.round().sum(1).toArray()).toEqual([1, 1, 1, 1, 1]);
    return pullBack(weights)[0]!.toArray();
  };
  expect(grad(true)).toEqual(grad(false));
});

test("a Gumbel sample draws classes as often as the softmax says", () => {
  const logits = tensor([0.5, 0.3, 0.2]).log().expand([4000, 3]);
  const counts = F.gumbelSoftmax(logits, { hard: true, generator: new Generator(7) }).mean(0);
  expect(allclose(counts, tensor([0.5, 0.3, 0.2]), { atol: 0.03 })).toBe(true);
});
