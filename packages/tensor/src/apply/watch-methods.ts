import { isObserved, observedPrototypes } from "./observed.ts";

/** Notified when methods and accessors of observed objects run. */
export interface MethodWatcher {
  /** One starts to run. `owner` is the prototype that has it; `method` is undefined for an accessor. */
  enter(self: object, owner: object, key: PropertyKey, method: unknown): void;
  /** It has ended. */
  leave(): void;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/**
 * Runs `f` and notifies a watcher of each method call: the methods of the observed objects' classes, which are restored
 * afterwards, and the fields of `own` that hold functions.
 *
 * @example
 * const names = [];
 * const net = new ReLU();
 * watchMethods({ enter: (_self, _owner, key) => names.push(key), leave() {} }, [], () => net.forward(ones([1])));
 * names // ["forward"]
 */
export function watchMethods<T>(watcher: MethodWatcher, own: readonly object[], f: () => T): T {
  const undo: (() => void)[] = [];
  try {
    for (const prototype of observedPrototypes())
      for (const key of Reflect.ownKeys(prototype))
        if (key !== "constructor") undo.push(watchOne(prototype, key, watcher));
    for (const object of own)
      for (const key of Object.keys(object))
        if (typeof Reflect.get(object, key) === "function") undo.push(watchOne(object, key, watcher));
    return f();
  } finally {
    for (const restore of undo.toReversed()) restore();
  }
}

function watchOne(owner: object, key: PropertyKey, watcher: MethodWatcher): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, key)!;
  const wrap = (method: unknown, told: unknown): ((...args: readonly unknown[]) => unknown) =>
    wrapped(method as AnyFunction, (self) => watcher.enter(self, owner, key, told), watcher);
  const { value, get, set } = before;
  const during: PropertyDescriptor =
    typeof value === "function"
      ? { ...before, value: wrap(value, value) }
      : { ...before, ...(get && { get: wrap(get, undefined) }), ...(set && { set: wrap(set, undefined) }) };
  const nothing = typeof value !== "function" && get === undefined && set === undefined;
  if (nothing || !before.configurable || !Reflect.defineProperty(owner, key, during)) return () => {};
  return () => {
    const now = Object.getOwnPropertyDescriptor(owner, key);
    const isOurs = now !== undefined && now.value === during.value && now.get === during.get;
    if (isOurs) Reflect.defineProperty(owner, key, before);
  };
}

function wrapped(method: AnyFunction, enter: (self: object) => void, watcher: MethodWatcher): AnyFunction {
  return function (this: unknown, ...args: readonly unknown[]): unknown {
    if (!isObserved(this)) return Reflect.apply(method, this, args);
    enter(this);
    try {
      return Reflect.apply(method, this, args);
    } finally {
      watcher.leave();
    }
  };
}
