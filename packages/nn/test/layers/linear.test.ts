import { ones, randn, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Linear, linear } from "../../src/index.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

describe("Linear", () => {
  it("is x Wᵀ + b over the last dim, for any dims in front", () => {
    const layer = new Linear(3, 2);
    layer.loadStateDict({
      weight: tensor([
        [1, 0, 2],
        [0, 1, -1],
      ]),
      bias: tensor([10, 20]),
    });
    expect(layer.forward(tensor([1, 2, 3])).toArray()).toEqual([17, 19]);
    expect(layer.forward(ones([2, 3])).toArray()).toEqual([
      [13, 20],
      [13, 20],
    ]);
    expect(layer.forward(ones([4, 5, 2, 3])).shape).toEqual([4, 5, 2, 2]);
    expect(layer.forward(ones([0, 3])).shape).toEqual([0, 2]);
  });

  it("has gradients of both orders", () => {
    const layer = new Linear(3, 2);
    gradCheckModule(layer, (x) => layer.forward(x!).tanh(), [randn([2, 2, 3])], { order: 2 });
    const unbiased = new Linear(3, 2, { bias: false });
    gradCheckModule(unbiased, (x) => unbiased.forward(x!), [randn([3])]);
  });

  it("names the layer, the sizes and the argument that do not fit", () => {
    expect(() => new Linear(4, 2).forward(ones([2, 3]))).toThrow(
      "Linear.forward: inFeatures is 4, but 3 in x float32[2, 3]",
    );
    expect(() => linear(ones([2, 3]), ones([3, 4]))).toThrow(/\[2, 3\].*\[3, 4\]/);
    expect(() => new Linear(2.5, 1)).toThrow(/inFeatures must be .* got 2.5/);
  });
});
