import { ArgumentError, ones, ShapeError } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";

function make(name: string, ...args: unknown[]): { forward: (...given: unknown[]) => unknown } {
  const kind: new (...args: unknown[]) => { forward: (...given: unknown[]) => unknown } = Reflect.get(
    attention,
    name,
  );
  return new kind(...args);
}

const sized: readonly (readonly [string, number])[] = [
  ["DotScoring", 1],
  ["ScaledDotScoring", 1],
  ["BilinearScoring", 2],
  ["AdditiveScoring", 3],
  ["ConcatScoring", 3],
  ["PerceptronScoring", 3],
  ["CosineScoring", 1],
  ["GaussianScoring", 1],
  ["LocationScoring", 2],
];

test.each(sized)("%s refuses sizes, tensors, masks and options by name", (name, count) => {
  const sizes = new Array<unknown>(count).fill(4);
  for (const size of [0, 1.5, "4", null, Number.NaN]) {
    for (const [i] of sizes.entries()) {
      expect(() => make(name, ...sizes.with(i, size))).toThrow(ArgumentError);
      expect(() => make(name, ...sizes.with(i, size))).toThrow(
        new RegExp(`^${name}: \\w+ must be a whole number ≥ 1`),
      );
    }
  }
  const scoring = make(name, ...sizes);
  const x = ones([2, 3, 4]);
  const refuses = (args: readonly unknown[], message: string): void =>
    expect(() => scoring.forward(...args)).toThrow(`${name}.forward: ${message}`);
  refuses([[1], x, x], "queries must be a tensor");
  refuses([x, x], "values must be a tensor");
  refuses([x, x, x, ones([3, 3])], "options must be an object");
  refuses([x, x, x, { keyPaddingMask: x }], 'no option "keyPaddingMask"');
  refuses([x, x, x, { mask: ones([3, 3]) }], "mask is float32");
  expect(() => scoring.forward(x, x, ones([2, 2, 4]))).toThrow(ShapeError);
});

const wrong: readonly (readonly [string, readonly unknown[], string])[] = [
  ["CosineScoring", [4, { scale: "10" }], 'scale must be a finite number, got "10"'],
  ["CosineScoring", [4, { temperature: 2 }], 'no option "temperature"; write scale: 1 / temperature'],
  ["CosineScoring", [4, 10], "options must be an object, got 10"],
  ["GaussianScoring", [4, { bandwidth: 0 }], "bandwidth must be a finite number above 0, got 0"],
  ["GaussianScoring", [4, { sigma: 1 }], 'no option "sigma"; write bandwidth'],
];

test.each(wrong)("%s(%j) is refused", (name, args, message) => {
  expect(() => make(name, ...args)).toThrow(`${name}: ${message}`);
});
