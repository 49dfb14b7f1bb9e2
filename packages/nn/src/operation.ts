// One declaration of an operation on a tensor: its function, and its layer, which has no parameters.
import type { Tensor } from "@saccade/tensor";
import { type Rules, required, tensorRule, tensors } from "@saccade/tensor/contract";
import { type ClassOf, once, type Parts, readerOf } from "./declare.ts";
import { Module } from "./module.ts";
import { showSettings } from "./show-settings.ts";

/** An operation with its settings. */
export interface Ready<Out> {
  /** The result for a checked tensor. */
  run(x: Tensor): Out;
  /** The public fields of the layer. */
  readonly fields?: object;
  /** How the layer prints its settings: by default, those that are not null. */
  show?(): string;
}

/** An operation, as its function and its layer share it. */
export interface Operation<Out> extends Omit<Parts<Rules, Rules>, "tensors" | "check"> {
  /** The dims of the tensor: "(n, c, h, w) | (c, h, w)". */
  readonly x: string;
  /** Its dtype, where not all will do. */
  readonly dtype?: "float";
  /** The arguments after the tensor in a call, for messages: "3, { stride: 2 }". */
  readonly example: string;
  /** Checks that settings fit each other. They are those that the rules give; an operation declares their types. */
  prepare(what: string, settings: never): Ready<Out>;
}

/** The function of an operation: the tensor, followed by what the operation takes. It is made at the first call. */
/* @__NO_SIDE_EFFECTS__ */
export function functionOf<Given extends unknown[], Out = Tensor>(
  name: string,
  operation: () => Operation<Out>,
): (x: Tensor, ...given: Given) => Out {
  const known = once(() => {
    const { x, dtype, example, prepare, renamed: _, ...parts } = operation();
    const read = readerOf(`${name}(x, ${example})`, () => ({
      ...parts,
      tensors: { x: required(tensorRule(dtype)) },
    }));
    // With any dims there are no sizes to check.
    return { read, prepare, inputs: x === "(…)" ? undefined : tensors<string>(name, `x ${x}`) };
  });
  return withName(name, (...given: [x: Tensor, ...more: Given]): Out => {
    const { read, prepare, inputs } = known();
    const settings = read(given);
    inputs?.check(given);
    return prepare(name, settings as never).run(given[0]);
  });
}

/** A function that a factory made, under the name that it is exported by: debuggers and stack traces show it. */
/* @__NO_SIDE_EFFECTS__ */
export function withName<F extends object>(name: string, f: F): F {
  return Object.defineProperty(f, "name", { value: name });
}

/** The module of an operation. */
export interface OperationLayer extends Module {
  forward(x: Tensor): Tensor;
}

/** The layer of an operation, whose constructor takes what the operation takes. */
export function layerOf<Given extends readonly unknown[], Layer extends OperationLayer = OperationLayer>(
  name: string,
  operation: () => Operation<Tensor>,
): ClassOf<Given, Layer>;
/* @__NO_SIDE_EFFECTS__ */
export function layerOf(
  name: string,
  operation: () => Operation<Tensor>,
): ClassOf<readonly unknown[], OperationLayer> {
  return class extends preparedBy(name, operation) {
    override forward(x: Tensor): Tensor {
      return this.run(x);
    }
  };
}

/** A layer that checks and prepares an operation when it is made. */
/* @__NO_SIDE_EFFECTS__ */
export function preparedBy<Out>(
  name: string,
  operation: () => Operation<Out>,
): abstract new (
  ...given: readonly unknown[]
) => Prepared<Out> {
  const known = once(() => {
    const { x, dtype, example, prepare, ...parts } = operation();
    const inputs = tensors<string>(`${name}.forward`, `x ${dtype ? `${dtype} ` : ""}${x}`);
    return { read: readerOf(`new ${name}(${example})`, () => parts), prepare, inputs };
  });
  abstract class Reading extends Prepared<Out> {
    constructor(...given: readonly unknown[]) {
      const { read, prepare, inputs } = known();
      const settings = read(given);
      super(prepare(name, settings as never), settings, inputs.check);
    }
  }
  return Reading;
}

/** The common part of the layers of operations. */
export abstract class Prepared<Out> extends Module {
  readonly #ready: Ready<Out>;
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #check: (given: readonly unknown[]) => void;

  constructor(
    ready: Ready<Out>,
    settings: Readonly<Record<string, unknown>>,
    check: (given: readonly unknown[]) => void,
  ) {
    super();
    this.#ready = ready;
    this.#settings = settings;
    this.#check = check;
    Object.assign(this, ready.fields);
  }

  /** The result for a tensor, checked. */
  protected run(x: Tensor): Out {
    this.#check([x]);
    return this.#ready.run(x);
  }

  protected override describeOptions(): string {
    if (this.#ready.show) return this.#ready.show();
    const given = Object.entries(this.#settings).filter(([, value]) => value !== null && value !== undefined);
    return showSettings(Object.fromEntries(given));
  }
}
