import { gradCheck } from "@saccade/autograd";
import { cat, Generator, ones, rand, randn, stack, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import * as nn from "../../src/index.ts";
import { near } from "../helpers.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

const F = nn.functional;
const convs = [F.conv1d, F.conv2d, F.conv3d] as const;
const transposed = [F.convTranspose1d, F.convTranspose2d, F.convTranspose3d] as const;
const maxPools = [F.maxPool1d, F.maxPool2d, F.maxPool3d] as const;
const avgPools = [F.avgPool1d, F.avgPool2d, F.avgPool3d] as const;

/** A function of one dim or more, with lists of as many numbers; the types tell them apart by name only. */
const of = <F>(functions: readonly F[], dims: number) =>
  functions[dims - 1] as (...given: unknown[]) => Tensor;

const close = (a: Tensor, b: Tensor): void => near(a, b, 1e-4);

const lists = (dims: number, min: number, max: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min, max }), { minLength: dims, maxLength: dims });

const plans = fc.integer({ min: 1, max: 3 }).chain((dims) =>
  fc.record({
    dims: fc.constant(dims),
    size: lists(dims, 4, 6),
    kernel: lists(dims, 1, 3),
    stride: lists(dims, 1, 3),
    padding: lists(dims, 0, 1),
    dilation: lists(dims, 1, 2),
    groups: fc.constantFrom(1, 2),
  }),
);

interface Steps {
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation: readonly number[];
  readonly groups: number;
}

describe("transposed convolution", () => {
  it("is the adjoint of convolution, in one, two and three dims", () => {
    fc.assert(
      fc.property(plans, ({ dims, size, kernel, ...steps }) => {
        const { stride, padding, dilation } = steps;
        const span = kernel.map((k, i) => dilation[i]! * (k - 1) + 1);
        fc.pre(size.every((n, i) => n + 2 * padding[i]! >= span[i]!));
        const x = randn([2, 4, ...size]);
        const weight = randn([6, 4 / steps.groups, ...kernel]);
        const y = of(convs, dims)(x, weight, null, steps);
        const g = randn(y.shape);
        // What the last window does not reach.
        const outputPadding = size.map((n, i) => (n + 2 * padding[i]! - span[i]!) % stride[i]!);
        const back = of(transposed, dims)(g, weight, null, { ...steps, outputPadding });
        expect(back.shape).toEqual(x.shape);
        const [there, here] = [y.mul(g).sum().item(), back.mul(x).sum().item()];
        expect(Math.abs(there - here)).toBeLessThan(1e-3 * Math.max(1, Math.abs(there)));
      }),
      { numRuns: 60 },
    );
  });

  it("has second gradients with every outputPadding, in one, two and three dims", () => {
    fc.assert(
      fc.property(plans, fc.nat(3), ({ dims, size, kernel, stride, dilation, groups }, more) => {
        const outputPadding = stride.map((step, i) => more % Math.max(step, dilation[i]!));
        const generator = new Generator(more);
        const draw = (...shape: number[]): Tensor => randn(shape, { generator, dtype: "float64" });
        const x = draw(1, groups, ...size.map((n) => n - 3));
        const weight = draw(groups, 1, ...kernel);
        const steps = { stride, dilation, groups, outputPadding };
        const f = (x: Tensor, weight: Tensor): Tensor => of(transposed, dims)(x, weight, null, steps);
        const grown = f(x, weight).numel;
        fc.pre(grown <= 60);
        gradCheck((x, weight) => f(x!, weight!).sin(), [x, weight], { order: 2, atol: 1e-5, rtol: 1e-4 });
      }),
      { numRuns: 25 },
    );
  });

  it("has gradients of both orders, and a bias for each channel", () => {
    const steps = { stride: 2, padding: 1, outputPadding: [1, 0], groups: 2 } as const;
    const layer = new nn.ConvTranspose2d(2, 2, [2, 3], steps);
    gradCheckModule(layer, (x) => layer.forward(x!).tanh(), [randn([1, 2, 2, 3])]);
    const deep = new nn.ConvTranspose3d(1, 2, 2, { stride: [2, 1, 1] });
    gradCheckModule(deep, (x) => deep.forward(x!).square(), [randn([1, 1, 2, 1, 2])], { order: 2 });
  });

  it("reaches an output size, or names the sizes that it can", () => {
    const layer = new nn.ConvTranspose1d(1, 1, 3, { stride: 2 });
    expect(layer.forward(zeros([1, 1, 4]), [10]).shape).toEqual([1, 1, 10]);
    expect(() => layer.forward(zeros([1, 1, 4]), [11])).toThrow(/outputSize \[11\] must be \[9\]/);
    const long = /outputSize \[1, .* 3000 in all\] must be \[9\], or exceed/;
    expect(() => layer.forward(zeros([1, 1, 4]), new Array(3000).fill(1))).toThrow(long);
  });
});

