import { manualSeed, randn, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { AvgPool1d, AvgPool2d, Conv1d, Conv2d, MaxPool1d, MaxPool2d } from "../../src/index.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

interface Plan {
  readonly kernel: readonly [number, number];
  readonly stride: readonly [number, number];
  readonly padding: readonly [number, number];
  readonly dilation: readonly [number, number];
}

type Image = (n: number, c: number, h: number, w: number) => number | undefined;

// Reads (N, C, H, W); undefined outside.
function reader(x: Tensor): Image {
  const [, channels, height, width] = x.shape as [number, number, number, number];
  const data = x.dataSync();
  return (n, c, h, w) =>
    h < 0 || w < 0 || h >= height || w >= width
      ? undefined
      : data[((n * channels + c) * height + h) * width + w];
}

function outSize(size: number, i: 0 | 1, { kernel, stride, padding, dilation }: Plan): number {
  return Math.floor((size + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i]) + 1;
}

// Every output element as `combine` of its window's elements, in row-major order.
function slidingWindows<T>(
  x: Tensor,
  plan: Plan,
  combine: (n: number, c: number, window: (number | undefined)[]) => T,
): T[] {
  const image = reader(x);
  const out: T[] = [];
  for (let n = 0; n < x.size(0); n++)
    for (let c = 0; c < x.size(1); c++)
      for (let i = 0; i < outSize(x.size(2), 0, plan); i++)
        for (let j = 0; j < outSize(x.size(3), 1, plan); j++) {
          const window: (number | undefined)[] = [];
          for (let p = 0; p < plan.kernel[0]; p++)
            for (let q = 0; q < plan.kernel[1]; q++) {
              const h = i * plan.stride[0] - plan.padding[0] + p * plan.dilation[0];
              const w = j * plan.stride[1] - plan.padding[1] + q * plan.dilation[1];
              window.push(image(n, c, h, w));
            }
          out.push(combine(n, c, window));
        }
  return out;
}

function naiveConv(x: Tensor, weight: Tensor, bias: Tensor | null, groups: number, plan: Plan): number[] {
  const [inChannels, out] = [x.size(1), weight.size(0)];
  const windows = slidingWindows(x, plan, (_n, _c, window) => window);
  const positions = windows.length / (x.size(0) * inChannels);
  const taps = plan.kernel[0] * plan.kernel[1];
  const w = weight.dataSync();
  const result: number[] = [];
  for (let n = 0; n < x.size(0); n++)
    for (let o = 0; o < out; o++)
      for (let at = 0; at < positions; at++) {
        let sum = bias?.dataSync()[o] ?? 0;
        const group = Math.floor(o / (out / groups));
        for (let c = 0; c < inChannels / groups; c++) {
          const window = windows[(n * inChannels + group * (inChannels / groups) + c) * positions + at]!;
          for (let k = 0; k < taps; k++)
            sum += (window[k] ?? 0) * w[(o * (inChannels / groups) + c) * taps + k]!;
        }
        result.push(sum);
      }
  return result;
}

function expectValues(y: Tensor, expected: readonly number[]): void {
  expect(y.numel).toBe(expected.length);
  y.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 4);
  });
}

const planOf = (max: { kernel: number; padding: number }): fc.Arbitrary<Plan> => {
  const two = (min: number, most: number): fc.Arbitrary<readonly [number, number]> =>
    fc.tuple(fc.integer({ min, max: most }), fc.integer({ min, max: most }));
  return fc.record({
    kernel: two(1, max.kernel),
    stride: two(1, 3),
    padding: two(0, max.padding),
    dilation: two(1, 2),
  });
};

