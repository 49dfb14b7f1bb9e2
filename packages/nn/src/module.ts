import { ArgumentError, type Backend, keep, Tensor } from "@saccade/tensor";
import {
  assume,
  checkBackend,
  checkBoolean,
  fresh,
  observe,
  refuseExtra,
  type TensorHolder,
  tensorsOf,
  withoutTapes,
} from "@saccade/tensor/backend";
import { type Branch, fieldsOf, isContainer, join, replaceFields } from "./fields.ts";
import { moveParameter, noteListed, Parameter } from "./parameter.ts";
import { refuseMethods } from "./refuse-methods.ts";
import { showAsText } from "./show-as-text.ts";
import { type LoadResult, type LoadStateDictOptions, loadInto } from "./state-dict.ts";

// The method that scopes look for, attached below.
export interface Module extends TensorHolder {}

/**
 * A layer or a network. Its parameters are found by walking its fields, through modules, arrays, plain objects, Maps and
 * Sets; nothing is registered. Names and order are PyTorch's: a module's own parameters first, then those of its
 * children, in the order of the fields. An array index, a Map key and the position in a Set are part of the name
 * ("layers.0.weight", "heads.left.weight"); Map keys other than strings and numbers are named by position.
 *
 * Other tensors in fields (tables, masks) move with the module, but are neither parameters nor part of its state.
 * Private fields (`#weight`), variables of a closure and objects of other classes are not searched: an optimizer's
 * first step throws if the loss depends on a parameter stored there.
 *
 * @example
 * class Net extends Module {
 *   out = new Linear(2, 1);
 *   forward(x: Tensor): Tensor {
 *     return this.out.forward(x.tanh());
 *   }
 * }
 * Object.keys(new Net().namedParameters()) // ["out.weight", "out.bias"]
 */
export abstract class Module {
  #training: boolean = true;

  constructor() {
    refuseExtra(new.target.name, arguments, 0);
    observe(this);
  }

