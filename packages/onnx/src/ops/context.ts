import type { DType, Shape } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import type { HalfFormat } from "@saccade/tensor/fused";
import { at, deviations, OnnxError } from "../errors.ts";
import type { Graph } from "../graph/graph.ts";
import type { Fitter } from "../sizes/fit.ts";
import type { Size } from "../sizes/size.ts";
import type { Program, Step, Value } from "../trace/program.ts";

/** A value in the graph. */
export interface Operand {
  readonly name: string;
  readonly shape: readonly Size[];
  readonly dtype: DType;
  /** The format of 16-bit numbers, two where `shape` counts one int32; null for all others. */
  readonly half: HalfFormat | null;
}

/** An op in one sample. */
export interface Sampled {
  readonly attrs: unknown;
  readonly inputs: readonly Shape[];
  readonly outputs: readonly Shape[];
}

/** An op to be expressed. */
export interface Context {
  readonly graph: Graph;
  readonly op: string;
  readonly attrs: Attrs;
  readonly inputs: readonly Operand[];
  /** The first input. */
  readonly x: Operand;
  /** Shapes and dtypes to make. */
  readonly outputs: readonly Value[];
  /** The dtype of the first output. */
  readonly dtype: DType;
  /** The op's inputs and outputs in each sample. */
  readonly each: readonly Sampled[];
  readonly fitter: Fitter;
  /** A size that is `values[k]` in sample k, at least where it matters. Fails, naming `what`, if there is no formula. */
  fit(what: string, values: readonly number[], matters?: (k: number) => boolean): Size;
  /** Fails: `what`, with its value in each sample, has no formula. */
  unknown(what: string, values: readonly number[]): never;
  /** Whether a size is 0 in some sample. */
  vanishes(size: Size): boolean;
  /** Whether output `i` is used. */
  wants(i: number): boolean;
  /** Fails: the op in this form has no ONNX operator. */
  refuse(why: string): never;
}

/** Expresses an op in ONNX; gives the name of its output, or of all outputs. */
export type Express = (context: Context) => string | readonly string[];

/** Ops by name. */
export type OpTable = Readonly<Record<string, Express>>;

/** The same form for several ops. */
export function each(names: string, express: (op: string) => Express): OpTable {
  return Object.fromEntries(names.split(" ").map((op) => [op, express(op)]));
}

/** Attributes whose types are checked when they are read. */
export class Attrs {
  readonly #op: string;
  readonly #values: unknown;

  constructor(op: string, values: unknown) {
    this.#op = op;
    this.#values = values;
  }

  get(name: string): unknown {
    const values: Readonly<Record<string, unknown>> = Object(this.#values);
    return values[name];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined && this.get(name) !== null;
  }

  flag(name: string): boolean {
    return this.get(name) === true;
  }

  number(name: string): number {
    return this.#one(name, isNumber, "a number that does not depend on the sizes");
  }

  numbers(name: string): readonly number[] {
    return this.#all(name, isNumber, "a number that does not depend on the sizes");
  }

  size(name: string): Size {
    return this.#one(name, isSize, "a size");
  }

  sizes(name: string): readonly Size[] {
    return this.#all(name, isSize, "a size");
  }

  record(name: string): Attrs {
    return new Attrs(this.#op, this.get(name));
  }

  #one<T>(name: string, is: (value: unknown) => value is T, must: string, value = this.get(name)): T {
    if (is(value)) return value;
    const problem = `${name} of ${this.#op} must be ${must}`;
    throw new OnnxError(`exportOnnx: ${problem}; leave the size out of dynamicAxes.`);
  }

  #all<T>(name: string, is: (value: unknown) => value is T, must: string): readonly T[] {
    const list: unknown = this.get(name);
    const all: readonly unknown[] = Array.isArray(list) ? list : [list];
    return all.map((value, i) => this.#one(`${name}[${i}]`, is, must, value));
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

export function isSize(value: unknown): value is Size {
  return typeof value === "number" || (typeof value === "object" && value !== null && "kind" in value);
}

/** The context of a step whose inputs are in the graph. */
export function contextOf(
  program: Program,
  step: Step,
  graph: Graph,
  inputs: readonly Operand[],
  wanted: ReadonlySet<number>,
): Context {
  const { fitter, samples } = program;
  const shapesIn = (values: readonly number[], k: number): Shape[] =>
    values.map((value) => program.shapes[value]![k]!);
  return {
    graph,
    op: step.op,
    get attrs() {
      return new Attrs(step.op, step.attrs());
    },
    inputs,
    x: inputs[0]!,
    outputs: step.outputs.map((value) => program.values[value]!),
    dtype: program.values[step.outputs[0]!]!.dtype,
    get each() {
      return samples.map((_, k) => ({
        attrs: step.all[k],
        inputs: shapesIn(step.inputs, k),
        outputs: shapesIn(step.outputs, k),
      }));
    },
    fitter,
    fit(what, values, matters = () => true) {
      const least = values.some((_, k) => matters(k)) ? fitter.fitWhere(values, matters) : null;
      if (typeof least === "number") return least;
      return fitter.fit(values) ?? least ?? this.unknown(what, values);
    },
    unknown(what, values) {
      throw new OnnxError(
        `exportOnnx: ${what} of ${step.op}, ${at(step.place)}, depends on the sizes in a way that is unknown here: ` +
          `${deviations(samples, values)}. Leave the size out of dynamicAxes.`,
      );
    },
    vanishes: (size) => size === 0 || (typeof size !== "number" && fitter.valuesOf(size).includes(0)),
    wants: (i) => wanted.has(step.outputs[i]!),
    refuse(why) {
      throw new OnnxError(`exportOnnx: the op ${step.op}, ${at(step.place)}, ${why}`);
    },
  };
}

// Operators that choose among numbers lose NaN in ONNX Runtime: it is put back.

/** Where x is a number: only NaN differs from itself. Null for dtypes without NaN. */
export function numbers(graph: Graph, { name, dtype }: Pick<Operand, "name" | "dtype">): string | null {
  return isFloat(dtype) ? graph.once(`numbers ${name}`, () => graph.op("Equal", name, name)) : null;
}

/** x with another number in place of NaN, such as +∞, since NaN is sorted next to it. */
export function numbersOr(graph: Graph, other: number, x: Pick<Operand, "name" | "dtype">): string {
  const found = numbers(graph, x);
  return found === null ? x.name : graph.op("Where", found, x.name, graph.scalar(other, x.dtype));
}

/** `made` where `valid` holds, and NaN elsewhere. */
export function orNan(graph: Graph, valid: string, made: string, dtype: Operand["dtype"]): string {
  return graph.op("Where", valid, made, graph.scalar(Number.NaN, dtype));
}
