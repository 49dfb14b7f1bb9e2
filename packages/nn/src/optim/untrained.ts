import { type LossResult, valueAndUsedGrads } from "@saccade/autograd/optimizer";
import { Tensor } from "@saccade/tensor";
import { observedObjects, watchMethods } from "@saccade/tensor/backend";
import { fieldsOf, join } from "../fields.ts";
import { Module } from "../module.ts";
import { branches } from "../module-tree.ts";
import { isNewer, listedIn, Parameter, parametersMade, someUnlisted } from "../parameter.ts";
import { TrainingError } from "./errors.ts";

/** Of each parameter, all parameters of the last optimizer that was made for it. */
const trainers: WeakMap<Tensor, ReadonlySet<Tensor>> = new WeakMap();

/** The tensors that an optimizer trains. */
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

/**
 * Compares the parameters that a loss reads with those that an optimizer trains. One that it does not train was left out
 * on purpose (a frozen part, another optimizer's network, a network that no optimizer knows), or it is a mistake if it
 *
 * 1. is in a module that was trained as a whole when the optimizer was made: it came later;
 * 2. was made after the optimizer, and is in a module together with parameters that it trains, such as an adapter;
 * 3. is in no field that a walk finds, as with `#weight = new Parameter(…)`; or is in a module in no such field that a
 *    method of a module of 1 uses, as with `#hidden = new Linear(…)`.
 *
 * A plain tensor in the place of a trained parameter is a mistake too.
 */
export class Untrained {
  readonly #optimizer: TrainedParams;
  readonly #trained: ReadonlySet<Tensor>;
  readonly #madeBefore: number = parametersMade();
  /** The outermost modules that are trained as a whole, each with its parameters by name. */
  readonly #whole: ReadonlyMap<Module, ReadonlyMap<string, unknown>>;
  // Left out on purpose, as long as they do not come into one of #whole.
  readonly #left: WeakSet<Parameter> = new WeakSet();
  // The parameters in #whole in this step, once they are needed.
  #now: ReadonlyMap<unknown, string> | null = null;
  // A step is watched once there is a parameter that no walk has found: the first one, for most models none.
  #wasWatched: boolean = false;
  // The methods of #whole that are running, in the watched step.
  readonly #running: (string | null)[] = [];

  constructor(optimizer: TrainedParams) {
    this.#optimizer = optimizer;
    this.#trained = new Set(optimizer.params);
    for (const x of optimizer.params) trainers.set(x, this.#trained);
    this.#whole = new Map(
      this.#wholeModules().map((module) => [module, new Map(fieldsIn(module).filter(isParameter))]),
    );
  }

