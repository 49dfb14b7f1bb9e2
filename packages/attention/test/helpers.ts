import { Generator, memory, profile, randn, type Shape, scope, type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";

/** Standard normal numbers, the same for the same seed. */
export function noise(shape: Shape, seed: number = 1): Tensor {
  return randn(shape, { generator: new Generator(seed) });
}

/** A mask by its rows, as in `bools("110 101")`: true where there is a 1. */
export function bools(rows: string): Tensor {
  return tensor(rows.split(" ").map((row) => [...row].map((bit) => bit === "1")));
}

/** int32, of rows as in `ints("1 2, 3 0")`, or of lists. */
export function ints(values: string | number[] | number[][]): Tensor {
  if (typeof values !== "string") return tensor(values, { dtype: "int32" });
  const rows = values.split(", ").map((row) => row.split(" ").map(Number));
  return ints(rows.length > 1 ? rows : rows[0]!);
}

export function numbers(x: Tensor): number[] {
  return [...x.dataSync()];
}

export function expectClose(a: Tensor, b: Tensor, tolerance: number = 1e-5): void {
  expect(a.shape).toEqual(b.shape);
  const [x, y] = [a.dataSync(), b.dataSync()];
  for (let i = 0; i < x.length; i++) {
    if (!(Math.abs(x[i]! - y[i]!) <= tolerance)) expect(x[i], `element ${i}`).toBeCloseTo(y[i]!, 5);
  }
}

export function expectNoNaN(...tensors: Tensor[]): void {
  for (const x of tensors) expect(x.dataSync().every((value) => Number.isFinite(value))).toBe(true);
}

/** The kernels that a program runs. */
export function kernelsOf(f: () => unknown): string[] {
  return [...profile(f).kernels.keys()];
}

/** How many tensors are live after `f` in a scope, beyond those before it. */
export function leaked(f: () => unknown): number {
  const before = memory().tensors;
  scope(() => void f());
  return memory().tensors - before;
}

export { gradCheckModule, put } from "../../nn/test/module/grad-check-module.ts";
