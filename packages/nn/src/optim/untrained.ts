import { type LossResult, valueAndUsedGrads } from "@saccade/autograd/optimizer";
import { Tensor } from "@saccade/tensor";
import { observedObjects, watchMethods } from "@saccade/tensor/backend";
import { fieldsOf, join } from "../fields.ts";
import { holderOf, isNewer, parametersMade } from "../held.ts";
import { branches, Module } from "../module.ts";
import { Parameter } from "../parameter.ts";
import { TrainingError } from "./training-error.ts";

/** The parameters of all optimizers. */
const trainedBySome: WeakSet<Tensor> = new WeakSet();

/** An optimizer's parameters, with their names. */
export interface TrainedParams {
  /** The optimizer's name, such as "Adam". */
  readonly kind: string;
  /** Its parameters. */
  readonly params: readonly Tensor[];
  /** Their names. */
  readonly names: readonly string[];
}

/** A closure's result, and the gradients of its loss. */
export interface ClosureGradients<V> {
  /** The closure's result. */
  readonly value: V;
  /** A gradient for each parameter; null for those that the loss does not depend on. */
  readonly grads: (Tensor | null)[];
}

/** Where a parameter was when the optimizer was made. */
interface Place {
  readonly branch: object;
  readonly field: string;
  /** Such as "layers.0.weight". */
  readonly name: string;
  readonly root: Module;
}

/**
 * Finds parameters that a loss depends on and that an optimizer does not train by mistake. An optimizer may train a part
 * of a model: parameters left out when it is made are left out on purpose. A parameter is a mistake if it
 *
 * 1. is now in a module whose parameters were all trained when the optimizer was made: it was added, or took the place
 *    of a trained one;
 * 2. was made after the optimizer, is in a module together with parameters that it trains, and belongs to no other
 *    optimizer, such as an adapter added to a model that is trained in part;
 * 3. is in no field that a walk can find, as with `#weight = new Parameter(…)`; or in a module that is in no such field
 *    and that a method of a trained module uses, as with `#hidden = new Linear(…)`.
 *
 * A plain tensor in the place of a trained parameter is a mistake too. All others (a frozen network, another
 * optimizer's) are left as they are.
 */
export class Untrained {
  readonly #kind: string;
  readonly #names: readonly string[];
  readonly #trained: readonly Tensor[];
  readonly #set: ReadonlySet<Tensor>;
  // Modules that were trained as a whole, outermost ones only.
  readonly #whole: readonly Module[];
  readonly #places: ReadonlyMap<Tensor, Place>;
  readonly #madeBefore: number = parametersMade();
  // Parameters that are left out on purpose, but for rule 1.
  readonly #left: WeakSet<Parameter> = new WeakSet();
  readonly #mistakes: Map<Tensor, () => TrainingError> = new Map();
  // The parameters in #whole at this step, once one is needed.
  #now: Map<Parameter, string> | null = null;
  // The methods of #whole that are running, in the first step.
  #running: (string | null)[] = [];
  #stepped: boolean = false;

  constructor({ kind, names, params: trained }: TrainedParams) {
    this.#kind = kind;
    this.#names = names;
    this.#trained = trained;
    this.#set = new Set(trained);
    for (const x of trained) trainedBySome.add(x);
    const roots = new Set<Module>();
    for (const x of trained) {
      const root = x instanceof Parameter ? holderOf(x) : undefined;
      if (root instanceof Module) roots.add(root);
    }
    this.#whole = [...roots].flatMap((root) => this.#wholeIn(root));
    this.#places = new Map([...roots].flatMap((root) => placesIn(root)));
  }

