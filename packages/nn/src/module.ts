import { ArgumentError, type Backend, Tensor } from "@saccade/tensor";
import {
  assume,
  checkBackend,
  checkBoolean,
  checkFunction,
  fresh,
  observe,
  type TensorHolder,
  tensorsOf,
  withoutTapes,
} from "@saccade/tensor/backend";
import {
  bufferCall,
  bufferTensor,
  checkBufferName,
  type RegisterBufferOptions,
  watchBuffer,
} from "./buffers.ts";
import { fieldsOf, join, replaceFields } from "./fields.ts";
import { hides, named, twoOfOneName } from "./module-names.ts";
import { branches, moduleMark, printTree } from "./module-tree.ts";
import { cast, moved, noteListed, Parameter } from "./parameter.ts";
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
 * `registerBuffer` makes a tensor part of the state that is not trained, such as the running mean of a batch norm. Other
 * tensors in fields (tables, masks) move with the module, but are neither parameters nor part of its state.
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
  // The names of the fields that are buffers, and whether each is part of the state.
  readonly #buffers: Map<string, boolean> = new Map();

  constructor() {
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
    return [...this.namedModules().values()];
  }

  /** All modules in this one by name, starting with itself under the empty name, without duplicates. */
  namedModules(): Map<string, Module> {
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
    return Object.values(this.namedParameters());
  }

  /**
   * All parameters by name. Tied parameters appear once, under their first name.
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

  /**
   * Makes a tensor a buffer: the field `name`, which moves with the module, is saved and loaded with its state, and is not
   * trained. Returns the tensor, so that a class can declare the field with it. A view of other memory is copied. null is
   * a buffer that is absent, and in no state. `forward` may assign the field (`this.count = this.count.add(1)`): the buffer
   * takes the value, in compiled steps too.
   *
   * @throws ArgumentError for a name that is empty, has a dot, or is a method, a parameter or a layer of the module.
   * @example
   * class Counter extends Module {
   *   readonly count = this.registerBuffer("count", zeros([1]));
   *   forward = () => this.count;
   * }
   * Object.keys(new Counter().stateDict()) // ["count"]
   */
  registerBuffer<T extends Tensor | null>(name: string, tensor: T, options?: RegisterBufferOptions): T;
  registerBuffer(name: string, tensor: Tensor | null, options?: RegisterBufferOptions): Tensor | null {
    const { persistent } = bufferCall([name, tensor, options]);
    checkBufferName(this, name, methods, this.#buffers.has(name));
    if (tensor instanceof Parameter)
      throw new ArgumentError(
        `${this.constructor.name}.registerBuffer: ${name} is a Parameter, which is trained; write this.${name} = parameter, ` +
          "or register its detach().",
      );
    const buffer = tensor && bufferTensor(tensor);
    const isNew = !this.#buffers.has(name);
    this.#buffers.set(name, persistent);
    if (!isNew && Reflect.set(this, name, buffer)) return buffer;
    Object.defineProperty(this, name, {
      value: buffer,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    watchBuffer(this, name);
    return buffer;
  }

  /** All buffers, without duplicates. */
  buffers(): Tensor[] {
    return Object.values(this.namedBuffers());
  }

  /**
   * All buffers by name, also those that are not persistent, without duplicates.
   *
   * @example Object.keys(new BatchNorm1d(2).namedBuffers()) // ["running_mean", "running_var", "num_batches_tracked"]
   */
  namedBuffers(): Record<string, Tensor> {
    const found = new Map<Tensor, string>();
    for (const [prefix, branch] of branches(this))
      if (branch instanceof Module)
        for (const [name, buffer] of branch.#ownBuffers())
          if (!found.has(buffer)) found.set(buffer, join(prefix, name));
    return Object.fromEntries([...found].map(([buffer, name]) => [name, buffer]));
  }

  /** The buffers in this module's own fields: all, or only the persistent ones. */
  #ownBuffers(persistentOnly: boolean = false): [name: string, buffer: Tensor][] {
    const found: [string, Tensor][] = [];
    for (const [name, persistent] of this.#buffers) {
      const value: unknown = Reflect.get(this, name);
      if (value instanceof Tensor && (persistent || !persistentOnly)) found.push([name, value]);
    }
    return found;
  }

  /**
   * The modules in this one's fields, without those inside of them. Modules in arrays, objects, Maps and Sets of a field
   * count as being in the field.
   *
   * @example Array.from(new Sequential(new Linear(2, 1), new ReLU()).children(), (module) => module.constructor.name) // ["Linear", "ReLU"]
   */
  children(): Module[] {
    return [...this.namedChildren().values()];
  }

  /** The modules in this one's fields by name, as {@link children} lists them. */
  namedChildren(): Map<string, Module> {
    const found = new Map<string, Module>();
    const seen = new Set<Module>([this]);
    for (const [name, branch] of branches(this, {
      inside: (one) => one === this || !(one instanceof Module),
    }))
      if (branch instanceof Module && !seen.has(branch)) {
        seen.add(branch);
        found.set(name, branch);
      }
    return found;
  }

  /**
   * Calls `fn` with every module in this one, inner before outer, and with this one last; for first values of
   * parameters. Returns this.
   *
   * @throws ArgumentError unless `fn` is a function.
   * @example
   * const net = new Sequential(new Linear(2, 1), new ReLU());
   * net.apply((module) => { if (module instanceof Linear) init.ones(module.weight); });
   * net.parameters()[0] // tensor([[1, 1]])
   */
  apply(fn: (module: Module) => void): this {
    checkFunction("Module.apply", "fn", fn, "write net.apply((module) => …)");
    const seen = new Set<Module>();
    const visit = (module: Module): void => {
      if (seen.has(module)) return;
      seen.add(module);
      for (const child of module.children()) visit(child);
      fn(module);
    };
    visit(this);
    return this;
  }

  /**
   * The module of a name such as "layers.0.attention"; this module for the empty name.
   *
   * @throws ArgumentError if there is none.
   * @example new Sequential(new Linear(2, 1)).getSubmodule("0").toString() // "Linear(inFeatures=2, outFeatures=1, bias=true)"
   */
  getSubmodule(name: string): Module {
    const found = new Map<string, Module>();
    for (const [at, branch] of branches(this, { repeat: true }))
      if (branch instanceof Module && !found.has(at)) found.set(at, branch);
    return named(this, "getSubmodule", "module", found, name);
  }

  /**
   * The parameter of a name such as "layers.0.weight".
   *
   * @throws ArgumentError if there is none.
   * @example new Linear(2, 1).getParameter("bias").shape // [1]
   */
  getParameter(name: string): Parameter {
    return named(this, "getParameter", "parameter", new Map(this.#parametersByName()), name);
  }

  /** The buffer of a name such as "norm.running_mean". @throws ArgumentError if there is none. */
  getBuffer(name: string): Tensor {
    return named(this, "getBuffer", "buffer", new Map(Object.entries(this.namedBuffers())), name);
  }

  /** The total number of elements of all parameters. */
  numParameters(): number {
    return this.parameters().reduce((sum, parameter) => sum + parameter.numel, 0);
  }

  /**
   * Sets the training mode of this module and all modules in it, in which dropout is active. Returns this.
   *
   * @throws ArgumentError unless `mode` is true or false.
   * @example new Dropout(0.5).eval().train().training // true
   */
  train(mode: boolean = true): this {
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
    return this.train(false);
  }

  /**
   * The current values of the parameters and the persistent buffers by name, like PyTorch's `state_dict`. The snapshot is
   * copy-on-write: nothing is copied until the module is trained further.
   */
  stateDict(): Record<string, Tensor> {
    return withoutTapes(() =>
      Object.fromEntries(this.#stateByName().map(([name, value]) => [name, value.detach()])),
    );
  }

  /**
   * Writes values into the parameters and persistent buffers by name, converted to their dtype. The tensors stay the same.
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
    return loadInto(this.constructor.name, new Map(this.#stateByName()), state, options);
  }

  /**
   * Moves all parameters, buffers and other tensors in fields to a backend, or converts those of floats to "float32" or
   * "float64". The Parameter objects stay the same, so optimizers keep working; their state follows at their next step.
   * Returns this.
   *
   * @throws ArgumentError or BackendError unless `target` is a backend or one of these dtypes.
   * @example new Linear(2, 1).to("float64").weight.dtype // "float64"
   */
  to(target: Backend | "float32" | "float64"): this {
    const isDtype = target === "float32" || target === "float64";
    if (!isDtype) checkBackend(`${this.constructor.name}.to`, target);
    this.#parametersByName();
    const change = (value: unknown): unknown => (isDtype ? cast(value, target) : moved(value, target));
    for (const [, branch] of branches(this)) replaceFields(branch, change);
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

  // Parameters and persistent buffers, in PyTorch's order: of each module the parameters before the buffers.
  #stateByName(): [string, Tensor][] {
    this.#parametersByName(); // its checks
    const found = new Map<string, Tensor>();
    for (const [prefix, branch] of branches(this, { repeat: true })) {
      for (const [field, value] of fieldsOf(branch))
        if (value instanceof Parameter) found.set(join(prefix, field), value);
      if (!(branch instanceof Module)) continue;
      for (const [name, buffer] of branch.#ownBuffers(true)) found.set(join(prefix, name), buffer);
    }
    return [...found];
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

Object.defineProperty(Module.prototype, moduleMark, { value: true });

const methods: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Module.prototype));

showAsText(Module.prototype);

refuseMethods(Module.prototype, "modules", {
  zeroGrad: "gradients are returned, so there are none to clear",
  zero_grad: "gradients are returned, so there are none to clear",
  requires_grad_: "give the optimizer the parameters to train, and no others",
  requiresGrad: "give the optimizer the parameters to train, and no others",
  requiresGrad_: "give the optimizer the parameters to train, and no others",
  cuda: "write net.to(backend)",
  cpu: "write net.to(backend)",
  float: 'write net.to("float32")',
  double: 'write net.to("float64")',
  half: "there is no float16 module; see HalfLinear",
  register_buffer: "write this.registerBuffer(name, tensor)",
  registerParameter: "write this.name = new Parameter(tensor)",
  register_parameter: "write this.name = new Parameter(tensor)",
  addModule: "write this.name = module",
  add_module: "write this.name = module",
});
