import { describe, expect, test } from "vitest";
import * as fused from "../../src/fused.ts";
import { ArgumentError, ones, tensor, zeros } from "../../src/index.ts";

// Every number that a fused function takes, with values that would give NaN, the same result for all inputs, or nothing.

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const noNumber = [nan, "1", null];
const x = ones([2, 3]);

interface Place {
  readonly call: (value: never) => unknown;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const norm = (f: (dims: number, eps: number) => unknown): Record<string, Place> => ({
  eps: { call: (eps) => f(1, eps), good: [0, 1e-5, 1], bad: [...noNumber, undefined, -1e-5, -1, infinity] },
  dims: { call: (dims) => f(dims, 0), good: [1, 2], bad: [...noNumber, undefined, 0, -1, 1.5, 3, infinity] },
});

const places: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  scaledDotProduct: {
    scale: {
      call: (scale) => fused.scaledDotProduct(x, x, x, { scale }),
      good: [undefined, 1, -2, 1e-3],
      bad: [...noNumber, 0, -0, infinity, -infinity],
    },
    dropout: {
      call: (dropout) => fused.scaledDotProduct(x, x, x, { dropout }),
      good: [undefined, 0, 0.5, 1],
      bad: [...noNumber, -0.1, 1.1, infinity],
    },
  },
  layerNorm: norm((dims, eps) => fused.layerNorm(x, [], { dims, eps })),
  rmsNorm: norm((dims, eps) => fused.rmsNorm(x, null, { dims, eps })),
  clipFactor: {
    maxNorm: {
      call: (maxNorm) => fused.clipFactor(tensor(2), { maxNorm, eps: 0 }),
      good: [0, 1, infinity],
      bad: [...noNumber, undefined, -1, -infinity],
    },
    eps: {
      call: (eps) => fused.clipFactor(tensor(2), { maxNorm: 1, eps }),
      good: [0, 1e-6],
      bad: [...noNumber, undefined, -1e-6, infinity],
    },
  },
  crossEntropy: {
    labelSmoothing: {
      call: (labelSmoothing) => fused.crossEntropy(x, zeros([2], { dtype: "int32" }), { labelSmoothing }),
      good: [undefined, 0, 0.1, 1],
      bad: [...noNumber, -0.1, 1.1, infinity],
    },
  },
};

describe.each(Object.entries(places))("%s", (name, numbers) => {
  test.each(Object.entries(numbers))("%s", (option, { call, good, bad }) => {
    for (const value of good) expect(() => call(value as never), String(value)).not.toThrow();
    for (const value of bad) {
      const attempt = (): unknown => call(value as never);
      expect(attempt, String(value)).toThrow(ArgumentError);
      expect(attempt).toThrow(new RegExp(`^${name}: ${option} must be `));
    }
  });
});
