import { valueAndGrad } from "@saccade/autograd";
import { manualSeed, ones, randn, tensor, where } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Dropout, dropout } from "../../src/index.ts";

describe("dropout", () => {
  it("keeps about 1 − p of the elements, scaled so that the mean stays", () => {
    manualSeed(5);
    const y = dropout(ones([100, 100]), 0.3).dataSync();
    const kept = y.filter((value) => value !== 0);
    expect(kept.every((value) => Math.abs(value - 1 / 0.7) < 1e-6)).toBe(true);
    expect(kept.length / 10_000).toBeCloseTo(0.7, 1);
  });

  it("lets the gradient through where it let the value through", () => {
    manualSeed(1);
    const x = randn([5, 5]);
    const { value, grads } = valueAndGrad(() => {
      const y = dropout(x, 0.5);
      return { loss: y.sum(), y };
    }, x);
    expect(grads.toArray()).toEqual(where(value.y.ne(0), 2, 0).toArray());
  });

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

  it("repeats for a seed, and draws anew otherwise", () => {
    const layer = new Dropout(0.5);
    manualSeed(2);
    const first = layer.forward(ones([50])).toArray();
    expect(layer.forward(ones([50])).toArray()).not.toEqual(first);
    manualSeed(2);
    expect(layer.forward(ones([50])).toArray()).toEqual(first);
  });

  it("refuses a p that is not a probability", () => {
    expect(() => new Dropout(1.5)).toThrow(/p must be a number from 0 to 1, got 1.5/);
    expect(() => dropout(ones([1]), Number.NaN)).toThrow(/NaN/);
  });
});
