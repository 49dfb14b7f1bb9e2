import { type Backend, Tensor } from "@saccade/tensor";
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
import { ownBuffers, type RegisterBufferOptions, registerBuffer } from "./buffers.ts";
import { fieldsOf, replaceFields } from "./fields.ts";
import { named, onceEach, parametersByName, stateByName } from "./module-names.ts";
import { branches, moduleMark, printTree } from "./module-tree.ts";
import { cast, moved, type Parameter } from "./parameter.ts";
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
    return modulesIn(this);
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
    return onceEach(parametersByName(this));
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
    return registerBuffer(this, [name, tensor, options]);
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
    const all = [...branches(this)].flatMap(([prefix, branch]) => ownBuffers(branch, prefix));
    return onceEach(all);
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
    const found = modulesIn(this, { inside: (one) => one === this || !(one instanceof Module) });
    found.delete("");
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
    return named(this, "getSubmodule", "module", modulesIn(this, { repeat: true }), name);
  }

  /**
   * The parameter of a name such as "layers.0.weight".
   *
   * @throws ArgumentError if there is none.
   * @example new Linear(2, 1).getParameter("bias").shape // [1]
   */
  getParameter(name: string): Parameter {
    return named(this, "getParameter", "parameter", parametersByName(this), name);
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
    parametersByName(this);
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
      Object.fromEntries([...stateByName(this)].map(([name, value]) => [name, value.detach()])),
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
    return loadInto(this.constructor.name, stateByName(this), state, options);
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
    parametersByName(this);
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
}

/** The modules that a walk through fields finds, the first of each name. */
function modulesIn(root: Module, how?: Parameters<typeof branches>[1]): Map<string, Module> {
  const found = new Map<string, Module>();
  for (const [name, branch] of branches(root, how))
    if (branch instanceof Module && !found.has(name)) found.set(name, branch);
  return found;
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

Object.defineProperty(Module.prototype, moduleMark, {
  value: new Set(Object.getOwnPropertyNames(Module.prototype)),
});

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
