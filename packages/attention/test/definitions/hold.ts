import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { type Backend, referenceBackend, scope, setBackend, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import fc from "fast-check";
import { expect } from "vitest";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import { noise, put } from "../helpers.ts";

/** Where the library is held against the definitions, which run on the reference backend. */
export const backends: readonly (readonly [name: string, backend: Backend])[] = [
  ["reference", referenceBackend()],
  ["kernels", await wasmBackend()],
];

export type Program = (...inputs: Tensor[]) => Tensor | readonly Tensor[];

/** How far apart they may be: of values, of gradients, and of gradients of gradients. */
const tolerances = [1e-5, 5e-5, 5e-4];

export const size = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
export const seeds: fc.Arbitrary<number> = fc.nat(1000);

/** A tensor of normal numbers for each shape. */
export function inputsOf(seed: number, ...shapes: readonly number[][]): Tensor[] {
  return shapes.map((shape, i) => noise(shape, seed + i));
}

/** bool, true with probability 0.7; some rows may have no key left. */
export function maskOf(seed: number, shape: readonly number[]): Tensor {
  return noise(shape, seed + 99).gt(-0.52);
}

interface Held {
  /** It runs on the reference backend. */
  readonly definition: Program;
  /** What the library computes in its place, on the given backend. */
  readonly library: Program;
  /** Gradients are compared for those that hold floats. */
  readonly inputs: readonly Tensor[];
  /** Its parameters are inputs too; both programs read them from it. */
  readonly module?: Module;
  /** Whether gradients of gradients are compared. */
  readonly second?: boolean;
}

/** Holds values, gradients, and gradients of gradients of the library on a backend against the definition's. */
export function hold(backend: Backend, { definition, library, inputs, module, second = false }: Held): void {
  const parameters = module?.namedParameters() ?? {};
  const all = [...inputs, ...Object.values(parameters)];
  const run = (program: Program, on: Backend): (readonly Tensor[])[] => {
    setBackend(on);
    const xs = all.map((x) => x.detach().to(on));
    Object.keys(parameters).forEach((name, i) => {
      put(module!, name, xs[inputs.length + i]!);
    });
    const floats = xs.filter((x) => isFloat(x.dtype));
    const first = () =>
      valueAndGrad(() => {
        const results = [program(...xs.slice(0, inputs.length))].flat() as Tensor[];
        return { loss: weigh(results, 7), results };
      }, floats);
    if (!second) {
      const { value, grads } = first();
      return [value.results, grads];
    }
    const { value, grads } = valueAndGrad(() => {
      const { value, grads } = first();
      return { loss: weigh(grads, 8), results: value.results, grads };
    }, floats);
    return [value.results, value.grads, grads];
  };
  try {
    scope(() => {
      const [want, got] = [run(definition, referenceBackend()), run(library, backend)];
      for (const x of got.flat()) expect(x.backend).toBe(backend);
      want.forEach((tensors, order) => {
        tensors.forEach((x, i) => {
          expectClose(got[order]![i]!, x, tolerances[order]!, `derivative ${order}, tensor ${i}`);
        });
      });
    });
  } finally {
    setBackend(referenceBackend());
    for (const [name, parameter] of Object.entries(parameters)) put(module!, name, parameter);
  }
}

// A loss to which every element contributes by a weight of its own.
function weigh(xs: readonly Tensor[], seed: number): Tensor {
  return xs.map((x, i) => x.mul(noise(x.shape, seed + i)).sum()).reduce((a, b) => a.add(b));
}

function expectClose(got: Tensor, want: Tensor, tolerance: number, what: string): void {
  expect(got.shape, what).toEqual(want.shape);
  const [a, b] = [got.dataSync(), want.dataSync()];
  const largest = Array.from(b).reduce((most, y) => Math.max(most, Math.abs(y) || 0), 1);
  for (let i = 0; i < b.length; i++) {
    if (Number.isNaN(b[i]) && Number.isNaN(a[i])) continue;
    const within = Math.abs(a[i]! - b[i]!) <= tolerance * largest;
    if (!within) expect.fail(`${what}, element ${i}: ${a[i]}, by definition ${b[i]}`);
  }
}

/** Output and weights of an attention. */
export function both({ output, weights }: { readonly output: Tensor; readonly weights: Tensor }): Tensor[] {
  return [output, weights];
}
