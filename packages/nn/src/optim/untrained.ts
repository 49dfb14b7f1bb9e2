import type { Tensor } from "@saccade/tensor";
import { isFloat, observedObjects, type PullBack, type TapeListener, withListener } from "@saccade/tensor/backend";
import { fieldsOf } from "../fields.ts";
import { holderOf } from "../held.ts";
import { branches, Module } from "../module.ts";
import { Parameter } from "../parameter.ts";
import { TrainingError } from "./training-error.ts";

// Finds parameters that the loss depends on and that were left out by mistake. An optimizer may train only a part of a
// model: the other parameters are in fields of modules, or were found by a walk (parameters(), train(), another
// optimizer). Two kinds of parameters cannot have been left out on purpose:
//
// 1. parameters that are in no module's field, as in `#weight = new Parameter(…)`;
// 2. parameters that no walk has found, read by a method of a module whose other parameters are all trained, as
//    with `#hidden = new Linear(…)`: the field cannot be seen, but its use can.

interface Use {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  /** The method that was running, such as "Net.forward"; null outside of the trained modules. */
  readonly method: string | null;
}

/** The ops of a closure, in order. Holds handles, but no memory. */
class UseLog implements TapeListener {
  readonly uses: Use[] = [];
  readonly running: string[] = [];

  record(
    name: string,
    inputs: readonly Tensor[],
    outputs: readonly Tensor[],
    pullBack: PullBack | null,
  ): void {
    if (pullBack === null || name === "detach" || !outputs.some(({ dtype }) => isFloat(dtype))) return;
    this.uses.push({ inputs, outputs, method: this.running[0] ?? null });
  }

  holds(): boolean {
    return false;
  }
}

/**
 * Runs an optimizer's closure and checks that the loss does not depend on parameters left out by mistake.
 *
 * @throws TrainingError naming the parameter's shape, the method that reads it, and the fix.
 */
export function withoutStrays<R>(
  kind: string,
  trained: readonly Tensor[],
  closure: () => R,
  lossOf: (result: R) => unknown,
): R {
  const log = new UseLog();
  const result = withListener(log, () => watchMethods(coveredModules(trained), log, closure));
  const strays = findStrays(log.uses, lossOf(result), new Set(trained));
  for (const [parameter, method] of strays) {
    if (holderOf(parameter) !== undefined) continue;
    if (method !== null) throw strayError(kind, parameter, `${method} reads`);
    if (!isInField(parameter)) throw strayError(kind, parameter, "the loss needs");
  }
  return result;
}

function strayError(kind: string, parameter: Parameter, subject: string): TrainingError {
  return new TrainingError(
    `${kind}.step: ${subject} a Parameter, ${parameter.describe()}, that this optimizer does not train, because it is not ` +
      "in a field that parameters() can find (a #private field, a variable, an object of another class). Put it, or its " +
      "module, into a public field of the module: plainly, or in an array, an object, a Map or a Set. To leave it as it " +
      "is on purpose, hold it in a public field and give the optimizer the other parameters.",
  );
}

/** Untrained parameters that the loss depends on, each with the first method that reads it. */
function findStrays(
  uses: readonly Use[],
  loss: unknown,
  trained: ReadonlySet<Tensor>,
): Map<Parameter, string | null> {
  const needed = new Set<unknown>([loss]);
  const strays = new Map<Parameter, string | null>();
  for (const { inputs, outputs, method } of uses.toReversed()) {
    if (!outputs.some((y) => needed.has(y))) continue;
    for (const x of inputs) {
      needed.add(x);
      if (x instanceof Parameter && !trained.has(x)) strays.set(x, method);
    }
  }
  return strays;
}

/** The modules whose parameters are all trained. */
function coveredModules(trained: readonly Tensor[]): Module[] {
  const all = new Set(trained);
  const roots = new Set<object>();
  for (const x of trained) {
    const root = x instanceof Parameter ? holderOf(x) : undefined;
    if (root !== undefined) roots.add(root);
  }
  const covered = new Set<Module>();
  for (const root of roots) {
    if (!(root instanceof Module) || !root.parameters().every((parameter) => all.has(parameter))) continue;
    for (const module of root.modules()) covered.add(module);
  }
  return [...covered];
}

function isInField(parameter: Parameter): boolean {
  for (const module of observedObjects()) {
    if (!(module instanceof Module)) continue;
    for (const [, branch] of branches(module))
      if (fieldsOf(branch).some(([, value]) => value === parameter)) return true;
  }
  return false;
}

/** Runs `f` and tells the log which method of the modules is running. */
function watchMethods<R>(modules: readonly Module[], log: UseLog, f: () => R): R {
  const undo: (() => void)[] = [];
  try {
    for (const module of modules)
      for (const name of methodsOf(module)) undo.push(watchMethod(module, name, log));
    return f();
  } finally {
    for (const restore of undo) restore();
  }
}

function methodsOf(module: Module): Set<string> {
  const names = new Set<string>();
  if (Object.hasOwn(module, "forward")) names.add("forward");
  let prototype: unknown = Object.getPrototypeOf(module);
  while (prototype !== Module.prototype && typeof prototype === "object" && prototype !== null) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (name !== "constructor" && typeof value === "function") names.add(name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

// Shadows the method with an instance field while the closure runs.
function watchMethod(module: Module, name: string, log: UseLog): () => void {
  const own = Object.getOwnPropertyDescriptor(module, name);
  const method: unknown = Reflect.get(module, name);
  if (typeof method !== "function") return () => {};
  const label = `${module.constructor.name}.${name}`;
  function watched(this: unknown, ...args: readonly unknown[]): unknown {
    log.running.push(label);
    try {
      return Reflect.apply(method as () => unknown, this, args);
    } finally {
      log.running.pop();
    }
  }
  const done = Reflect.defineProperty(module, name, { value: watched, configurable: true, writable: true });
  return () => {
    if (!done) return;
    if (own === undefined) Reflect.deleteProperty(module, name);
    else Reflect.defineProperty(module, name, own);
  };
}
