import type { Parameter } from "./parameter.ts";

// Lets an optimizer distinguish a parameter left out on purpose from one that was not found: tracks the live modules,
// and the parameters found by walking a module's fields.

const modules: Set<WeakRef<object>> = new Set();
const collected = new FinalizationRegistry<WeakRef<object>>((ref) => modules.delete(ref));
const holders: WeakMap<Parameter, WeakRef<object>> = new WeakMap();

/** Registers a new module through a weak reference. */
export function noteModule(module: object): void {
  const ref = new WeakRef(module);
  modules.add(ref);
  collected.register(module, ref);
}

/** All modules that were not yet collected. */
export function* liveModules(): Iterable<object> {
  for (const ref of modules) {
    const module = ref.deref();
    if (module !== undefined) yield module;
  }
}

/** Notes that walking the fields of `root` found a parameter. */
export function noteHolder(parameter: Parameter, root: object): void {
  if (holders.get(parameter)?.deref() !== root) holders.set(parameter, new WeakRef(root));
}

/** The module of the last walk that found the parameter; undefined if there is none. */
export function holderOf(parameter: Parameter): object | undefined {
  return holders.get(parameter)?.deref();
}
