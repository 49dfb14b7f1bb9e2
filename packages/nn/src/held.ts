import type { Parameter } from "./parameter.ts";

// What an optimizer must know to tell a parameter that is left out on purpose from one that was not found: which modules
// there are, and which parameters a walk through a module has found.

const modules: Set<WeakRef<object>> = new Set();
const collected = new FinalizationRegistry<WeakRef<object>>((ref) => modules.delete(ref));
const holders: WeakMap<Parameter, WeakRef<object>> = new WeakMap();

/** Notes a new module, which is not kept alive by it. */
export function noteModule(module: object): void {
  const ref = new WeakRef(module);
  modules.add(ref);
  collected.register(module, ref);
}

/** Every module that was made and not yet collected. */
export function* liveModules(): Iterable<object> {
  for (const ref of modules) {
    const module = ref.deref();
    if (module !== undefined) yield module;
  }
}

/** Notes that a walk through `root` found a parameter. */
export function noteHolder(parameter: Parameter, root: object): void {
  if (holders.get(parameter)?.deref() !== root) holders.set(parameter, new WeakRef(root));
}

/** The module of the last walk that found the parameter; undefined where none did. */
export function holderOf(parameter: Parameter): object | undefined {
  return holders.get(parameter)?.deref();
}
