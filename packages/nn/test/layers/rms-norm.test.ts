import { ones, randn, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RMSNorm, rmsNorm } from "../../src/index.ts";

describe("RMSNorm", () => {
  it("gives each row the mean square 1, whatever its scale", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 10, noNaN: true }), (scale) => {
        const x = randn([3, 8]);
        const y = rmsNorm(x, [8]);
        for (const square of y.square().mean(-1).dataSync()) expect(square).toBeCloseTo(1, 5);
        const scaled = rmsNorm(x.mul(scale), [8]).dataSync();
        y.dataSync().forEach((value, i) => {
          expect(scaled[i]).toBeCloseTo(value, 4);
        });
      }),
      { numRuns: 20 },
    );
  });

  it("is x / √(mean x² + eps) · weight over all trailing dims, with the dtype's epsilon by default", () => {
    const layer = new RMSNorm([2, 2], { eps: 0.5 });
    layer.loadStateDict({
      weight: tensor([
        [1, 2],
        [3, -1],
      ]),
    });
    const x = tensor([
      [1, 2],
      [-3, 0],
    ]);
    expect(layer.forward(x).toArray()).toEqual([
      [0.5, 2],
      [-4.5, -0],
    ]);
    const tiny = 2 ** -12;
    expect(rmsNorm(tensor([tiny]), [1]).item()).toBeCloseTo(tiny / Math.sqrt(tiny ** 2 + 2 ** -23), 6);
    const double = tensor([tiny], { dtype: "float64" });
    expect(rmsNorm(double, [1]).item()).toBeCloseTo(tiny / Math.sqrt(tiny ** 2 + 2 ** -52), 12);
    expect(rmsNorm(tensor([0, 0]), [2]).toArray()).toEqual([0, 0]);
  });

  it("has one parameter, or none", () => {
    expect(Object.keys(new RMSNorm([3, 4]).stateDict())).toEqual(["weight"]);
    expect(new RMSNorm(3, { elementwiseAffine: false }).parameters()).toEqual([]);
    expect(String(new RMSNorm(3))).toBe("RMSNorm([3], eps=null, elementwiseAffine=true)");
    expect(() => new RMSNorm([3, 4]).forward(ones([2, 4]))).toThrow(/RMSNorm: input \[2, 4\].*\[3, 4\]/);
  });
});
