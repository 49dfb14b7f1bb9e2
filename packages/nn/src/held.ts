import type { Tensor } from "@saccade/tensor";

// Lets an optimizer distinguish a parameter left out on purpose from one that it could not find: the module in which a
// walk found it, and the order in which parameters were made.

const holders: WeakMap<Tensor, WeakRef<object>> = new WeakMap();
const births: WeakMap<Tensor, number> = new WeakMap();
let made = 0;

/** Notes that walking the fields of `root` found a parameter. */
export function noteHolder(parameter: Tensor, root: object): void {
  if (holders.get(parameter)?.deref() !== root) holders.set(parameter, new WeakRef(root));
}

/** The module of the last walk that found the parameter; undefined if there is none. */
export function holderOf(parameter: Tensor): object | undefined {
  return holders.get(parameter)?.deref();
}

/** Notes that a parameter was made. */
export function noteBirth(parameter: Tensor): void {
  births.set(parameter, made++);
}

/** The number of parameters made so far. */
export function parametersMade(): number {
  return made;
}

/** Whether a parameter was made after the first `count` ones. */
export function isNewer(parameter: Tensor, count: number): boolean {
  return (births.get(parameter) ?? 0) >= count;
}
