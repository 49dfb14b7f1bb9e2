import { ArgumentError, type Backend, keep, Tensor } from "@saccade/tensor";
import {
  assume,
  checkBackend,
  checkBoolean,
  hostWork,
  type TensorHolder,
  tensorsOf,
  withoutTapes,
} from "@saccade/tensor/backend";
import { type Branch, fieldsOf, isContainer, join, replaceFields } from "./fields.ts";
import { noteHolder, noteModule } from "./held.ts";
import { moveParameter, Parameter } from "./parameter.ts";
import { type LoadResult, type LoadStateDictOptions, loadInto } from "./state-dict.ts";

// The method that scopes look for, attached below.
export interface Module extends TensorHolder {}

/**
 * A layer or a network. Its parameters are found by walking its fields, through modules, arrays, plain objects, Maps and
 * Sets; nothing is registered. Names and order are PyTorch's: a module's own parameters first, then those of its
 * children, in the order of the fields. An array's index, a Map's key and the place in a Set are part of the name
 * ("layers.0.weight", "heads.left.weight"); Map keys other than strings and numbers go by their place.
 *
 * Other tensors in fields (tables, masks) move with the module but are not parameters and not in its state. Private
 * fields (`#weight`), variables of a closure and objects of other classes are not searched: an optimizer's first step
 * throws when the loss needs a parameter from there.
 *
 * @example
 * class Net extends Module {
 *   hidden = new Linear(2, 8);
 *   out = new Linear(8, 1);
 *
 *   override forward(x: Tensor): Tensor {
 *     return this.out.forward(this.hidden.forward(x).tanh());
 *   }
 * }
 */
export abstract class Module {
  #training: boolean = true;

  constructor() {
    noteModule(this);
  }

