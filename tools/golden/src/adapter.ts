import type { Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { CaseError, type Fields, type GoldenTensor } from "./case.ts";
import type { Report } from "./compare.ts";

/** The named tensors that a case gives an op. It notes which were used. */
export class Inputs {
  readonly #tensors: ReadonlyMap<string, Tensor>;
  readonly #read: Set<string> = new Set();
  readonly #expected: ReadonlyMap<string, GoldenTensor>;

  constructor(tensors: ReadonlyMap<string, Tensor>, expected: ReadonlyMap<string, GoldenTensor> = new Map()) {
    this.#tensors = tensors;
    this.#expected = expected;
  }

  /** Whether the case expects an output of that name. */
  expects(output: string): boolean {
    return this.#expected.has(output);
  }

  /** The expected dtype of an output: PyTorch infers it from literals, which JSON does not preserve. */
  expectedDType(output: string): GoldenTensor["dtype"] | undefined {
    return this.#expected.get(output)?.dtype;
  }

  get names(): string[] {
    return [...this.#tensors.keys()];
  }

  has(name: string): boolean {
    return this.#tensors.has(name);
  }

  maybe(name: string): Tensor | undefined {
    this.#read.add(name);
    return this.#tensors.get(name);
  }

  get(name: string): Tensor {
    const tensor = this.maybe(name);
    if (tensor === undefined)
      throw new CaseError(`input ${name} is missing (there are ${this.names.join(", ") || "none"})`);
    return tensor;
  }

  /** prefix0, prefix1, … as far as they go. */
  numbered(prefix: string): Tensor[] {
    const found: Tensor[] = [];
    for (let x = this.maybe(`${prefix}0`); x !== undefined; x = this.maybe(`${prefix}${found.length}`))
      found.push(x);
    return found;
  }

  unread(): string[] {
    return this.names.filter((name) => !this.#read.has(name));
  }
}

export type Outputs = Readonly<Record<string, Tensor>>;

/** Builds the module, if the op has one, and the call that a case's attrs describe. */
export interface OpAdapter {
  readonly kind: "op";
  /** `params` are the names of the parameters that the case brings, for modules with optional parts. */
  start(
    attrs: Fields,
    params: ReadonlySet<string>,
  ): { readonly module?: Module; run(inputs: Inputs): Outputs };
}

/** Data outside of a case: the corpus and other files. */
export interface Context {
  /** The text of the English-French pairs. @throws CaseError saying where it was looked for. */
  corpus(): string;
}

/** For cases of another layout: reads its keys and checks everything itself. */
export interface CaseAdapter {
  readonly kind: "case";
  check(golden: Fields, report: Report, context: Context): void;
}

export type Adapter = OpAdapter | CaseAdapter;
export type Adapters = Readonly<Record<string, Adapter>>;

/** An op without parameters. */
export function op(call: (inputs: Inputs, attrs: Fields) => Tensor | readonly Tensor[] | Outputs): OpAdapter {
  return { kind: "op", start: (attrs) => ({ run: (inputs) => named(call(inputs, attrs)) }) };
}

/** An op that is a module: built from attrs, loaded with the case's params, then called. */
export function layer<M extends Module>(
  build: (attrs: Fields, params: ReadonlySet<string>) => M,
  call: (module: M, inputs: Inputs) => Tensor | Outputs,
): OpAdapter {
  return {
    kind: "op",
    start(attrs, params) {
      const module = build(attrs, params);
      return { module, run: (inputs) => named(call(module, inputs)) };
    },
  };
}

export function custom(check: CaseAdapter["check"]): CaseAdapter {
  return { kind: "case", check };
}

// A lone tensor is the output `out`, a list is out0, out1, ….
function named(result: Tensor | readonly Tensor[] | Outputs): Outputs {
  if (isTensor(result)) return { out: result };
  return isList(result) ? Object.fromEntries(result.map((x, i) => [`out${i}`, x])) : result;
}

function isTensor(result: Tensor | readonly Tensor[] | Outputs): result is Tensor {
  return result instanceof Tensor;
}

function isList(result: readonly Tensor[] | Outputs): result is readonly Tensor[] {
  return Array.isArray(result);
}
