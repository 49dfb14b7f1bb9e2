import type { DType, Shape, TypedArray } from "@saccade/tensor";
import { at } from "../errors.ts";
import { Fitter } from "../sizes/fit.ts";
import type { Size, Sizes } from "../sizes/size.ts";
import { mergeAttrs } from "./merge.ts";
import { withSameCalls } from "./same-calls.ts";
import type { Sample } from "./samples.ts";

/** A value whose sizes are formulas. */
export interface Value {
  readonly shape: readonly Size[];
  readonly dtype: DType;
}

/** A call whose numbers are formulas. */
export interface Step {
  readonly op: string;
  readonly place: string;
  /** Each number that depends on the sizes is a formula. @throws OnnxError where no formula is found. */
  readonly attrs: () => unknown;
  /** The attributes in each sample. */
  readonly all: readonly unknown[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** A tensor from outside, with its elements in each sample. */
export interface Origin {
  readonly value: number;
  readonly input: string | null;
  readonly parameter: string | null;
  readonly place: string;
  readonly data: readonly TypedArray[];
}

/** A function's ops for inputs of any sizes. */
export interface Program {
  readonly samples: readonly Sizes[];
  readonly fitter: Fitter;
  readonly values: readonly Value[];
  /** The shapes of each value in each sample. */
  readonly shapes: readonly (readonly Shape[])[];
  readonly origins: readonly Origin[];
  readonly steps: readonly Step[];
  readonly outputs: ReadonlyMap<string, number>;
}

/** The origin of a value, for messages. */
export function makerOf(steps: readonly Step[], value: number): string {
  const step = steps.find(({ outputs }) => outputs.includes(value));
  return step ? `the op ${step.op}, ${at(step.place)},` : "a tensor made by the function";
}

/** Joins traces of the same function at several sizes. @throws OnnxError where they did different things. */
export function programOf(sampled: readonly Sample[]): Program {
  const same = withSameCalls(sampled);
  const samples = sampled.map(({ sizes }) => sizes);
  const traces = same.map(({ trace }) => trace);
  const first = traces[0]!;
  const fitter = new Fitter(samples);
  const shapes = first.values.map((_, i) => traces.map((trace) => trace.values[i]!.shape));
  const sizeOf = (value: number, dim: number): Size => {
    const sizes = shapes[value]!.map((shape) => shape[dim]!);
    return fitter.fitOr(sizes, () => ({ kind: "dim", value, dim }));
  };
  return {
    samples,
    fitter,
    shapes,
    values: first.values.map(({ shape, dtype }, i) => ({ dtype, shape: shape.map((_, d) => sizeOf(i, d)) })),
    origins: first.sources.map((source, k) => ({
      ...source,
      data: traces.map(({ sources }) => sources[k]!.data),
    })),
    steps: first.calls.map((call, k) => {
      const all = traces.map(({ calls }) => calls[k]!.attrs);
      return { ...call, all, attrs: () => mergeAttrs(call, all, fitter) };
    }),
    outputs: first.outputs,
  };
}
