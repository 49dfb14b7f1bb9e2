import { vjp } from "@saccade/autograd";
import { type Backend, ones, referenceBackend, scope, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { expect } from "vitest";

export type Program = (...xs: Tensor[]) => Tensor | readonly Tensor[];

/** How far a backend's float32 may be from the reference's. */
export interface Closeness {
  readonly relative: number;
  readonly absolute: number;
}

export const float32: Closeness = { relative: 2e-5, absolute: 2e-6 };

/** Holds values against the reference's: NaN and infinities equal, the rest within the tolerance; others equal. */
export function expectClose(got: Tensor, want: Tensor, what: string, close: Closeness = float32): void {
  expect(got.shape, what).toEqual(want.shape);
  expect(got.dtype, what).toBe(want.dtype);
  const [a, b] = [got.dataSync(), want.dataSync()];
  for (let i = 0; i < b.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (Object.is(x, y) || x === y) continue;
    const within = Math.abs(x - y) <= close.absolute + close.relative * Math.abs(y);
    if (!within) expect.fail(`${what}: element ${i} of [${want.shape}] is ${x}, the reference has ${y}`);
  }
}

/**
 * Runs a program on both backends with the same inputs, and holds its results and, where it has them, the
 * gradients of its float inputs against the reference's.
 */
export function holdAgainstReference(
  backend: Backend,
  program: Program,
  inputs: readonly Tensor[],
  { gradients = true, close = float32 }: { gradients?: boolean; close?: Closeness } = {},
): void {
  scope(() => {
    const run = (on: Backend): { results: readonly Tensor[]; grads: readonly Tensor[] } => {
      const xs = inputs.map((x) => x.to(x.dtype === "float64" ? "float32" : x.dtype).to(on));
      if (!gradients) return { results: [program(...xs)].flat() as Tensor[], grads: [] };
      const floats = xs.filter((x) => isFloat(x.dtype));
      const results: Tensor[] = [];
      const { value, pullBack } = vjp((...given) => {
        let k = 0;
        const ys = [program(...xs.map((x) => (isFloat(x.dtype) ? given[k++]! : x)))].flat() as Tensor[];
        return ys.filter((y) => isFloat(y.dtype));
      }, floats);
      results.push(...value);
      const cotangents = value.map((y, i) => ones(y.shape, { backend: on }).mul(1 + i / 2));
      return { results, grads: pullBack(cotangents) };
    };
    const want = run(referenceBackend());
    const got = run(backend);
    expect(got.results.length).toBe(want.results.length);
    want.results.forEach((y, i) => {
      expectClose(got.results[i]!, y, `result ${i}`, close);
    });
    want.grads.forEach((g, i) => {
      expectClose(got.grads[i]!, g, `gradient ${i}`, close);
    });
  });
}