  /** See {@link Optimizer.gradients}. */
  gradients<V extends LossResult>(what: string, closure: () => V): ClosureGradients<V> {
    const { kind, params } = this.#optimizer;
    const wanted = [...params];
    const mistakes: string[] = [];
    const watch = !this.#wasWatched && someUnlisted();
    const decide = watch || this.#wasWatched;
    const joins = (x: Tensor): boolean => {
      const mistake = x instanceof Parameter ? this.#mistakeOf(x, decide) : null;
      return mistake !== null && mistakes.push(mistake) > 0 && wanted.push(x) > 0;
    };
    this.#now = null;
    const run = watch ? (): V => this.#watched(closure) : closure;
    const { value, grads: all } = valueAndUsedGrads(run, wanted, what, joins);
    const grads = all.splice(0, params.length).map((grad) => grad || null);
    const stray = all.findIndex((grad) => grad !== null);
    const mistake = mistakes[stray] ?? (grads.includes(null) ? this.#plainTensor(grads) : undefined);
    if (mistake !== undefined) throw new TrainingError(`${kind}.step: ${mistake}`);
    if (grads.every((grad) => grad === null)) throw this.#nothingToTrain(what);
    this.#wasWatched = decide;
    return { value, grads };
  }

  #wholeModules(): Module[] {
    const roots = new Set(this.#optimizer.params.map((x) => listedIn(x)));
    const below = [...roots].flatMap((root) => (root instanceof Module ? root.modules() : []));
    const whole = [...new Set(below)].filter((module) => {
      const all = fieldsIn(module).filter(isParameter);
      return all.length > 0 && all.every(([, x]) => this.#trained.has(x));
    });
    const inner = new Set(whole.flatMap((module) => module.modules().slice(1)));
    return whole.filter((module) => !inner.has(module));
  }

  /**
   * The mistake of a parameter that the loss reads and the optimizer does not train; null where it is left out on purpose, or
   * where a watched step has to decide.
   */
  #mistakeOf(x: Parameter, decide: boolean): string | null {
    // Another optimizer's, unless that trains the same parameters in place of this one.
    const others = trainers.get(x);
    if (others !== undefined && this.#optimizer.params.every((own) => !others.has(own))) return null;
    this.#now ??= new Map(
      [...this.#whole.keys()].flatMap((module) => fieldsIn(module).map(([name, y]) => [y, name])),
    );
    const name = this.#now.get(x);
    if (name !== undefined) return late(x, name);
    if (this.#left.has(x)) return null;
    const beside = isNewer(x, this.#madeBefore) ? this.#nameBeside(x) : undefined;
    if (beside !== undefined) return late(x, beside);
    if (listedIn(x) === undefined) {
      const method = this.#running.find((label) => label !== null);
      if (method !== undefined) return hidden(x, `${method} reads`);
      if (!liveModules().some((module) => nameIn(module, x) !== undefined))
        return hidden(x, "the loss needs");
      if (!decide) return null;
    }
    this.#left.add(x);
    return null;
  }

  /** The name of a parameter in a module that also holds a trained one. */
  #nameBeside(x: Parameter): string | undefined {
    const module = liveModules().find(
      (one) =>
        nameIn(one, x) !== undefined &&
        fieldsIn(one).some(([, y]) => y instanceof Tensor && this.#trained.has(y)),
    );
    return module && nameIn(module, x);
  }

  /** The mistake where a parameter without a gradient has given its place to a plain tensor. */
  #plainTensor(grads: readonly (Tensor | null)[]): string | undefined {
    const unread = new Set<unknown>(this.#optimizer.params.filter((_, i) => grads[i] === null));
    for (const [module, before] of this.#whole)
      for (const [name, now] of fieldsIn(module))
        if (
          now instanceof Tensor &&
          now !== before.get(name) &&
          !(now instanceof Parameter) &&
          unread.has(before.get(name))
        )
          return (
            `${name} of ${module.constructor.name} is ${now.describe()}, a plain tensor in the place of a Parameter: it ` +
            "would be neither trained nor saved. Set the parameter's value with loadStateDict, or write " +
            `${name} = new Parameter(tensor) before the optimizer is made.`
          );
    return undefined;
  }

  #nothingToTrain(what: string): TrainingError {
    const { names } = this.#optimizer;
    const shown = names.length > 6 ? [...names.slice(0, 6), "…"] : names;
    return new TrainingError(
      `${what}: no parameter of this optimizer is on the path to the loss, so the step would train nothing. ` +
        "Compute the loss from the parameters inside the closure, without noGrad, detach or item(). The optimizer's " +
        `parameters are ${shown.join(", ")}.`,
    );
  }

  /** Notes which methods of modules in #whole run, to find the modules in their private fields. */
  #watched<R>(closure: () => R): R {
    const inside = new Set<object>([...this.#whole.keys()].flatMap((module) => module.modules()));
    const enter = (self: object, owner: object, key: PropertyKey): void => {
      const counts = inside.has(self) && owner !== Module.prototype;
      this.#running.push(counts ? `${self.constructor.name}.${String(key)}` : null);
    };
    const own = [...inside].filter((module) => Object.hasOwn(module, "forward"));
    return watchMethods({ enter, leave: () => void this.#running.pop() }, own, closure);
  }
}

function late(x: Parameter, name: string): string {
  return (
    `the loss reads ${name}, ${x.describe()}, a parameter that this optimizer does not train, because it came into the ` +
    "model after the optimizer was made. Make the optimizer after the last change of the model. To leave the parameter " +
    "as it is on purpose, read it in noGrad, or give the new optimizer the other parameters."
  );
}

function hidden(x: Parameter, subject: string): string {
  return (
    `${subject} a Parameter, ${x.describe()}, that this optimizer does not train, because it is not in a field that ` +
    "parameters() can find (a #private field, a variable, an object of another class). Put it, or its module, into a " +
    "public field of the module: plainly, or in an array, an object, a Map or a Set. To leave it as it is on purpose, hold " +
    "it in a public field and give the optimizer the other parameters."
  );
}

function liveModules(): Module[] {
  return observedObjects().filter((object) => object instanceof Module);
}

/** All fields in a module and below it, by name. */
function fieldsIn(module: Module): [name: string, value: unknown][] {
  return [...branches(module)].flatMap(([prefix, branch]) =>
    fieldsOf(branch).map(([field, value]): [string, unknown] => [join(prefix, field), value]),
  );
}

function isParameter(field: [name: string, value: unknown]): field is [string, Parameter] {
  return field[1] instanceof Parameter;
}

function nameIn(module: Module, x: Parameter): string | undefined {
  return fieldsIn(module).find(([, value]) => value === x)?.[0];
}