/** Every list of indices below `sizes`, in row-major order. */
const every = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>((all, n) => all.flatMap((a) => [...Array(n).keys()].map((i) => [...a, i])), [[]]);

/** Convolution as the sum over the elements of its windows. */
function byWindows(x: Tensor, weight: Tensor, { stride, padding, dilation, groups }: Steps): Tensor {
  const kernel = weight.shape.slice(2);
  const padded = x.pad(padding.toReversed().flatMap((p) => [p, p]));
  const shape = kernel.map((k, i) => padded.size(2 + i) - dilation[i]! * (k - 1));
  const counts = shape.map((n, i) => Math.ceil(n / stride[i]!));
  const products = every(kernel).map((tap) => {
    const seen = tap.reduce((y, k, i) => {
      const start = k * dilation[i]!;
      return y.slice(2 + i, { start, stop: start + shape[i]!, step: stride[i]! });
    }, padded);
    const factors = tap.reduce((w, k) => w.select(2, k), weight).chunk(groups, 0); // (O / G, C / G) each
    return cat(seen.flatten(2).chunk(groups, 1).map((own, g) => factors[g]!.matmul(own)), 1); // biome-ignore format: one line
  });
  return products.reduce((a, b) => a.add(b)).reshape([x.size(0), weight.size(0), ...counts]);
}

describe("convolution", () => {
  it("is the sum over windows in one, two and three dims, for every stride, padding, dilation and number of groups", () => {
    fc.assert(
      fc.property(plans, fc.boolean(), ({ dims, size, kernel, ...steps }, biased) => {
        fc.pre(size.every((n, i) => n + 2 * steps.padding[i]! > steps.dilation[i]! * (kernel[i]! - 1)));
        const [x, weight] = [randn([2, 4, ...size]), randn([6, 4 / steps.groups, ...kernel])];
        const bias = biased ? randn([6]) : null;
        const sum = byWindows(x, weight, steps);
        const wanted = bias ? sum.add(bias.reshape([6, ...kernel.map(() => 1)])) : sum;
        close(of(convs, dims)(x, weight, bias, steps), wanted);
        close(of(convs, dims)(x.select(0, 0), weight, bias, steps), wanted.select(0, 0));
      }),
      { numRuns: 60 },
    );
  });

  it("has gradients of both orders", () => {
    const steps = { stride: [1, 2], padding: [1, 0], dilation: [2, 1], groups: 2 } as const;
    const flat = new nn.Conv2d(2, 2, [2, 3], steps);
    gradCheckModule(flat, (x) => flat.forward(x!).tanh(), [randn([1, 2, 4, 5])]);
    const small = new nn.Conv2d(1, 1, 2, { padding: 1 });
    gradCheckModule(small, (x) => small.forward(x!).tanh(), [randn([1, 1, 2, 3])], { order: 2 });
    const layer = new nn.Conv3d(1, 2, [2, 1, 2], { padding: 1, stride: [1, 2, 2] });
    gradCheckModule(layer, (x) => layer.forward(x!).square(), [randn([1, 1, 2, 2, 2])], { order: 2 });
  });
});

