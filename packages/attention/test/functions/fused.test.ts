import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, profile, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import {
  MultiheadAttention,
  type ScaledDotProductOptions,
  scaledDotProductAttention,
} from "../../src/index.ts";
import { bools, expectClose, ints, noise, numbers } from "../helpers.ts";

const sizes = fc.integer({ min: 1, max: 6 });
const call = fc.record({
  b: fc.integer({ min: 1, max: 2 }),
  h: fc.integer({ min: 1, max: 2 }),
  lq: sizes,
  lk: sizes,
  d: sizes,
  dv: sizes,
  causal: fc.boolean(),
  dropout: fc.constantFrom(0, 0.4, 1),
  lengths: fc.constantFrom("none", "sequences", "queries"),
  bias: fc.boolean(),
  temperature: fc.option(fc.double({ min: 0.5, max: 3, noNaN: true }), { nil: undefined }),
  maskFill: fc.constantFrom(null, Number.NEGATIVE_INFINITY, -3),
});

/** Output and gradients from the same random state, with and without the weights. */
function bothWays(
  inputs: readonly Tensor[],
  options: ScaledDotProductOptions,
): [fused: Tensor[], composite: Tensor[]] {
  const [q, k, v, bias] = inputs;
  const run = (needWeights: boolean): Tensor[] => {
    manualSeed(7);
    const { value, grads } = valueAndGrad(() => {
      const { output } = scaledDotProductAttention(q!, k!, v!, { ...options, bias, needWeights });
      return { loss: output.mul(noise(output.shape, 9)).sum(), output };
    }, [...inputs]);
    return [value.output, ...grads];
  };
  return [run(false), run(true)];
}

test("without weights the numbers, gradients and dropped weights are those with them", () => {
  const property = fc.property(call, ({ b, h, lq, lk, d, dv, lengths, bias, ...options }) => {
    const given = { none: undefined, sequences: [b], queries: [b, lq] }[lengths];
    // With a fill a row that has no key left is NaN both ways or spread evenly; NaN has no distance.
    const least = options.maskFill === null ? 0 : 1;
    const validLens = given && noise(given, 5).abs().mul(lk).clamp({ min: least, max: lk }).to("int32");
    const inputs = [noise([b, h, lq, d], 1), noise([b, h, lk, d], 2), noise([b, 1, lk, dv], 3)];
    if (bias) inputs.push(noise([h, 1, lk], 4).reshape([1, h, 1, lk]));
    const [fused, composite] = bothWays(inputs, { ...options, validLens, training: true });
    for (const [i, x] of fused.entries()) expectClose(x, composite[i]!, 1e-4);
  });
  fc.assert(property, runs(60));
});

test("a row that nothing is allowed in is NaN with a fill of -Infinity, as in PyTorch, and zero without", () => {
  const mask = bools("00 10");
  const inputs = [noise([2, 3], 1), noise([2, 3], 2), noise([2, 3], 3)];
  for (const maskFill of [Number.NEGATIVE_INFINITY, null]) {
    const [fused, composite] = bothWays(inputs, { mask, maskFill });
    for (const [i, x] of fused.entries()) {
      const [got, want] = [numbers(x), numbers(composite[i]!)];
      got.forEach((value, j) => {
        if (Number.isNaN(want[j])) expect(value).toBeNaN();
        else expect(value).toBeCloseTo(want[j]!, 5);
      });
    }
  }
});

test("it is one kernel each way, but for weights that are wanted and for fills that give masked keys weight", () => {
  const [q, k, v] = [noise([2, 3, 4], 1), noise([2, 5, 4], 2), noise([2, 5, 4], 3)];
  const validLens = ints([2, 5]);
  const kernels = (options: ScaledDotProductOptions): string[] => {
    const loss = () => scaledDotProductAttention(q, k, v, { validLens, ...options }).output.sum();
    return [...profile(() => valueAndGrad(loss, { q, k, v })).kernels.keys()];
  };
  const fused = kernels({ needWeights: false });
  expect(fused).toContain("scaledDotProduct");
  expect(fused).toContain("scaledDotProductBackward");
  for (const name of ["matmul", "softmax"]) expect(fused).not.toContain(name);
  for (const options of [{}, { needWeights: false, maskFill: -1e6 }]) {
    expect(kernels(options)).not.toContain("scaledDotProduct");
  }
});

test("module dropout drops the same weights, fused and not", () => {
  const x = noise([2, 5, 8], 1);
  const attention = new MultiheadAttention(8, 2, { batchFirst: true, dropout: 0.5 });
  const output = (needWeights: boolean): Tensor => {
    manualSeed(3);
    return attention.forward(x, x, x, { needWeights }).output;
  };
  expectClose(output(false), output(true));
});
