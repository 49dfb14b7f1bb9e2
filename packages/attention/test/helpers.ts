import { type GradCheckOptions, gradCheck } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { Generator, memory, randn, type Shape, scope, type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";

/** Standard normal numbers, the same for the same seed. */
export function noise(shape: Shape, seed: number = 1): Tensor {
  return randn(shape, { generator: new Generator(seed) });
}

export function bools(rows: readonly (readonly number[])[]): Tensor {
  return tensor(
    rows.map((row) => row.map((x) => x !== 0)),
    { dtype: "bool" },
  );
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

/** How many tensors are live after `f` in a scope, beyond those before it. */
export function leaked(f: () => unknown): number {
  const before = memory().tensors;
  scope(() => void f());
  return memory().tensors - before;
}

export function put(module: Module, name: string, value: Tensor): void {
  const path = name.split(".");
  let owner: object = module;
  for (const part of path.slice(0, -1)) owner = Reflect.get(owner, part);
  Reflect.set(owner, path.at(-1)!, value);
}

/** gradCheck for the inputs and every parameter of a module. */
export function gradCheckModule(
  module: Module,
  f: (...inputs: Tensor[]) => Tensor | readonly Tensor[],
  inputs: readonly Tensor[],
  options: GradCheckOptions = {},
): void {
  const parameters = module.namedParameters();
  const names = Object.keys(parameters);
  try {
    gradCheck(
      (...all) => {
        names.forEach((name, i) => {
          put(module, name, all[inputs.length + i]!);
        });
        return f(...all.slice(0, inputs.length));
      },
      [...inputs, ...Object.values(parameters)],
      options,
    );
  } finally {
    for (const name of names) put(module, name, parameters[name]!);
  }
}