describe("padding of convolution layers", () => {
  it('"same" keeps the size, with the odd zero behind', () => {
    const layer = new nn.Conv1d(1, 1, 2, { padding: "same", bias: false });
    layer.loadStateDict({ weight: tensor([[[1, 10]]]) });
    expect(layer.forward(tensor([[[1, 2, 3]]])).toArray()).toEqual([[[21, 32, 3]]]);
  });

  it.each(["reflect", "replicate", "circular"] as const)("is that of pad: %s", (paddingMode) => {
    const layer = new nn.Conv2d(2, 3, 3, { padding: [1, 2], paddingMode });
    const x = randn([1, 2, 5, 5]);
    const padded = F.pad(x, [2, 2, 1, 1], { mode: paddingMode });
    close(layer.forward(x), F.conv2d(padded, layer.weight, layer.bias));
  });
});

interface Pool extends Omit<Steps, "groups"> {
  readonly kernel: readonly number[];
  readonly ceilMode: boolean;
}

/** The elements of all windows of x, (taps, …counts), with `value` around it. */
function elementsOf(x: Tensor, value: number, counts: readonly number[], pool: Pool): Tensor {
  const { kernel, stride, padding, dilation } = pool;
  const padded = x.pad(
    padding.toReversed().flatMap((p) => [p, p + 9]),
    { value },
  ); // beyond any window
  const seen = every(kernel).map((tap) =>
    tap.reduce((y, k, i) => {
      const start = k * dilation[i]!;
      return y.slice(i, { start, stop: start + (counts[i]! - 1) * stride[i]! + 1, step: stride[i]! });
    }, padded),
  );
  return stack(seen);
}

function countsOf(size: readonly number[], { kernel, stride, padding, dilation, ceilMode }: Pool): number[] {
  return size.map((n, i) => {
    const steps = (n + 2 * padding[i]! - dilation[i]! * (kernel[i]! - 1) - 1) / stride[i]!;
    const count = (ceilMode ? Math.ceil(steps) : Math.floor(steps)) + 1;
    return ceilMode && (count - 1) * stride[i]! >= n + padding[i]! ? count - 1 : count;
  });
}