  /** See {@link Optimizer.gradients}. */
  gradients<V extends LossResult>(what: string, closure: () => V): ClosureGradients<V> {
    this.#mistakes.clear();
    this.#now = null;
    const run = this.#stepped ? closure : (): V => this.#watched(closure);
    const wanted = [...this.#trained];
    const joins = (x: Tensor): boolean => x instanceof Parameter && this.#isMistake(x) && wanted.push(x) > 0;
    const { value, grads: all } = valueAndUsedGrads(run, wanted, what, joins);
    const grads = all.splice(0, this.#trained.length).map((grad) => grad || null);
    const stray = all.findIndex((grad) => grad !== null);
    if (stray >= 0) throw this.#mistakes.get(wanted[grads.length + stray]!)!();
    for (const [i, grad] of grads.entries()) if (grad === null) this.#checkPlace(this.#trained[i]!);
    if (grads.every((grad) => grad === null)) throw this.#nothingToTrain(what);
    this.#stepped = true;
    return { value, grads };
  }

  /** The outermost modules whose parameters are all trained. */
  #wholeIn(module: Module): Module[] {
    const all = parametersIn(module);
    if (all.size === 0) return [];
    if ([...all.keys()].every((parameter) => this.#set.has(parameter))) return [module];
    return directModules(module).flatMap((inner) => this.#wholeIn(inner));
  }

  // Asked about every parameter that the loss reads and the optimizer does not train.
  #isMistake(x: Parameter): boolean {
    this.#now ??= new Map(this.#whole.flatMap((module) => [...parametersIn(module)]));
    const name = this.#now.get(x);
    if (name !== undefined) return this.#note(x, () => this.#late(x, name));
    if (this.#left.has(x)) return false;
    if (isNewer(x, this.#madeBefore) && !trainedBySome.has(x)) {
      const path = this.#pathBeside(x);
      if (path !== undefined) return this.#note(x, () => this.#late(x, path));
    }
    if (holderOf(x) === undefined) {
      const method = this.#running.find((label) => label !== null);
      if (method !== undefined) return this.#note(x, () => this.#hidden(x, `${method} reads`));
      if (!isInField(x)) return this.#note(x, () => this.#hidden(x, "the loss needs"));
    }
    this.#left.add(x);
    return false;
  }

  #note(x: Parameter, error: () => TrainingError): true {
    this.#mistakes.set(x, error);
    return true;
  }

  /** The name of a parameter in a module that also holds a trained one; undefined if there is none. */
  #pathBeside(x: Parameter): string | undefined {
    for (const module of observedObjects()) {
      if (!(module instanceof Module)) continue;
      const all = parametersIn(module);
      if (all.has(x) && [...all.keys()].some((other) => this.#set.has(other))) return all.get(x);
    }
    return undefined;
  }

  #checkPlace(x: Tensor): void {
    const place = this.#places.get(x);
    if (place === undefined) return;
    const { branch, field, name, root } = place;
    const now: unknown = branch instanceof Map ? branch.get(field) : Reflect.get(branch, field);
    if (!(now instanceof Tensor) || now instanceof Parameter) return;
    throw new TrainingError(
      `${this.#kind}.step: ${name} of ${root.constructor.name} is ${now.describe()}, a plain tensor in the place of a ` +
        `Parameter: it would be neither trained nor saved. Set the parameter's value with loadStateDict, or write ` +
        `${field} = new Parameter(tensor) before the optimizer is made.`,
    );
  }

  #nothingToTrain(what: string): TrainingError {
    const names = this.#names.length > 6 ? [...this.#names.slice(0, 6), "…"] : this.#names;
    return new TrainingError(
      `${what}: no parameter of this optimizer is on the path to the loss, so the step would train nothing. ` +
        "Compute the loss from the parameters inside the closure, without noGrad, detach or item(). The optimizer's " +
        `parameters are ${names.join(", ")}.`,
    );
  }

  #late(x: Parameter, name: string): TrainingError {
    return new TrainingError(
      `${this.#kind}.step: the loss reads ${name}, ${x.describe()}, a parameter that this optimizer does not train, because ` +
        "it came into the model after the optimizer was made. Make the optimizer after the last change of the model. To " +
        "leave the parameter as it is on purpose, read it in noGrad, or give the new optimizer the other parameters.",
    );
  }

  #hidden(x: Parameter, subject: string): TrainingError {
    return new TrainingError(
      `${this.#kind}.step: ${subject} a Parameter, ${x.describe()}, that this optimizer does not train, because it is not ` +
        "in a field that parameters() can find (a #private field, a variable, an object of another class). Put it, or its " +
        "module, into a public field of the module: plainly, or in an array, an object, a Map or a Set. To leave it as it " +
        "is on purpose, hold it in a public field and give the optimizer the other parameters.",
    );
  }

  // Knows which method of a module in #whole is running, to find the modules in its private fields.
  #watched<R>(closure: () => R): R {
    const modules = new Set<object>(this.#whole.flatMap((module) => module.modules()));
    const own = [...modules].filter((module) => Object.hasOwn(module, "forward"));
    this.#running = [];
    return watchMethods(
      {
        enter: (self, owner, key) => {
          const inside = modules.has(self) && owner !== Module.prototype;
          this.#running.push(inside ? `${self.constructor.name}.${String(key)}` : null);
        },
        leave: () => void this.#running.pop(),
      },
      own,
      closure,
    );
  }
}

/** The parameters in a module, each with its first name. */
function parametersIn(module: Module): Map<Parameter, string> {
  return new Map(placesIn(module).map(([parameter, { name }]) => [parameter, name]));
}

function placesIn(root: Module): [Parameter, Place][] {
  const found = new Map<Parameter, Place>();
  for (const [prefix, branch] of branches(root))
    for (const [field, value] of fieldsOf(branch))
      if (value instanceof Parameter && !found.has(value))
        found.set(value, { branch, field, name: join(prefix, field), root });
  return [...found];
}

/** The modules in a module's fields, without those inside of them. */
function directModules(module: Module): Module[] {
  const inner = module.modules().slice(1);
  const deeper = new Set(inner.flatMap((one) => one.modules().slice(1)));
  return inner.filter((one) => !deeper.has(one));
}

function isInField(parameter: Parameter): boolean {
  return observedObjects().some((module) => module instanceof Module && parametersIn(module).has(parameter));
}
