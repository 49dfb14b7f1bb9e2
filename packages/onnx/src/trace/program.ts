import type { DType, Shape, TypedArray } from "@saccade/tensor";
import { at, deviations, OnnxError } from "../errors.ts";
import { Fitter } from "../sizes/fit.ts";
import type { Size, Sizes } from "../sizes/size.ts";
import type { Call, Source } from "./recorder.ts";
import { withSameCalls } from "./same-calls.ts";
import type { Sample } from "./trace.ts";

/** A value whose sizes are formulas. */
export interface Value {
  readonly shape: readonly Size[];
  readonly dtype: DType;
}

/** A call whose numbers are formulas. */
export interface Step extends Omit<Call, "attrs"> {
  /** Each number that depends on the sizes is a formula. @throws OnnxError where no formula is found. */
  readonly attrs: () => unknown;
  /** The attributes in each sample. */
  readonly all: readonly unknown[];
}

/** A tensor from outside, with its elements in each sample. */
export interface Origin extends Omit<Source, "data"> {
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

/** A quotient of two sizes, such as the factor of a mean, or the root of one, such as the scale of attention. */
export interface Ratio {
  readonly over: Size;
  readonly under: Size;
  readonly root: boolean;
}

export function isRatio(value: unknown): value is Ratio {
  return typeof value === "object" && value !== null && "under" in value;
}

/** Merges an op's attributes of all samples: a number that varies becomes a formula. @throws OnnxError if there is none. */
function mergeAttrs(call: Call, values: readonly unknown[], fitter: Fitter): unknown {
  const part = (all: readonly object[], key: PropertyKey, path: string): unknown =>
    merge(
      all.map((one) => Reflect.get(one, key)),
      path,
    );
  const merge = (all: readonly unknown[], path: string): unknown => {
    const [first] = all;
    if (all.every((value) => Object.is(value, first)) && typeof first !== "object") return first;
    if (isNumbers(all)) {
      const size = fitter.fit(all) ?? ratio(all, fitter);
      if (size !== null) return size;
    } else if (isLists(all) && all.every((list) => list.length === all[0]!.length)) {
      return all[0]!.map((_, i) => part(all, i, `${path}[${i}]`));
    } else if (isRecords(all)) {
      const keys = Object.keys(all[0]!);
      return Object.fromEntries(keys.map((key) => [key, part(all, key, `${path}.${key}`)]));
    } else if (all.every((value) => value === first)) return first;
    throw new OnnxError(
      `exportOnnx: ${call.op}${path}, ${at(call.place)}, depends on the sizes in a way that is unknown here: ` +
        `${deviations(fitter.samples, all)}. Compute it with tensors, or leave the size out of dynamicAxes.`,
    );
  };
  return merge(values, "");
}

const largestDenominator = 16;

function ratio(values: readonly number[], fitter: Fitter): Ratio | null {
  const plain = quotient(values, fitter);
  if (plain !== null) return { ...plain, root: false };
  if (!values.every((value) => value > 0)) return null;
  const squares = values.map((value) => value * value);
  const root = quotient(squares, fitter);
  return root && { ...root, root: true };
}

function quotient(values: readonly number[], fitter: Fitter): Omit<Ratio, "root"> | null {
  const whole = (x: number): boolean => Math.abs(x - Math.round(x)) < 1e-9 * Math.max(1, Math.abs(x));
  const inverse = values.map((value) => 1 / value);
  if (inverse.every(whole)) {
    const under = fitter.fit(inverse.map(Math.round));
    if (under !== null) return { over: 1, under };
  }
  for (let under = 1; under <= largestDenominator; under++) {
    const multiples = values.map((value) => value * under);
    if (!multiples.every(whole)) continue;
    const over = fitter.fit(multiples.map(Math.round));
    return over === null ? null : { over, under };
  }
  return null;
}

function isNumbers(all: readonly unknown[]): all is readonly number[] {
  return all.every((value) => typeof value === "number");
}

function isLists(all: readonly unknown[]): all is readonly (readonly unknown[])[] {
  return all.every((value) => Array.isArray(value));
}

function isRecords(all: readonly unknown[]): all is readonly Readonly<Record<string, unknown>>[] {
  return all.every(
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value),
  );
}
