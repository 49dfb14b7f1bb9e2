import type { Module } from "@saccade/nn";
import type { DType, Shape, Tensor, TypedArray } from "@saccade/tensor";
import { type Attrs, type TraceListener, withoutTraces } from "@saccade/tensor/backend";
import { at, OnnxError } from "../errors.ts";

// A run's calls, recorded: their attributes, and the values that they share.

/** Shape and dtype of a traced tensor. Its number is its index in {@link Trace.values}. */
interface TracedValue {
  readonly shape: Shape;
  readonly dtype: DType;
}

/** An op that ran. */
export interface Call {
  readonly op: string;
  /** The names of the modules around it. */
  readonly place: string;
  readonly attrs: unknown;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** A tensor that no traced op made. */
export interface Source {
  readonly value: number;
  /** The name of an input or parameter; null for a constant. */
  readonly input: string | null;
  readonly parameter: string | null;
  /** Where it was first used. */
  readonly place: string;
  /** The elements in row-major order; empty for inputs. */
  readonly data: TypedArray;
}

/** A function's ops for inputs of some sizes. */
export interface Trace {
  /** The number of elements that its kernels gave. */
  readonly elements: number;
  readonly values: readonly TracedValue[];
  readonly sources: readonly Source[];
  readonly calls: readonly Call[];
  /** The values that the function returned, by name. */
  readonly outputs: ReadonlyMap<string, number>;
}

/**
 * Which kernels run while a function is traced: all, those of values that do not depend on the inputs, or those of constants, whose
 * elements the file holds. The less runs, the faster are traces at large sizes; a function that looks at its numbers needs more.
 */
export type Kernels = "all" | "parameters" | "constants";

/** A function read numbers whose kernels did not run. */
export class NotComputed extends Error {}

/** Records ops. Tensors are known by identity; a tensor that is written gets a new number. */
export class Recorder implements TraceListener {
  elements: number = 0;
  readonly values: TracedValue[] = [];
  readonly sources: Source[] = [];
  readonly calls: Call[] = [];
  readonly #numbers: Map<Tensor, number> = new Map();
  // The numbers of the values that depend on the inputs.
  readonly #dependent: Set<number> = new Set();
  // The numbers of the values whose kernels do not run.
  readonly #skipped: Set<number> = new Set();
  readonly #kernels: Kernels;
  // The op that runs next: its outputs, and whether to run its kernel.
  #next: { readonly outputs: readonly Tensor[]; readonly runs: boolean } = { outputs: [], runs: true };
  readonly #parameters: ReadonlyMap<Tensor, string>;
  readonly #places: Places;
  readonly #pool: Pool;

  constructor(
    inputs: Readonly<Record<string, Tensor>>,
    parameters: ReadonlyMap<Tensor, string>,
    { places, pool, kernels }: { readonly places: Places; readonly pool: Pool; readonly kernels: Kernels },
  ) {
    this.#kernels = kernels;
    this.#parameters = parameters;
    this.#places = places;
    this.#pool = pool;
    for (const [name, x] of Object.entries(inputs)) {
      const value = this.#add(x);
      this.#dependent.add(value);
      if (kernels !== "all") this.#skipped.add(value);
      this.sources.push({ value, input: name, parameter: null, place: "", data: new Float32Array(0) });
    }
  }

