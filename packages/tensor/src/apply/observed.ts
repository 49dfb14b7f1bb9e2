// Objects whose fields and methods can be watched while a function runs: modules, which register themselves.

const instances: Set<WeakRef<object>> = new Set();
const prototypes: Set<WeakRef<object>> = new Set();
const known: WeakSet<object> = new WeakSet();
const collected = new FinalizationRegistry<WeakRef<object>>((ref) => instances.delete(ref));

/**
 * Registers an object, weakly. A base class calls it in its constructor, so that captured steps notice when fields and
 * methods of its instances change.
 *
 * @example observe({}) // undefined
 */
export function observe(instance: object): void {
  const ref = new WeakRef(instance);
  instances.add(ref);
  collected.register(instance, ref);
  known.add(instance);
  let prototype: object | null = Object.getPrototypeOf(instance);
  while (prototype !== null && prototype !== Object.prototype && !known.has(prototype)) {
    known.add(prototype);
    prototypes.add(new WeakRef(prototype));
    prototype = Object.getPrototypeOf(prototype);
  }
}

/** Whether an object was registered with {@link observe}, or is a prototype of one. */
export function isObserved(value: unknown): value is object {
  return typeof value === "object" && value !== null && known.has(value);
}

/**
 * The registered objects that have not been garbage-collected.
 *
 * @example Array.from(observedObjects()).length >= 0 // true
 */
export function observedObjects(): object[] {
  return alive(instances);
}

/** The prototypes of registered objects. */
export function observedPrototypes(): object[] {
  return alive(prototypes);
}

function alive(refs: ReadonlySet<WeakRef<object>>): object[] {
  const found: object[] = [];
  for (const ref of refs) {
    const object = ref.deref();
    if (object !== undefined) found.push(object);
  }
  return found;
}
