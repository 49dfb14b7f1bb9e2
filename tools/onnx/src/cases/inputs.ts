import type { DynamicAxes } from "@saccade/onnx";
import { randint, randn, type Tensor } from "@saccade/tensor";

/** Token ids (b, n) below `words`. */
export function ids(shape: readonly number[], words: number): Tensor {
  return randint(0, words, [...shape], { dtype: "int32" });
}

/** Lengths (b) from 1 to n. */
export function lengths(b: number, n: number): Tensor {
  return randint(1, n + 1, [b], { dtype: "int32" });
}

export function floats(...shape: number[]): Tensor {
  return randn(shape);
}

/** The dims of inputs whose sizes vary: "batch words" are the first two, and "_" stands for one that does not. */
export function axes(dims: Readonly<Record<string, string>>): DynamicAxes {
  const named = (names: string): Record<number, string> =>
    Object.fromEntries([...names.split(" ").entries()].filter(([, name]) => name !== "_"));
  return Object.fromEntries(Object.entries(dims).map(([input, names]) => [input, named(names)]));
}