describe("Conv2d", () => {
  it("is the sum over windows, for every stride, padding, dilation and number of groups", () => {
    fc.assert(
      fc.property(
        planOf({ kernel: 3, padding: 2 }),
        fc.constantFrom(1, 2),
        fc.boolean(),
        (plan, groups, bias) => {
          const { kernel, ...rest } = plan;
          const layer = new Conv2d(4, 6, kernel, { ...rest, groups, bias });
          const x = randn([2, 4, 7, 6]);
          const y = layer.forward(x);
          expect(y.shape).toEqual([2, 6, outSize(7, 0, plan), outSize(6, 1, plan)]);
          expectValues(y, naiveConv(x, layer.weight, layer.bias, groups, plan));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("has gradients of both orders", () => {
    const layer = new Conv2d(2, 2, [2, 3], { stride: [1, 2], padding: [1, 0], dilation: [2, 1], groups: 2 });
    gradCheckModule(layer, (x) => layer.forward(x!).tanh(), [randn([1, 2, 4, 5])]);
    const small = new Conv2d(1, 1, 2, { padding: 1 });
    gradCheckModule(small, (x) => small.forward(x!).tanh(), [randn([1, 1, 2, 3])], { order: 2 });
  });

  it("takes strided inputs and inputs without a batch", () => {
    const layer = new Conv2d(3, 2, 2);
    const x = randn([5, 4, 3]).permute([2, 0, 1]); // (3, 5, 4)
    expectValues(layer.forward(x), [...layer.forward(x.contiguous().unsqueeze(0)).dataSync()]);
    expect(layer.forward(x).shape).toEqual([2, 4, 3]);
  });

  it("names what does not fit", () => {
    expect(() => new Conv2d(3, 2, 2).forward(randn([1, 2, 4, 4]))).toThrow(
      "inChannels is 3, but 2 in x float32[1, 2, 4, 4]",
    );
    expect(() => new Conv2d(1, 1, 5).forward(randn([1, 1, 4, 4]))).toThrow(/Conv2d.*\[5, 5\].*\[4, 4\]/);
    expect(() => new Conv2d(3, 2, 2, { groups: 2 })).toThrow(/groups/);
  });
});

test("weights and bias start between ±1/√fanIn, and come close to both ends", () => {
  manualSeed(0);
  for (const [layer, fanIn] of [
    [new Conv2d(4, 64, [2, 3], { groups: 2 }), 12],
    [new Conv1d(6, 66, 4, { groups: 3 }), 8],
  ] as const) {
    const bound = 1 / Math.sqrt(fanIn);
    for (const parameter of [layer.weight, layer.bias!]) {
      const values = [...parameter.dataSync()];
      expect(Math.max(...values)).toBeLessThanOrEqual(bound);
      expect(Math.min(...values)).toBeGreaterThanOrEqual(-bound);
      expect(Math.max(...values)).toBeGreaterThan(0.9 * bound);
      expect(Math.min(...values)).toBeLessThan(-0.9 * bound);
    }
  }
});

describe("Conv1d", () => {
  it("is a Conv2d of one row", () => {
    const layer = new Conv1d(2, 4, 3, { stride: 2, padding: 1, groups: 2 });
    expect(layer.weight.shape).toEqual([4, 1, 3]);
    const wide = new Conv2d(2, 4, [1, 3], { stride: [1, 2], padding: [0, 1], groups: 2 });
    wide.loadStateDict({ weight: layer.weight.unsqueeze(2), bias: layer.bias! });
    const x = randn([2, 2, 9]);
    expectValues(layer.forward(x), [...wide.forward(x.unsqueeze(2)).dataSync()]);
    expect(layer.forward(x.select(0, 0)).shape).toEqual([4, 5]);
  });
});

describe("pooling", () => {
  it("takes the largest and the average of every window", () => {
    fc.assert(
      fc.property(planOf({ kernel: 3, padding: 1 }), fc.boolean(), (any, countIncludePad) => {
        const padding = any.padding.map((p, i) => Math.min(p, Math.floor(any.kernel[i]! / 2)));
        const plan: Plan = { ...any, padding: [padding[0]!, padding[1]!] };
        const x = randn([2, 2, 7, 6]);
        const largest = slidingWindows(x, plan, (_n, _c, window) =>
          Math.max(...window.filter((v) => v !== undefined)),
        );
        const { kernel, stride, dilation } = plan;
        expectValues(new MaxPool2d(kernel, { stride, padding: plan.padding, dilation }).forward(x), largest);
        const dense: Plan = { ...plan, dilation: [1, 1] };
        const averages = slidingWindows(x, dense, (_n, _c, window) => {
          const inside = window.filter((v) => v !== undefined);
          return inside.reduce((a, b) => a + b, 0) / (countIncludePad ? window.length : inside.length);
        });
        expectValues(
          new AvgPool2d(kernel, { stride, padding: plan.padding, countIncludePad }).forward(x),
          averages,
        );
      }),
      { numRuns: 40 },
    );
  });

  it("has gradients", () => {
    const max = new MaxPool2d(2, { stride: 1, padding: 1 });
    gradCheckModule(max, (x) => max.forward(x!).square(), [randn([1, 1, 3, 3])], { order: 2 });
    const avg = new AvgPool2d([2, 3], { stride: 1, padding: [1, 1], countIncludePad: false });
    gradCheckModule(avg, (x) => avg.forward(x!).square(), [randn([1, 1, 3, 4])], { order: 2 });
  });

  it("in one dim is the same over one row", () => {
    const x = randn([2, 3, 8]);
    const row = x.unsqueeze(2);
    expectValues(new MaxPool1d(2).forward(x), [...new MaxPool2d([1, 2]).forward(row).dataSync()]);
    expectValues(new AvgPool1d(3, { stride: 2, padding: 1 }).forward(x), [
      ...new AvgPool2d([1, 3], { stride: [1, 2], padding: [0, 1] }).forward(row).dataSync(),
    ]);
    expect(new MaxPool1d(2).forward(x.select(0, 0)).shape).toEqual([3, 4]);
  });

  it("refuses padding beyond half a window", () => {
    expect(() => new MaxPool2d(2, { padding: 2 })).toThrow(/padding is 2/);
  });
});
