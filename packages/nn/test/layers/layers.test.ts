import { valueAndGrad } from "@saccade/autograd";
import { arange, ones, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Dropout, dropout, Embedding, Linear, linear, RMSNorm, rmsNorm } from "../../src/index.ts";
import { int, near } from "../helpers.ts";

// Values and gradients of the functions are in test/definitions.
describe("Linear", () => {
  it("maps the last dim, for any dims in front", () => {
    const layer = new Linear(3, 2);
    layer.loadStateDict({ weight: tensor([[1, 0, 2], [0, 1, -1]]), bias: tensor([10, 20]) }); // biome-ignore format: one line
    expect(layer.forward(tensor([1, 2, 3])).toArray()).toEqual([17, 19]);
    expect(layer.forward(ones([4, 5, 2, 3])).shape).toEqual([4, 5, 2, 2]);
    expect(layer.forward(ones([0, 3])).shape).toEqual([0, 2]);
    expect(new Linear(3, 2, { bias: false }).forward(ones([3])).shape).toEqual([2]);
  });

  it("names the layer, the sizes and the argument that do not fit", () => {
    expect(() => new Linear(4, 2).forward(ones([2, 3]))).toThrow(
      "Linear.forward: inFeatures is 4, but 3 in x float32[2, 3]",
    );
    expect(() => linear(ones([2, 3]), ones([3, 4]))).toThrow(/\[2, 3\].*\[3, 4\]/);
  });
});

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

  it("looks rows up, for indices of any shape", () => {
    const ids = int([2, 0, 2, 1]);
    const plain = layer();
    near(plain.forward(ids.reshape([2, 2])), rows.index([ids]).reshape([2, 2, 2]), 0);
    expect(plain.forward(int(1)).toArray()).toEqual([2, 3]);
    expect(() => plain.forward(int([3]))).toThrow(/3/);
  });

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

  it("has one parameter, or none, and shows its settings", () => {
    expect(Object.keys(new RMSNorm([3, 4]).stateDict())).toEqual(["weight"]);
    expect(new RMSNorm(3, { elementwiseAffine: false }).parameters()).toEqual([]);
    expect(String(new RMSNorm(3))).toBe("RMSNorm([3], eps=null, elementwiseAffine=true)");
  });
});
