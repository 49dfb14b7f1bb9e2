import { valueAndGrad } from "@saccade/autograd";
import { arange, ones, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Dropout, dropout, Embedding, RMSNorm, rmsNorm } from "../../src/index.ts";
import { int, near } from "../helpers.ts";

describe("dropout", () => {
  it("with p = 1 gives zeros and zero gradients, even of what is not finite", () => {
    const x = tensor([1, Number.POSITIVE_INFINITY, Number.NaN]);
    expect(dropout(x, 1).toArray()).toEqual([0, 0, 0]);
    expect(valueAndGrad(() => dropout(x, 1).sum(), x).grads.toArray()).toEqual([0, 0, 0]);
  });

  it("is the identity with p = 0, and after eval", () => {
    const x = ones([3]);
    expect(dropout(x, 0)).toBe(x);
    expect(new Dropout(0.9).eval().forward(x)).toBe(x);
    expect(dropout(x, 0.9, { training: false })).toBe(x);
  });
});

describe("Embedding", () => {
  const rows = arange(6).reshape([3, 2]);
  const layer = (paddingIdx: number | null = null): Embedding => {
    const made = new Embedding(3, 2, { paddingIdx });
    made.loadStateDict({ weight: rows });
    return made;
  };

  it("adds the gradients of repeated rows, and gives the padding row none", () => {
    const gradient = (e: Embedding): unknown =>
      valueAndGrad(() => e.forward(int([2, 0, 2])).sum(), e.parameters()).grads[0]!.toArray();
    const [one, two, none] = [[1, 1], [2, 2], [0, 0]]; // biome-ignore format: one line
    expect(gradient(layer())).toEqual([one, none, two]);
    expect(gradient(layer(2))).toEqual([one, none, none]);
    expect(gradient(layer(-1))).toEqual([one, none, none]);
    near(layer(2).forward(int([2])), [4, 5], 0);
  });
});

describe("RMSNorm", () => {
  it("normalizes all trailing dims, with the dtype's epsilon by default", () => {
    const layer = new RMSNorm([2, 2], { eps: 0.5 });
    layer.loadStateDict({ weight: tensor([[1, 2], [3, -1]]) }); // biome-ignore format: one line
    expect(layer.forward(tensor([[1, 2], [-3, 0]])).toArray()).toEqual([[0.5, 2], [-4.5, -0]]); // biome-ignore format: one line
    const tiny = 2 ** -12;
    for (const [dtype, eps] of [["float32", 2 ** -23], ["float64", 2 ** -52]] as const) // biome-ignore format: one line
      expect(rmsNorm(tensor([tiny], { dtype }), [1]).item()).toBeCloseTo(
        tiny / Math.sqrt(tiny ** 2 + eps),
        6,
      );
    expect(rmsNorm(tensor([0, 0]), [2]).toArray()).toEqual([0, 0]);
  });
});
