import { ones, randn, type Tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LayerNorm, layerNorm } from "../../src/index.ts";

function expectClose(a: Tensor, b: Tensor, digits: number = 4): void {
  expect(a.shape).toEqual(b.shape);
  const expected = b.dataSync();
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, digits);
  });
}

describe("LayerNorm", () => {
  it("gives each row mean 0 and (biased) variance 1, whatever its shift and scale", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0.5, max: 10, noNaN: true }),
        (shift, scale) => {
          const x = randn([3, 8]);
          const y = layerNorm(x, [8], null, null, 1e-10);
          expectClose(y.sum(-1), zeros([3]));
          expectClose(y.square().sum(-1).div(8), ones([3]));
          expectClose(layerNorm(x.mul(scale).add(shift), [8], null, null, 1e-10), y, 3);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("refuses an input that ends in other dims", () => {
    expect(() => new LayerNorm([3, 4]).forward(ones([2, 4]))).toThrow(/LayerNorm: input \[2, 4\].*\[3, 4\]/);
    expect(new LayerNorm(3, { elementwiseAffine: false }).parameters()).toEqual([]);
  });
});
