import { cat, randn, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { AvgPool1d, AvgPool2d, Conv1d, Conv2d, MaxPool1d, MaxPool2d } from "../../src/index.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

interface Plan {
  readonly kernel: readonly [number, number];
  readonly stride: readonly [number, number];
  readonly padding: readonly [number, number];
  readonly dilation: readonly [number, number];
}

function outSize(size: number, i: 0 | 1, { kernel, stride, padding, dilation }: Plan): number {
  return Math.floor((size + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i]) + 1;
}

/** The elements of every window of x (N, C, H, W), undefined in the padding: by image, channel, row and column. */
function slidingWindows(x: Tensor, plan: Plan): (number | undefined)[][] {
  const [height, width] = [x.size(2), x.size(3)];
  const images = x.reshape([-1, height * width]).toArray() as number[][];
  const range = (n: number): number[] => [...Array(n).keys()];
  const at = (i: number, p: number, dim: 0 | 1): number =>
    i * plan.stride[dim] - plan.padding[dim] + p * plan.dilation[dim];
  return images.flatMap((image) =>
    range(outSize(height, 0, plan)).flatMap((i) =>
      range(outSize(width, 1, plan)).map((j) =>
        range(plan.kernel[0]).flatMap((p) =>
          range(plan.kernel[1]).map((q) => {
            const [h, w] = [at(i, p, 0), at(j, q, 1)];
            return h < 0 || w < 0 || h >= height || w >= width ? undefined : image[h * width + w];
          }),
        ),
      ),
    ),
  );
}

/** The convolution as a product of the windows and the filters of each group. */
function naiveConv(x: Tensor, weight: Tensor, bias: Tensor | null, groups: number, plan: Plan): Tensor {
  const [n, inChannels] = [x.size(0), x.size(1)];
  const windows = tensor(slidingWindows(x, plan).map((window) => window.map((v) => v ?? 0)));
  const taps = windows.reshape([n, inChannels, -1, windows.size(1)]); // (N, C, OH OW, KH KW)
  const outs = taps.chunk(groups, 1).map((own, g) => {
    const filters = weight.chunk(groups, 0)[g]!.flatten(1); // (O / G, C / G · KH KW)
    return own.transpose(1, 2).flatten(2).matmul(filters.t()).transpose(1, 2); // (N, O / G, OH OW)
  });
  const sum = cat(outs, 1);
  return bias ? sum.add(bias.unsqueeze(1)) : sum;
}

function expectValues(y: Tensor, expected: ArrayLike<number>): void {
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
          expectValues(y, naiveConv(x, layer.weight, layer.bias, groups, plan).dataSync());
        },
      ),
      runs(40),
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
    expectValues(layer.forward(x), layer.forward(x.contiguous().unsqueeze(0)).dataSync());
    expect(layer.forward(x).shape).toEqual([2, 4, 3]);
  });

  it("names what does not fit", () => {
    expect(() => new Conv2d(3, 2, 2).forward(randn([1, 2, 4, 4]))).toThrow(
      "inChannels is 3, but 2 in x float32[1, 2, 4, 4]",
    );
    expect(() => new Conv2d(1, 1, 5).forward(randn([1, 1, 4, 4]))).toThrow(/Conv2d.*\[5, 5\].*\[4, 4\]/);
  });
});

describe("Conv1d", () => {
  it("is a Conv2d of one row", () => {
    const layer = new Conv1d(2, 4, 3, { stride: 2, padding: 1, groups: 2 });
    expect(layer.weight.shape).toEqual([4, 1, 3]);
    const wide = new Conv2d(2, 4, [1, 3], { stride: [1, 2], padding: [0, 1], groups: 2 });
    wide.loadStateDict({ weight: layer.weight.unsqueeze(2), bias: layer.bias! });
    const x = randn([2, 2, 9]);
    expectValues(layer.forward(x), wide.forward(x.unsqueeze(2)).dataSync());
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
        const { kernel, stride, dilation } = plan;
        const inside = (window: (number | undefined)[]): number[] => window.filter((v) => v !== undefined);
        const max = new MaxPool2d(kernel, { stride, padding: plan.padding, dilation });
        expectValues(max.forward(x), slidingWindows(x, plan).map((window) => Math.max(...inside(window)))); // biome-ignore format: one line
        const avg = new AvgPool2d(kernel, { stride, padding: plan.padding, countIncludePad });
        const averages = slidingWindows(x, { ...plan, dilation: [1, 1] }).map((window) => {
          const sum = inside(window).reduce((a, b) => a + b, 0);
          return sum / (countIncludePad ? window : inside(window)).length;
        });
        expectValues(avg.forward(x), averages);
      }),
      runs(40),
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
});
