import { vjp } from "@saccade/autograd";
import {
  type Backend,
  type DType,
  Generator,
  randn,
  referenceBackend,
  type Shape,
  type Tensor,
} from "@saccade/tensor";
import { withListener } from "@saccade/tensor/backend";
import fc from "fast-check";
import { expect } from "vitest";

/** A differentiable program. */
export type Program = (...xs: Tensor[]) => Tensor | readonly Tensor[];

/** Sizes 1 to `max`. */
export const size = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });

export const seeds: fc.Arbitrary<number> = fc.nat(9999);

/** The reference backend, which composes all ops that it can of others: nothing is fused. */
export const composing: Backend = { ...referenceBackend(), name: "composing", composes: () => true };

/** The kernels that run in f, in order, without copies and new tensors. */
export function kernelsOf(f: () => unknown): string[] {
  const names: string[] = [];
  const aroundKernel = (name: string, _bytes: () => number, run: () => void): void => {
    names.push(name);
    run();
  };
  withListener({ aroundKernel }, f);
  return names.filter((name) => name !== "contiguous" && name !== "full");
}

/** Draws tensors from one seed. */
export function drawer(seed: number, dtype: DType = "float64"): (...shape: number[]) => Tensor {
  const generator = new Generator(seed);
  return (...shape) => randn(shape, { generator, dtype });
}

/** Compares elements: within `tolerance`, relative beyond 1. NaN and infinities must be equal. */
export function expectClose(got: Tensor, want: Tensor, what: string, tolerance: number): void {
  expect(got.shape, what).toEqual(want.shape);
  const wanted = want.dataSync();
  got.dataSync().forEach((x, i) => {
    const y = wanted[i]!;
    if (Object.is(x, y) || Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(y))) return;
    expect.fail(`${what}: element ${i} of [${want.shape}] is ${x}, by the definition ${y}`);
  });
}

/**
 * Holds a program against its definition for the same inputs, all differentiable: values, gradients as kernels compute them,
 * gradients as an outer tape sees them, and second derivatives.
 */
export function holdTo(
  definition: Program,
  fast: Program,
  inputs: readonly Tensor[],
  tolerance: number = 1e-9,
): void {
  const [want, got] = [derivatives(definition, inputs), derivatives(fast, inputs)];
  for (const [name, tensors] of Object.entries(want))
    tensors.forEach((y, i) => {
      expectClose(got[name]![i]!, y, `${name} ${i}`, tolerance);
    });
}

function derivatives(program: Program, inputs: readonly Tensor[]): Record<string, readonly Tensor[]> {
  const listed = (...xs: Tensor[]): readonly Tensor[] => [program(...xs)].flat();
  const { value, pullBack } = vjp(listed, inputs);
  const slopes = (...xs: Tensor[]): readonly Tensor[] => {
    const inner = vjp(listed, xs);
    return inner.pullBack(inner.value.map((y, i) => directions(y.shape, i)));
  };
  const outer = vjp(slopes, inputs);
  return {
    value,
    gradient: pullBack(value.map((y, i) => directions(y.shape, i))),
    "gradient under a tape": outer.value,
    "second derivative": outer.pullBack(outer.value.map((y, i) => directions(y.shape, 9 + i))),
  };
}

function directions(shape: Shape, seed: number): Tensor {
  return randn(shape, { generator: new Generator(seed), dtype: "float64" });
}
