import { OutOfMemoryError, scope } from "@saccade/tensor";
import { OnnxError } from "../errors.ts";
import { type DynamicAxes, type Inputs, resized } from "../inputs.ts";
import { basesOf, fewest, sizesAlone, sizesTogether } from "../sizes/plan.ts";
import type { Sizes } from "../sizes/size.ts";
import { type Kernels, NotComputed, type Trace } from "./recorder.ts";
import { type Tracing, traceOf } from "./trace.ts";

/** Example inputs, their dynamic dims, and the sizes of those. */
export interface Example {
  readonly inputs: Inputs;
  readonly axes: DynamicAxes;
  readonly sizes: Sizes;
}

/** A trace at some sizes. */
export interface Sample {
  readonly sizes: Sizes;
  readonly trace: Trace;
}

/** A function's ops at many sizes; the first sample is the example's. */
export interface Samples {
  readonly samples: readonly Sample[];
  /** Sizes at which the function throws, such as those above its longest sequence, with the error. */
  readonly refused: readonly { readonly sizes: Sizes; readonly error: unknown }[];
}

// The limits of one trace at larger sizes, and of all of them, in elements of results.
const mostElements = 2 ** 24;
const mostOfAll = 2 ** 30;

/**
 * Traces a function at the example's sizes and at many others: each dim alone, small and large, and several together.
 *
 * @throws the function's errors at the example's sizes.
 */
export function samplesOf(tracing: Tracing, { inputs, axes, sizes }: Example): Samples {
  const samples = new Map<string, Sample>();
  const refused = new Map<string, { readonly sizes: Sizes; readonly error: unknown }>();
  const run = (at: Sizes, kernels: Kernels, largest?: number): Trace =>
    scope(() => traceOf(tracing, resized(inputs, axes, at, largest), kernels));
  const own: Sample = { sizes, trace: run(sizes, "all") };
  const names = Object.keys(sizes);
  if (names.length === 0) return { samples: [own], refused: [] };
  samples.set(JSON.stringify(sizes), own);

  const kernels = enough(own.trace, (few) => run(sizes, few));
  let spent = own.trace.elements;
  const add = (at: Sizes): Trace | null => {
    const key = JSON.stringify(at);
    const known = samples.get(key);
    if (known) return known.trace;
    if (refused.has(key)) return null;
    try {
      const trace = attempt(at, (largest) => run(at, kernels, largest));
      samples.set(key, { sizes: at, trace });
      spent += cost(kernels) * trace.elements;
      return trace;
    } catch (error) {
      if (error instanceof OnnxError) throw error;
      if (!(error instanceof OutOfMemoryError)) refused.set(key, { sizes: at, error });
      return null;
    }
  };

  const base = baseOf(sizes, (at) => add(at) !== null);
  for (const name of names) {
    let last: { readonly size: number; readonly elements: number } | null = null;
    for (const [k, size] of sizesAlone(sizes[name]!).entries()) {
      // Scores grow with the square of the length.
      const expected: number = last === null ? 0 : last.elements * (size / last.size) ** 2;
      const limit = mostElements / cost(kernels);
      if (k >= fewest && (expected > limit || spent > mostOfAll)) break;
      const trace = add({ ...base, [name]: size });
      if (trace) last = { size, elements: trace.elements };
    }
  }
  for (const at of sizesTogether(base, sizes)) if (spent <= mostOfAll) add(at);
  return { samples: [...samples.values()], refused: [...refused.values()] };
}

// Elements whose kernels run cost more.
function cost(kernels: Kernels): number {
  return kernels === "all" ? 64 : 1;
}

// The smallest set of kernels with which a function does the same at the example's sizes.
function enough(own: Trace, run: (kernels: Kernels) => Trace): Kernels {
  for (const kernels of ["constants", "parameters"] as const) {
    try {
      if (sameCalls(run(kernels), own)) return kernels;
    } catch (error) {
      if (error instanceof OnnxError && !(error instanceof NotComputed)) throw error;
    }
  }
  return "all";
}

function sameCalls(a: Trace, b: Trace): boolean {
  const text = ({ calls, values }: Trace): string =>
    JSON.stringify([calls.map(({ op, inputs, outputs }) => [op, inputs, outputs]), values]);
  return text(a) === text(b);
}

function attempt(at: Sizes, run: (largest?: number) => Trace): Trace {
  try {
    return run();
  } catch (error) {
    if (error instanceof OnnxError) throw error;
    for (const largest of [Math.min(...Object.values(at)), 1]) {
      try {
        return run(largest);
      } catch {}
    }
    throw error;
  }
}

const smallest = 13;

// The example's sizes, each made as small as the function takes, and different ones.
function baseOf(example: Sizes, runs: (sizes: Sizes) => boolean): Sizes {
  let base = example;
  Object.keys(example).forEach((name, i) => {
    const found = basesOf(i)
      .filter((size) => size <= Math.max(base[name]!, smallest))
      .find((size) => runs({ ...base, [name]: size }));
    if (found !== undefined) base = { ...base, [name]: found };
  });
  return base;
}
