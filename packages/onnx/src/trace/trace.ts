import { noGrad } from "@saccade/autograd";
import { HalfEmbedding, HalfLinear, type Module } from "@saccade/nn";
import { OutOfMemoryError, scope, Tensor } from "@saccade/tensor";
import { refusePromise, withListener } from "@saccade/tensor/backend";
import { OnnxError } from "../errors.ts";
import { type DynamicAxes, type Inputs, isRecord, resized } from "../inputs.ts";
import { basesOf, fewest, type Sizes, sizesAlone, sizesTogether } from "../sizes/size.ts";
import { type Call, type Kernels, NotComputed, Places, type Pool, Recorder, type Trace } from "./recorder.ts";

// A traced run, and the runs with other sizes that it is compared with.

/** A function of named tensors. */
export type Traceable = (inputs: Readonly<Record<string, Tensor>>) => unknown;

/** The function that is traced, and the state that traces share. */
export interface Tracing {
  readonly f: Traceable;
  readonly models: Readonly<Record<string, Module>>;
  readonly pool: Pool;
}

/** Runs `f` in evaluation mode and records its ops. */
function traceOf(
  { f, models, pool }: Tracing,
  inputs: Readonly<Record<string, Tensor>>,
  kernels: Kernels,
): Trace {
  const places = new Places();
  const recorder = new Recorder(inputs, parametersOf(models), { places, pool, kernels });
  const outputs = new Map<string, number>();
  return inEvalMode(models, () => {
    places.watch(models, () =>
      withListener(recorder, () =>
        noGrad(() => {
          const result = f(inputs);
          refusePromise("exportOnnx", result);
          for (const [name, x] of tensorsIn(result, "")) outputs.set(name, recorder.numberOf(x));
        }),
      ),
    );
    if (outputs.size === 0)
      throw new OnnxError("exportOnnx: the function returned no tensor; return the outputs of the file.");
    const { elements, values, sources, calls } = recorder;
    return needed({ elements, values, sources, calls, outputs });
  });
}

function parametersOf(models: Readonly<Record<string, Module>>): Map<Tensor, string> {
  const found = new Map<Tensor, string>();
  for (const [prefix, model] of Object.entries(models)) {
    const add = (name: string, tensor: Tensor): void => {
      if (!found.has(tensor)) found.set(tensor, prefix === "" ? name : `${prefix}.${name}`);
    };
    for (const [name, parameter] of Object.entries(model.namedParameters())) add(name, parameter);
    // 16-bit weights are not parameters.
    for (const [name, module] of model.namedModules())
      if (module instanceof HalfLinear || module instanceof HalfEmbedding)
        add(name === "" ? "weight" : `${name}.weight`, module.weight);
  }
  return found;
}

/** Runs `f` with models in evaluation mode, and restores each module's. */
export function inEvalMode<T>(models: Readonly<Record<string, Module>>, f: () => T): T {
  const training = Object.values(models)
    .flatMap((model) => model.modules())
    .filter((module) => module.training);
  for (const module of training) module.training = false;
  try {
    return f();
  } finally {
    for (const module of training) module.training = true;
  }
}

/** The tensors of a result by name: "output" for a tensor by itself, otherwise keys and indices, joined by dots. */
function* tensorsIn(result: unknown, name: string): Generator<[string, Tensor]> {
  if (result instanceof Tensor) yield [name === "" ? "output" : name, result];
  const isList = Array.isArray(result);
  if (!isList && !isRecord(result)) return;
  const prefix = name === "" && isList ? "output" : name;
  for (const [key, part] of Object.entries<unknown>(result))
    yield* tensorsIn(part, prefix === "" ? key : `${prefix}.${key}`);
}

/** The part of a trace that its outputs depend on. Values are numbered in the order of their first use. */
function needed({ elements, values, sources, calls, outputs }: Trace): Trace {
  const wanted = new Set(outputs.values());
  const kept: Call[] = [];
  for (let i = calls.length - 1; i >= 0; i--) {
    const call = calls[i]!;
    if (!call.outputs.some((output) => wanted.has(output))) continue;
    kept.push(call);
    for (const input of call.inputs) wanted.add(input);
  }
  const order: number[] = [];
  const numbers = new Map<number, number>();
  const numberOf = (value: number): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const number = order.push(value) - 1;
    numbers.set(value, number);
    return number;
  };
  for (const { input, value } of sources) if (input !== null) numberOf(value);
  const renumbered = kept.reverse().map((call): Call => {
    return { ...call, inputs: call.inputs.map(numberOf), outputs: call.outputs.map(numberOf) };
  });
  const named = new Map([...outputs].map(([name, value]) => [name, numberOf(value)]));
  return {
    elements,
    values: order.map((value) => values[value]!),
    sources: sources
      .filter(({ value }) => numbers.has(value))
      .map((source) => ({ ...source, value: numbers.get(source.value)! }))
      .sort((a, b) => a.value - b.value),
    calls: renumbered,
    outputs: named,
  };
}

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
interface Samples {
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
