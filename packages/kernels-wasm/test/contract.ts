import { vjp } from "@saccade/autograd";
import { type Backend, ones, referenceBackend, scope, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { expect } from "vitest";
import type { Case } from "../../autograd/test/op-cases.ts";
import { roundedSize } from "../src/memory.ts";

/** A block of memory, as it was asked for. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
}

/** Whether blocks, with what they were rounded up by, have a byte in common. */
export function overlaps(blocks: readonly Block[]): boolean {
  const sorted = [...blocks].sort((a, b) => a.address - b.address);
  return sorted.some(
    ({ address, bytes }, i) => address + roundedSize(bytes) > (sorted[i + 1]?.address ?? Infinity),
  );
}

export type Program = (...xs: Tensor[]) => Tensor | readonly Tensor[];

/** The results of a tensor's methods, by their names, called with the same arguments. */
export function calls(x: Tensor, names: string, ...args: readonly unknown[]): Tensor[] {
  return names.split(" ").map((name) => Reflect.apply(Reflect.get(x, name), x, args));
}

/** The same values behind reversed strides. */
export function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

/** Lists of numbers, as in `listsOf("1 2, 3 4")`. */
export function listsOf(text: string): number[][] {
  return text.split(", ").map((list) => list.split(" ").map(Number));
}

export const bitsOf = (x: Tensor): readonly number[] => Array.from(x.clone().dataSync());

/** Options of {@link holdAgainstReference} for ops without gradients. */
export const noGradients = { gradients: false };

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

/** Holds cases against the reference, with their inputs as they are and behind other strides. */
export function holdCases(backend: Backend, cases: readonly Case[], gradients: boolean): void {
  for (const { f, inputs } of cases) {
    const given = inputs();
    holdAgainstReference(backend, f, given, { gradients });
    holdAgainstReference(backend, (...xs) => f(...xs.map(strided)), given, { gradients });
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
      const { value, pullBack } = vjp((...given) => {
        let k = 0;
        const ys = [program(...xs.map((x) => (isFloat(x.dtype) ? given[k++]! : x)))].flat() as Tensor[];
        return ys.filter((y) => isFloat(y.dtype));
      }, floats);
      const cotangents = value.map((y, i) => ones(y.shape, { backend: on }).mul(1 + i / 2));
      return { results: value, grads: pullBack(cotangents) };
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