describe("pools", () => {
  it("take the largest and the average of every window, in one, two and three dims, with ceilMode", () => {
    fc.assert(
      fc.property(plans, fc.boolean(), fc.boolean(), (plan, ceilMode, countIncludePad) => {
        const { dims, size, kernel, stride, dilation } = plan;
        const padding = plan.padding.map((p, i) => Math.min(p, Math.floor(kernel[i]! / 2)));
        fc.pre(size.every((n, i) => n + 2 * padding[i]! > dilation[i]! * (kernel[i]! - 1)));
        const how = { stride, padding, ceilMode };
        const [x, dilated] = [randn(size), { ...how, kernel, dilation }];
        const largest = elementsOf(x, Number.NEGATIVE_INFINITY, countsOf(size, dilated), dilated).amax(0);
        close(of(maxPools, dims)(x.unsqueeze(0), kernel, { ...how, dilation }).squeeze(0), largest);
        const plain = { ...how, kernel, dilation: kernel.map(() => 1) };
        const counts = countsOf(size, plain);
        const none = padding.map(() => 0);
        const divisors = countIncludePad
          ? elementsOf(ones(size.map((n, i) => n + 2 * padding[i]!)), 0, counts, { ...plain, padding: none })
          : elementsOf(ones(size), 0, counts, plain);
        const averages = elementsOf(x, 0, counts, plain).sum(0).div(divisors.sum(0));
        close(of(avgPools, dims)(x.unsqueeze(0), kernel, { ...how, countIncludePad }).squeeze(0), averages);
      }),
      { numRuns: 40 },
    );
  });

  it("say where the largest are: unpooling puts them there", () => {
    const x = randn([2, 3, 4, 6, 4]);
    const { values, indices } = F.maxPool3d(x, 2, { returnIndices: true });
    close(x.flatten(2).gather(2, indices.flatten(2)).reshape(values.shape), values);
    const back = F.maxUnpool3d(values, indices, 2);
    close(F.maxPool3d(back.maskedFill(back.eq(0), -9), 2), values);
    expect(back.ne(0).sum().item()).toBe(values.numel);
    expect(() => F.maxUnpool3d(values, indices.add(1000), 2)).toThrow(/maxUnpool3d: index \d+ lies outside/);
  });

  it("adapt their windows to the size of the result", () => {
    const x = randn([1, 2, 5, 7]);
    const rows = (n: number, out: number) =>
      [...Array(out).keys()].map((i) => [Math.floor((i * n) / out), Math.ceil(((i + 1) * n) / out)] as const);
    const [average, largest] = [F.adaptiveAvgPool2d(x, [3, 4]), F.adaptiveMaxPool2d(x, [3, 4])];
    for (const [i, [top, bottom]] of rows(5, 3).entries())
      for (const [j, [left, right]] of rows(7, 4).entries()) {
        const window = x.narrow(2, top, bottom - top).narrow(3, left, right - left);
        close(average.select(2, i).select(2, j), window.mean([2, 3]));
        close(largest.select(2, i).select(2, j), window.amax([2, 3]));
      }
    gradCheck((x) => F.adaptiveAvgPool2d(x!, [3, 2]).square(), [randn([1, 1, 4, 5])], { order: 2 });
    gradCheck((x) => F.adaptiveMaxPool1d(x!, 3).square(), [randn([1, 1, 5])], { order: 2 });
  });

  it("with fractional steps draw them from a generator, and take elements of x", () => {
    const x = randn([2, 3, 9, 8]);
    const settings = { outputRatio: [0.6, 0.5], returnIndices: true } as const;
    const run = (seed: number) =>
      F.fractionalMaxPool2d(x, 2, { ...settings, generator: new Generator(seed) });
    const { values, indices } = run(1);
    expect(values.shape).toEqual([2, 3, 5, 4]);
    close(x.flatten(2).gather(2, indices.flatten(2)).reshape(values.shape), values);
    expect(run(1).indices.eq(indices).all().toArray()).toBe(true);
    expect(run(2).indices.eq(indices).all().toArray()).toBe(false);
    const given = { outputSize: 4, randomSamples: rand([2, 3, 2]) };
    close(F.fractionalMaxPool2d(x.select(0, 0), 2, given), F.fractionalMaxPool2d(x, 2, given).select(0, 0));
    expect(() => F.fractionalMaxPool2d(x, 2, {})).toThrow(/fractionalMaxPool2d: give the size of the result/);
  });

  it("of maxima, averages and powers have gradients", () => {
    const max = new nn.MaxPool2d(2, { stride: 1, padding: 1 });
    gradCheckModule(max, (x) => max.forward(x!).square(), [randn([1, 1, 3, 3])], { order: 2 });
    const avg = new nn.AvgPool2d([2, 3], { stride: 1, padding: [1, 1], countIncludePad: false });
    gradCheckModule(avg, (x) => avg.forward(x!).square(), [randn([1, 1, 3, 4])], { order: 2 });
    const layer = new nn.LPPool2d(3, 2, { stride: 1 });
    gradCheckModule(layer, (x) => layer.forward(x!), [randn([1, 1, 3, 3]).abs().add(0.5)], { order: 2 });
  });
});

test("a lazy convolution takes its channels from the first input, and keeps them", () => {
  const layer = new nn.LazyConv2d(4, 3, { padding: 1 });
  expect(layer.parameters()).toEqual([]);
  expect(layer.forward(randn([1, 2, 5, 5])).shape).toEqual([1, 4, 5, 5]);
  expect(Object.entries(layer.namedParameters()).map(([name, p]) => [name, p.shape])).toEqual([
    ["weight", [4, 2, 3, 3]],
    ["bias", [4]],
  ]);
  expect(() => layer.forward(randn([1, 3, 5, 5]))).toThrow("inChannels is 2, but 3");
});
