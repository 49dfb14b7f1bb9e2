import { type Backend, keep, Tensor } from "@saccade/tensor";
import { assume, hostWork, type TensorHolder, tensorsOf, withoutTapes } from "@saccade/tensor/backend";
import { moveParameter, Parameter } from "./parameter.ts";
import { type LoadResult, type LoadStateDictOptions, loadInto } from "./state-dict.ts";

/** What may have fields that hold parameters: a module, or an array or plain object of such. */
type Branch = object;

// The method that scopes look for, attached below.
export interface Module extends TensorHolder {}

/**
 * A layer or a network. Its parameters are found by walking its fields, through modules, arrays and plain
 * objects of them; nothing is registered. Names and order are PyTorch's: a module's own parameters first,
 * then those of its children, in the order of the fields; an array's index is part of the name
 * ("layers.0.weight"). Other tensors in fields (tables, masks) move with the module but are no parameters
 * and not in its state.
 */
export abstract class Module {
  #training: boolean = true;

  /** True while training: dropout acts. Changed by `train()` and `eval()`. */
  get training(): boolean {
    assume(this, () => this.#training);
    return this.#training;
  }

  set training(training: boolean) {
    assume(this, () => this.#training);
    hostWork(() => {
      this.#training = training;
    });
  }

  abstract forward(...args: never[]): unknown;

  /** Every module in this one, itself first; each once. */
  modules(): Module[] {
    return [...this.namedModules().values()];
  }

  /** Every module in this one by its name, itself first under the empty name; each once. */
  namedModules(): Map<string, Module> {
    const found = new Map<string, Module>();
    for (const [name, branch] of branches(this)) if (branch instanceof Module) found.set(name, branch);
    return found;
  }

  /** Every parameter, each once. */
  parameters(): Parameter[] {
    return Object.values(this.namedParameters());
  }

  /** Every parameter by its name; one that appears twice (tied weights) by its first name. */
  namedParameters(): Record<string, Parameter> {
    const seen = new Set<Parameter>();
    const found: Record<string, Parameter> = {};
    for (const [name, parameter] of this.#parametersByName()) {
      if (!seen.has(parameter)) found[name] = parameter;
      seen.add(parameter);
    }
    return found;
  }

  /** How many numbers are trained. */
  numParameters(): number {
    return this.parameters().reduce((sum, parameter) => sum + parameter.numel, 0);
  }

  /** Sets whether this module and all in it are training. Returns this. */
  train(mode: boolean = true): this {
    for (const module of this.modules()) module.training = mode;
    return this;
  }

  /** Ends training: dropout lets everything through. Returns this. */
  eval(): this {
    return this.train(false);
  }

  /**
   * The parameters' values now, by name: the same map as PyTorch's `state_dict`. It is a snapshot that
   * costs no copy until the module is trained on: a parameter whose storage is shared is written into new storage.
   */
  stateDict(): Record<string, Tensor> {
    return withoutTapes(() =>
      Object.fromEntries(
        [...this.#parametersByName()].map(([name, parameter]) => [name, parameter.detach()]),
      ),
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

  /** Moves every parameter and every other tensor in fields to a backend. Parameter handles stay. Returns this. */
  to(backend: Backend): this {
    for (const [, branch] of branches(this)) {
      for (const [field, value] of Object.entries(branch)) {
        if (value instanceof Parameter) moveParameter(value, backend);
        else if (value instanceof Tensor && value.backend !== backend)
          Reflect.set(branch, field, keep(value.to(backend)));
      }
    }
    return this;
  }

  /** Options for {@link toString}, such as "inFeatures=4, outFeatures=2". */
  protected describeOptions(): string {
    return "";
  }

  /** The tree of modules, as PyTorch prints it. */
  toString(): string {
    return printTree(this.constructor.name, this, this.describeOptions());
  }

  // Names of tied parameters come once each.
  *#parametersByName(): Iterable<[string, Parameter]> {
    for (const [prefix, branch] of branches(this, { repeat: true })) {
      for (const [field, value] of Object.entries(branch)) {
        if (value instanceof Parameter) yield [join(prefix, field), value];
      }
    }
  }
}

/** Every tensor in fields: what a scope keeps alive when it returns a module. */
function* tensorsIn(module: Module): Iterable<Tensor> {
  for (const [, branch] of branches(module)) {
    for (const value of Object.values(branch)) if (value instanceof Tensor) yield value;
  }
}

// Outside of the class, whose declared names must be literal (isolatedDeclarations).
Object.defineProperty(Module.prototype, tensorsOf, {
  value(this: Module): Iterable<Tensor> {
    return tensorsIn(this);
  },
});

/**
 * Every module, array and plain object below `root` with its name, outer before inner, in the order of the fields:
 * each once, or (`repeat`) under each of its names.
 */
function* branches(root: Module, { repeat = false }: { repeat?: boolean } = {}): Iterable<[string, Branch]> {
  const entered = new Set<Branch>();
  function* walk(name: string, branch: Branch): Iterable<[string, Branch]> {
    if (entered.has(branch)) return;
    entered.add(branch);
    yield [name, branch];
    for (const [field, value] of Object.entries(branch))
      if (isBranch(value)) yield* walk(join(name, field), value);
    // A branch within itself is not entered again even so.
    if (repeat) entered.delete(branch);
  }
  yield* walk("", root);
}

function isBranch(value: unknown): value is Branch {
  if (value instanceof Module || Array.isArray(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function join(prefix: string, field: string): string {
  return prefix === "" ? field : `${prefix}.${field}`;
}

function printTree(name: string, branch: Branch, options: string): string {
  const lines = Object.entries(branch).flatMap(([field, value]) => {
    if (value instanceof Module) return [`(${field}): ${value}`];
    if (!isBranch(value) || !holdsModules(value)) return [];
    return [`(${field}): ${printTree(Array.isArray(value) ? "ModuleList" : "ModuleDict", value, "")}`];
  });
  if (lines.length === 0) return `${name}(${options})`;
  const body = [...(options === "" ? [] : [options]), ...lines].join("\n").replaceAll("\n", "\n  ");
  return `${name}(\n  ${body}\n)`;
}

function holdsModules(branch: Branch): boolean {
  return Object.values(branch).some(
    (value) => value instanceof Module || (isBranch(value) && holdsModules(value)),
  );
}