  /** True in training mode, in which dropout is active. Set by `train()` and `eval()`. */
  get training(): boolean {
    assume(this, () => this.#training);
    return this.#training;
  }

  set training(training: boolean) {
    checkBoolean(this.constructor.name, "training", training);
    assume(this, () => this.#training);
    fresh(() => {
      this.#training = training;
    });
  }

  /** Computes the module's output. Subclasses define the arguments and the result. */
  abstract forward(...args: never[]): unknown;

  /**
   * All modules in this one, starting with itself, without duplicates.
   *
   * @example Array.from(new Sequential(new Linear(2, 1), new ReLU()).modules(), (module) => module.constructor.name) // ["Sequential", "Linear", "ReLU"]
   */
  modules(): Module[] {
    refuseExtra("Module.modules", arguments, 0);
    return [...this.namedModules().values()];
  }

  /** All modules in this one by name, starting with itself under the empty name, without duplicates. */
  namedModules(): Map<string, Module> {
    refuseExtra("Module.namedModules", arguments, 0);
    const found = new Map<string, Module>();
    for (const [name, branch] of branches(this)) if (branch instanceof Module) found.set(name, branch);
    return found;
  }

  /**
   * All parameters, without duplicates.
   *
   * @throws ArgumentError when two parameters have one name, as under the Map keys 1 and "1".
   * @example Array.from(new Linear(2, 1).parameters(), (parameter) => parameter.shape) // [[1, 2], [1]]
   */
  parameters(): Parameter[] {
    refuseExtra("Module.parameters", arguments, 0);
    return Object.values(this.namedParameters());
  }

  /**
   * All parameters by name. Tied parameters appear once, under their first name.
   *
   * @throws ArgumentError when two parameters have one name, as under the Map keys 1 and "1".
   * @example Object.keys(new Linear(2, 1).namedParameters()); // ["weight", "bias"]
   */
  namedParameters(): Record<string, Parameter> {
    refuseExtra("Module.namedParameters", arguments, 0);
    const seen = new Set<Parameter>();
    const found: [string, Parameter][] = [];
    for (const [name, parameter] of this.#parametersByName()) {
      if (!seen.has(parameter)) found.push([name, parameter]);
      seen.add(parameter);
    }
    return Object.fromEntries(found);
  }

  /** The total number of elements of all parameters. */
  numParameters(): number {
    refuseExtra("Module.numParameters", arguments, 0);
    return this.parameters().reduce((sum, parameter) => sum + parameter.numel, 0);
  }

  /**
   * Sets the training mode of this module and all modules in it, in which dropout is active. Returns this.
   *
   * @throws ArgumentError unless `mode` is true or false.
   * @example new Dropout(0.5).eval().train().training // true
   */
  train(mode: boolean = true): this {
    refuseExtra("Module.train", arguments, 1);
    checkBoolean(`${this.constructor.name}.train`, "mode", mode);
    this.#parametersByName();
    for (const module of this.modules()) module.training = mode;
    return this;
  }

  /**
   * Sets evaluation mode, in which dropout is the identity. Returns this. Gradients still flow; see `noGrad`.
   *
   * @throws ArgumentError for any argument: `train(mode)` takes one.
   * @example new Dropout(0.5).eval().training // false
   */
  eval(): this {
    refuseExtra(`${this.constructor.name}.eval`, arguments, 0, "write train() to go on training");
    return this.train(false);
  }

  /**
   * The current values of the parameters by name, like PyTorch's `state_dict`. The snapshot is copy-on-write: nothing
   * is copied until the module is trained further.
   */
  stateDict(): Record<string, Tensor> {
    refuseExtra("Module.stateDict", arguments, 0);
    return withoutTapes(() =>
      Object.fromEntries(this.#parametersByName().map(([name, parameter]) => [name, parameter.detach()])),
    );
  }

  /**
   * Writes values into the parameters by name, converted to their dtype. The Parameter objects stay the same.
   * Everything is checked and converted before anything is written, so a failed load changes nothing. Without `strict`,
   * names may be missing or unexpected; they are returned.
   *
   * @throws StateDictError listing all missing, unexpected and mismatched names; ArgumentError for anything but named
   * tensors; BackendError while an active tape needs the old values.
   * @example
   * const net = new Linear(1, 1);
   * net.loadStateDict({ weight: tensor([[2]]), bias: tensor([1]) });
   * net.forward(tensor([[3]])) // tensor([[7]])
   */
  loadStateDict(state: Readonly<Record<string, Tensor>>, options: LoadStateDictOptions = {}): LoadResult {
    refuseExtra("Module.loadStateDict", arguments, 2);
    return loadInto(this.constructor.name, new Map(this.#parametersByName()), state, options);
  }

  /**
   * Moves all parameters and all other tensors in fields to a backend. The Parameter objects stay the same, so
   * optimizers keep working; their state moves at their next step. Returns this.
   *
   * @throws ArgumentError or BackendError unless `backend` is a backend.
   * @example new Linear(2, 1).to(getBackend()).weight.shape // [1, 2]
   */
  to(backend: Backend): this {
    refuseExtra("Module.to", arguments, 1);
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
    refuseExtra("Module.toString", arguments, 0);
    return printTree(this.constructor.name, this, this.describeOptions());
  }

  // Tied parameters are listed under each of their names.
  #parametersByName(): [string, Parameter][] {
    const found = new Map<string, Parameter>();
    for (const [prefix, branch] of branches(this, { repeat: true })) {
      for (const [field, value] of fieldsOf(branch)) {
        if (!(value instanceof Parameter)) {
          if (branch instanceof Module && methods.has(field) && typeof value !== "function")
            throw hides(branch, field);
          continue;
        }
        const name = join(prefix, field);
        if (found.has(name) && found.get(name) !== value) throw twoOfOneName(this, name);
        found.set(name, value);
        noteListed(value, this);
      }
    }
    return [...found];
  }
}

function hides(module: Module, field: string): ArgumentError {
  const { name } = module.constructor;
  return new ArgumentError(
    `${name}: the field ${field} hides Module's own ${field}; give it another name, such as ${field}Layer.`,
  );
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

/** All tensors in fields. A scope keeps them if it returns the module. */
function* tensorsIn(module: Module): Iterable<Tensor> {
  for (const [, branch] of branches(module)) {
    for (const [, value] of fieldsOf(branch)) if (value instanceof Tensor) yield value;
  }
}

// Defined outside of the class because isolatedDeclarations allows only literal names in it.
Object.defineProperty(Module.prototype, tensorsOf, {
  value(this: Module): Iterable<Tensor> {
    return tensorsIn(this);
  },
});

const methods: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Module.prototype));

showAsText(Module.prototype);

refuseMethods(Module.prototype, "modules", {
  zeroGrad: "gradients are returned, so there are none to clear",
  zero_grad: "gradients are returned, so there are none to clear",
  requires_grad_: "give the optimizer the parameters to train, and no others",
  cuda: "write net.to(backend)",
  cpu: "write net.to(backend)",
});

/**
 * All modules and containers below `root` with their names, outer before inner, in field order: each once, or with
 * `repeat` under each of its names.
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
    // Even with `repeat`, cycles are not followed.
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