  /** True while training: dropout acts. Changed by `train()` and `eval()`. */
  get training(): boolean {
    assume(this, () => this.#training);
    return this.#training;
  }

  set training(training: boolean) {
    checkBoolean(this.constructor.name, "training", training);
    assume(this, () => this.#training);
    hostWork(() => {
      this.#training = training;
    });
  }

  /** What the module computes. Subclasses choose its arguments and its result. */
  abstract forward(...args: never[]): unknown;

  /**
   * Every module in this one, itself first; each once.
   *
   * @example net.modules().filter((module) => module instanceof Dropout);
   */
  modules(): Module[] {
    return [...this.namedModules().values()];
  }

  /** Every module in this one by its name, itself first under the empty name; each once. */
  namedModules(): Map<string, Module> {
    const found = new Map<string, Module>();
    for (const [name, branch] of branches(this)) if (branch instanceof Module) found.set(name, branch);
    return found;
  }

  /**
   * Every parameter, each once.
   *
   * @throws ArgumentError when two parameters have one name, as under the Map keys 1 and "1".
   * @example new SGD(net.parameters(), { lr: 0.1 });
   */
  parameters(): Parameter[] {
    return Object.values(this.namedParameters());
  }

  /**
   * Every parameter by its name; one that appears twice (tied weights) by its first name.
   *
   * @throws ArgumentError when two parameters have one name, as under the Map keys 1 and "1".
   * @example Object.keys(new Linear(2, 1).namedParameters()); // ["weight", "bias"]
   */
  namedParameters(): Record<string, Parameter> {
    const seen = new Set<Parameter>();
    const found: [string, Parameter][] = [];
    for (const [name, parameter] of this.#parametersByName()) {
      if (!seen.has(parameter)) found.push([name, parameter]);
      seen.add(parameter);
    }
    return Object.fromEntries(found);
  }

  /** How many numbers all parameters have together. */
  numParameters(): number {
    return this.parameters().reduce((sum, parameter) => sum + parameter.numel, 0);
  }

  /**
   * Sets whether this module and all in it are training: dropout acts then. Returns this.
   *
   * @throws ArgumentError unless `mode` is true or false.
   * @example net.train();
   */
  train(mode: boolean = true): this {
    checkBoolean(`${this.constructor.name}.train`, "mode", mode);
    this.#parametersByName();
    for (const module of this.modules()) module.training = mode;
    return this;
  }

  /**
   * Ends training: dropout lets everything through. Returns this. Gradients still flow; see `noGrad`.
   *
   * @example const y = noGrad(() => net.eval().forward(x));
   */
  eval(): this {
    return this.train(false);
  }

  /**
   * The parameters' values now, by name: the same map as PyTorch's `state_dict`. It is a snapshot that
   * costs no copy until the module is trained on: a parameter whose storage is shared is written into new storage.
   */
  stateDict(): Record<string, Tensor> {
    return withoutTapes(() =>
      Object.fromEntries(this.#parametersByName().map(([name, parameter]) => [name, parameter.detach()])),
    );
  }

  /**
   * Writes values into the parameters by name, converted to their dtype; the handles stay. Everything is checked and
   * converted before anything is written, so that a load which fails changes nothing. Without `strict`, names may be
   * missing or unexpected; they are returned.
   *
   * @throws StateDictError listing every missing, unexpected and unfit name; ArgumentError for anything but tensors by
   * name; BackendError while a gradient that needs the old values is being recorded.
   * @example net.loadStateDict(await loadSafetensors("net.safetensors"));
   */
  loadStateDict(state: Readonly<Record<string, Tensor>>, options: LoadStateDictOptions = {}): LoadResult {
    return loadInto(this.constructor.name, new Map(this.#parametersByName()), state, options);
  }

  /**
   * Moves every parameter and every other tensor in fields to a backend. Parameter handles stay, so that optimizers go
   * on; their state moves at their next step. Returns this.
   *
   * @throws ArgumentError or BackendError for what is not a backend.
   * @example net.to(await wasmBackend());
   */
  to(backend: Backend): this {
    checkBackend(`${this.constructor.name}.to`, backend);
    this.#parametersByName();
    for (const [, branch] of branches(this)) replaceFields(branch, (value) => moved(value, backend));
    return this;
  }

  /** The options that {@link toString} shows, such as "inFeatures=4, outFeatures=2". */
  protected describeOptions(): string {
    return "";
  }

  /** The tree of modules, as PyTorch prints it. */
  toString(): string {
    return printTree(this.constructor.name, this, this.describeOptions());
  }

  // Tied parameters come under each of their names.
  #parametersByName(): [string, Parameter][] {
    const found = new Map<string, Parameter>();
    for (const [prefix, branch] of branches(this, { repeat: true })) {
      for (const [field, value] of fieldsOf(branch)) {
        if (!(value instanceof Parameter)) continue;
        const name = join(prefix, field);
        if (found.has(name) && found.get(name) !== value) throw twoOfOneName(this, name);
        found.set(name, value);
        noteHolder(value, this);
      }
    }
    return [...found];
  }
}

function twoOfOneName(module: Module, name: string): ArgumentError {
  return new ArgumentError(
    `${module.constructor.name}: two parameters are named "${name}"; give fields, and keys of Maps and objects, names ` +
      "that differ also when written as strings joined by dots.",
  );
}

function moved(value: unknown, backend: Backend): unknown {
  if (value instanceof Parameter) moveParameter(value, backend);
  else if (value instanceof Tensor && value.backend !== backend) return keep(value.to(backend));
  return value;
}

/** Every tensor in fields: what a scope keeps alive when it returns a module. */
function* tensorsIn(module: Module): Iterable<Tensor> {
  for (const [, branch] of branches(module)) {
    for (const [, value] of fieldsOf(branch)) if (value instanceof Tensor) yield value;
  }
}

// Outside of the class, whose declared names must be literal (isolatedDeclarations).
Object.defineProperty(Module.prototype, tensorsOf, {
  value(this: Module): Iterable<Tensor> {
    return tensorsIn(this);
  },
});

/**
 * Every module and container below `root` with its name, outer before inner, in the order of the fields:
 * each once, or (`repeat`) under each of its names.
 */
export function* branches(
  root: Module,
  { repeat = false }: { repeat?: boolean } = {},
): Iterable<[string, Branch]> {
  const entered = new Set<Branch>();
  function* walk(name: string, branch: Branch): Iterable<[string, Branch]> {
    if (entered.has(branch)) return;
    entered.add(branch);
    yield [name, branch];
    for (const [field, value] of fieldsOf(branch)) if (isBranch(value)) yield* walk(join(name, field), value);
    // A branch within itself is not entered again even so.
    if (repeat) entered.delete(branch);
  }
  yield* walk("", root);
}

function isBranch(value: unknown): value is Branch {
  return value instanceof Module || isContainer(value);
}

function printTree(name: string, branch: Branch, options: string): string {
  const lines = fieldsOf(branch).flatMap(([field, value]) => {
    if (value instanceof Module) return [`(${field}): ${value}`];
    if (!isBranch(value) || !holdsModules(value)) return [];
    const list = Array.isArray(value) || value instanceof Set;
    return [`(${field}): ${printTree(list ? "ModuleList" : "ModuleDict", value, "")}`];
  });
  if (lines.length === 0) return `${name}(${options})`;
  const body = [...(options === "" ? [] : [options]), ...lines].join("\n").replaceAll("\n", "\n  ");
  return `${name}(\n  ${body}\n)`;
}

function holdsModules(branch: Branch): boolean {
  return fieldsOf(branch).some(
    ([, value]) => value instanceof Module || (isBranch(value) && holdsModules(value)),
  );
}
