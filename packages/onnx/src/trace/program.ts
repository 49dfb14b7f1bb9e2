import type { DType, Shape, TypedArray } from "@saccade/tensor";
import { at, OnnxError } from "../errors.ts";
import { fitSize } from "../sizes/fit.ts";
import type { Size, Sizes } from "../sizes/size.ts";
import type { Call, Trace } from "./recorder.ts";

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

/** What a function does with inputs of any sizes. */
export interface Program {
  readonly samples: readonly Sizes[];
  /** The formula of numbers, one a sample; null if none is known. */
  readonly fit: Fit;
  /** Whether a formula rounds so far. Several such formulas may agree in few samples. */
  readonly rounds: () => boolean;
  readonly values: readonly Value[];
  /** The shapes of each value in each sample. */
  readonly shapes: readonly (readonly Shape[])[];
  readonly origins: readonly Origin[];
  readonly steps: readonly Step[];
  readonly outputs: ReadonlyMap<string, number>;
}

/** Joins traces of the same function at several sizes. @throws OnnxError where they did different things. */
export function programOf(traces: readonly Trace[], samples: readonly Sizes[]): Program {
  checkSameCalls(traces, samples);
  const [first] = traces as readonly [Trace, ...Trace[]];
  const fitted = new Map<string, Size | null>();
  const fit: Fit = (values) => {
    const key = values.join();
    let size = fitted.get(key);
    if (size === undefined) {
      size = fitSize(samples, values);
      fitted.set(key, size);
    }
    return size;
  };
  const shapes = first.values.map((_, i) => traces.map((trace) => trace.values[i]!.shape));
  const maker = makerOf(first);
  return {
    samples,
    fit,
    rounds: () => [...fitted.values()].some((size) => typeof size === "object" && size?.divisor !== 1),
    shapes,
    values: first.values.map(({ shape, dtype }, i) => ({
      dtype,
      shape: shape.map((_, d) => {
        const size = fit(shapes[i]!.map((sizes) => sizes[d]!));
        if (size !== null) return size;
        throw new OnnxError(
          `exportOnnx: dim ${d} of what ${maker(i)} gives is ${listed(
            samples,
            shapes[i]!.map((sizes) => sizes[d]!),
          )}: no formula of the dynamic sizes that is known here. Leave a size out of dynamicAxes.`,
        );
      }),
    })),
    origins: first.sources.map((source, k) => ({
      ...source,
      data: traces.map(({ sources }) => sources[k]!.data),
    })),
    steps: first.calls.map((call, k) => ({
      ...call,
      attrs: () =>
        mergeAttrs(
          call,
          traces.map(({ calls }) => calls[k]!.attrs),
          fit,
          samples,
        ),
    })),
    outputs: first.outputs,
  };
}

/** Finds the formula of numbers, one a sample. */
export type Fit = (values: readonly number[]) => Size | null;

function listed(samples: readonly Sizes[], values: readonly unknown[]): string {
  const show = (sizes: Sizes): string =>
    Object.entries(sizes)
      .map(([symbol, size]) => `${symbol} ${size}`)
      .join(", ");
  return samples.map((sizes, k) => `${values[k]} (${show(sizes)})`).join("; ");
}

function makerOf(trace: Trace): (value: number) => string {
  const makers = new Map<number, Call>();
  for (const call of trace.calls) for (const output of call.outputs) makers.set(output, call);
  return (value) => {
    const call = makers.get(value);
    return call ? `the op ${call.op}, ${at(call.place)},` : "a tensor made by the function";
  };
}

function checkSameCalls(traces: readonly Trace[], samples: readonly Sizes[]): void {
  const [first, ...others] = traces as readonly [Trace, ...Trace[]];
  for (const [k, other] of others.entries()) {
    const n = Math.max(first.calls.length, other.calls.length);
    for (let i = 0; i < n; i++) {
      const [a, b] = [first.calls[i], other.calls[i]];
      if (a && b && signature(a) === signature(b)) continue;
      const sizes = [samples[0]!, samples[k + 1]!];
      throw new OnnxError(
        `exportOnnx: the ops depend on the sizes: call ${i + 1} is ${describe(a)} or ${describe(b)}, as the sizes are ${listed(sizes, ["first", "then"])}. ` +
          "A graph has the same ops for all sizes. Export one step of a loop, with its state as inputs and outputs, or leave the size " +
          "out of dynamicAxes.",
      );
    }
    if (
      first.sources.length !== other.sources.length ||
      String([...first.outputs]) !== String([...other.outputs])
    )
      throw new OnnxError(
        "exportOnnx: the results depend on the sizes; return the same tensors for all sizes.",
      );
  }
}

function signature({ op, inputs, outputs }: Call): string {
  return `${op} ${inputs} ${outputs}`;
}

function describe(call: Call | undefined): string {
  return call ? `${call.op} (${at(call.place)})` : "missing";
}

function mergeAttrs(call: Call, values: readonly unknown[], fit: Fit, samples: readonly Sizes[]): unknown {
  const merge = (all: readonly unknown[], path: string): unknown => {
    const [first] = all;
    if (all.every((value) => Object.is(value, first)) && typeof first !== "object") return first;
    if (isNumbers(all)) {
      const size = fit(all) ?? reciprocal(all, fit);
      if (size !== null) return size;
    } else if (isLists(all) && all.every((list) => list.length === all[0]!.length)) {
      return all[0]!.map((_, i) =>
        merge(
          all.map((list) => list[i]),
          `${path}[${i}]`,
        ),
      );
    } else if (isRecords(all)) {
      return Object.fromEntries(
        Object.keys(all[0]!).map((key) => [
          key,
          merge(
            all.map((record) => record[key]),
            `${path}.${key}`,
          ),
        ]),
      );
    } else if (all.every((value) => value === first)) return first;
    throw new OnnxError(
      `exportOnnx: ${call.op}${path}, ${at(call.place)}, depends on the sizes in a way that is unknown here: ${listed(samples, all)}. ` +
        "Compute it with tensors, or leave the size out of dynamicAxes.",
    );
  };
  return merge(values, "");
}

/** 1 / size, as the factor of a mean. */
export interface Reciprocal {
  readonly reciprocal: Size;
}

function reciprocal(values: readonly number[], fit: Fit): Reciprocal | null {
  const inverse = values.map((value) => Math.round(1 / value));
  if (!values.every((value, k) => Math.abs(value * inverse[k]! - 1) < 1e-9)) return null;
  const size = fit(inverse);
  return size === null ? null : { reciprocal: size };
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
