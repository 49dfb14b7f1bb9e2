import type { Parameter } from "./parameter.ts";

// Lets an optimizer distinguish a parameter left out on purpose from one that was not found: tracks the live modules,
// and the parameters found by walking a module's fields.

const holders: WeakMap<Parameter, WeakRef<object>> = new WeakMap();

/** Notes that walking the fields of `root` found a parameter. */
export function noteHolder(parameter: Parameter, root: object): void {
  if (holders.get(parameter)?.deref() !== root) holders.set(parameter, new WeakRef(root));
}

/** The module of the last walk that found the parameter; undefined if there is none. */
export function holderOf(parameter: Parameter): object | undefined {
  return holders.get(parameter)?.deref();
}