  ran(op: string, inputs: readonly Tensor[], outputs: readonly Tensor[], attrs: Attrs): void {
    const place = this.#places.current;
    const from = inputs.map((x) => this.numberOf(x));
    const skips = from.some((number) => this.#skipped.has(number));
    const fresh = outputs.filter((x) => !this.#numbers.has(x));
    this.#next = { outputs: fresh, runs: !skips };
    if (copies.has(op)) {
      // The same value in other memory: whether it is copied depends on how it lies there.
      for (const x of outputs) this.#numbers.set(x, from[0]!);
      return;
    }
    const to = outputs.map((x) => this.#add(x));
    if (from.some((number) => this.#dependent.has(number))) for (const n of to) this.#dependent.add(n);
    if (skips) for (const n of to) this.#skipped.add(n);
    const pieces = outputs.map((_, i) => pieceOf(op, inputs[0]!, attrs, i));
    if (pieces.every((piece) => piece !== null) && pieces.length > 0) {
      // The number of pieces may depend on a size, and the function may only use some of them.
      pieces.forEach((piece, i) => {
        this.calls.push({ op: "slice", place, attrs: piece, inputs: from, outputs: [to[i]!] });
      });
      return;
    }
    this.calls.push({ op, place, attrs: plainAttrs(op, inputs, attrs), inputs: from, outputs: to });
  }

  /** Runs a kernel whose values are needed. Whole numbers and bools that are not computed are 0. */
  aroundKernel(_name: string, _bytes: () => number, run: () => void): void {
    const { outputs, runs } = this.#next;
    for (const x of outputs) this.elements += x.numel;
    if (runs) {
      run();
      return;
    }
    withoutTraces(() => {
      for (const { dtype, storage } of outputs)
        if (dtype === "int32" || dtype === "bool") if (storage.backend.view) storage.view("trace").fill(0);
    });
  }

  reads(what: string, storage: object): void {
    for (const [x, number] of this.#numbers) {
      if (x.storage !== storage) continue;
      if (this.#dependent.has(number))
        throw new OnnxError(
          `exportOnnx: ${what} reads numbers that depend on the inputs, ${at(this.#places.current)}. A graph cannot repeat a ` +
            "program's decisions. Compute only with tensors, or export the part before or after as a separate function.",
        );
      if (this.#skipped.has(number)) throw new NotComputed(`${what} reads numbers that are not computed.`);
    }
  }

  /** The number of a tensor; one that no op made becomes a source. */
  numberOf(x: Tensor): number {
    const known = this.#numbers.get(x);
    if (known !== undefined) return known;
    const value = this.#add(x);
    const parameter = this.#parameters.get(x) ?? null;
    if (parameter !== null && this.#kernels === "constants") this.#skipped.add(value);
    const data = this.#pool.elementsOf(x, parameter !== null);
    this.sources.push({ value, input: null, parameter, place: this.#places.current, data });
    return value;
  }

  #add(x: Tensor): number {
    const number = this.values.push({ shape: [...x.shape], dtype: x.dtype }) - 1;
    this.#numbers.set(x, number);
    return number;
  }
}

const copies: ReadonlySet<string> = new Set(["contiguous", "detach"]);

/** A part of a tensor: along each dim a start and a step; each output dim shows some input dims. */
export interface Part {
  readonly starts: readonly number[];
  /** For each output dim, the step along each input dim. */
  readonly steps: readonly (readonly number[])[];
}

interface WindowOf {
  readonly at: (
    shape: Shape,
    strides: Shape,
  ) => { readonly shape: Shape; readonly strides: Shape; readonly offset: number };
}

/** An op's attributes as numbers, texts, lists and records. */
function plainAttrs(op: string, [x, y]: readonly Tensor[], attrs: object): unknown {
  if (op === "slice") return partOf(x!.shape, attrs);
  if (op === "writeRows" && "start" in attrs)
    return { start: attrs.start, end: Number(attrs.start) + y!.size(2) };
  // Strides describe x's layout in memory, and a view of x determines its shape.
  return op === "view" || op === "expand" ? {} : attrs;
}

function isWindowOf(attrs: object): attrs is WindowOf {
  return "at" in attrs && typeof attrs.at === "function";
}

// A slice is linear in the strides of its input: a stride of 1 in one dim and 0 elsewhere shows what it does along that dim.
function partOf(shape: Shape, attrs: object): Part {
  if (!isWindowOf(attrs)) throw new OnnxError("exportOnnx: a slice is not a window.");
  const unit = (d: number): Shape => shape.map((_, i) => Number(i === d));
  const windows = shape.map((_, d) => attrs.at(shape, unit(d)));
  const out = windows[0]?.shape ?? [];
  return {
    starts: windows.map(({ offset }) => offset),
    steps: out.map((_, i) => windows.map(({ strides }) => strides[i]!)),
  };
}

/** The part that output i of split() or unbind() shows; null for other ops. */
function pieceOf(op: string, x: Tensor, attrs: object, i: number): Part | null {
  if (op !== "split" && op !== "unbind") return null;
  const { dim, sizes }: { dim?: unknown; sizes?: unknown } = attrs;
  if (typeof dim !== "number") return null;
  const before: unknown[] = Array.isArray(sizes) ? sizes.slice(0, i) : [];
  const start = op === "unbind" ? i : before.reduce((sum: number, size) => sum + Number(size), 0);
  const unit = (d: number): number[] => x.shape.map((_, k) => Number(k === d));
  const steps = x.shape.map((_, d) => unit(d));
  return {
    starts: x.shape.map((_, d) => (d === dim ? start : 0)),
    steps: op === "unbind" ? steps.filter((_, d) => d !== dim) : steps,
  };
}

/** The modules whose forward pass is running. */
export class Places {
  readonly #names: string[] = [];

  /** The name of the innermost module, with its class. */
  get current(): string {
    return this.#names.at(-1) ?? "";
  }

  /** Runs `f` while the forward passes of `models` are watched. */
  watch<T>(models: Readonly<Record<string, Module>>, f: () => T): T {
    const undo: (() => void)[] = [];
    try {
      for (const [prefix, model] of Object.entries(models)) {
        for (const [name, module] of model.namedModules()) {
          const path = [prefix, name].filter((part) => part !== "").join(".");
          undo.push(
            this.#watchOne(module, `${path === "" ? "the model" : path} (${module.constructor.name})`),
          );
        }
      }
      return f();
    } finally {
      for (const step of undo) step();
    }
  }

  #watchOne(module: Module, name: string): () => void {
    const own = Object.getOwnPropertyDescriptor(module, "forward");
    const forward = module.forward;
    const names = this.#names;
    Object.defineProperty(module, "forward", {
      configurable: true,
      enumerable: false,
      value: (...args: never[]): unknown => {
        names.push(name);
        try {
          return forward.apply(module, args);
        } finally {
          names.pop();
        }
      },
    });
    return () => {
      Reflect.deleteProperty(module, "forward");
      if (own) Object.defineProperty(module, "forward", own);
    };
  }
}

/** Deduplicated elements of constants: every trace makes the same tables again, once per layer. */

export class Pool {
  readonly #parameters: Map<Tensor, TypedArray> = new Map();
  readonly #constants: Map<string, TypedArray[]> = new Map();

  /** The elements of x in row-major order. Those of a parameter are read once, those of a constant compared. */
  elementsOf(x: Tensor, lasting: boolean): TypedArray {
    const known = this.#parameters.get(x);
    if (known) return known;
    const data = withoutTraces(() => x.dataSync());
    if (lasting) {
      this.#parameters.set(x, data);
      return data;
    }
    const key = `${x.dtype} ${data.length} ${data[0]} ${data.at(-1)}`;
    const alike = this.#constants.get(key) ?? [];
    const same = alike.find((other) => sameElements(other, data));
    if (same) return same;
    this.#constants.set(key, [...alike, data]);
    return data;
  }
}

/** Whether two arrays hold the same numbers; NaN is NaN, and −0 is not 0. */
export function sameElements(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
