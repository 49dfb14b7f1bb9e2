import { isPlainObject } from "../../memory/plain-object.ts";
import { Tensor } from "../../tensor.ts";
import { isObserved, observedObjects, observedPrototypes } from "../observed.ts";
import { type MethodWatcher, watchMethods } from "../watch-methods.ts";
import { Contents, type FieldValue, isCollection, SideEffects, WatchedFields } from "./watched-fields.ts";

/** The number of youngest objects to watch; older ones are watched if the step calls their methods or fields hold them. */
const mostObjects = 5000;

/**
 * The fields of observed objects that a step reads while it is captured, with their values: parameters, layers, numbers,
 * methods, and the contents of arrays, Maps, Sets and plain objects in fields. Fields are accessors for as long as the
 * step runs, and the prototypes' end answers for fields that do not exist. Private fields and objects of other classes
 * cannot be watched.
 */
export class FieldReads implements MethodWatcher {
  // The first value that the step read in each field.
  readonly #read: Map<object, Map<PropertyKey, unknown>> = new Map();
  // Collections as they were when the step read the field that holds them.
  readonly #collections: Map<object, Contents> = new Map();
  // Fields that the step wrote before reading them: it reads its own values there.
  readonly #written: SideEffects = new SideEffects();
  readonly #watched: Set<object> = new Set();
  readonly #undo: (() => void)[] = [];

  /** Runs a step and notes what it reads. */
  run<T>(step: () => T): T {
    try {
      const objects = observedObjects();
      const younger = objects.length - mostObjects;
      for (const [i, object] of objects.entries())
        if (i >= younger || Object.hasOwn(object, "forward")) this.#watch(object);
      this.#watchAbsent();
      return watchMethods(this, [], step);
    } finally {
      for (const restore of this.#undo.toReversed()) restore();
    }
  }

  /** The fields that replays depend on, after the step has run: those that it left as they were. */
  fields(sideEffects: SideEffects): WatchedFields {
    const fields: FieldValue[] = [];
    for (const [owner, values] of this.#read)
      for (const [key, value] of values) {
        if (!Object.is(Reflect.get(owner, key), value)) sideEffects.add(owner, key);
        else fields.push({ owner, key, value });
      }
    return new WatchedFields(fields, [...this.#collections.values()], sideEffects);
  }

  enter(self: object, owner: object, key: PropertyKey, method: unknown): void {
    this.#watch(self);
    if (method === undefined || Object.hasOwn(self, key)) return;
    this.#note(firstWith(self, key) === owner ? self : owner, key, method);
  }

  leave(): void {}

  #watch(object: object): void {
    if (this.#watched.has(object)) return;
    this.#watched.add(object);
    for (const key of Object.keys(object)) this.#watchField(object, key);
  }

  #watchField(owner: object, key: string): void {
    const before = Object.getOwnPropertyDescriptor(owner, key);
    if (before === undefined || !("value" in before)) return;
    let { value } = before;
    if (!before.configurable || !before.writable) {
      this.#note(owner, key, value);
      return;
    }
    const get = (): unknown => {
      this.#note(owner, key, value);
      return value;
    };
    const set = (next: unknown): void => {
      if (!this.#read.get(owner)?.has(key)) this.#written.add(owner, key);
      value = next;
    };
    Object.defineProperty(owner, key, { get, set, enumerable: true, configurable: true });
    this.#undo.push(() => {
      if (Object.getOwnPropertyDescriptor(owner, key)?.get === get)
        Object.defineProperty(owner, key, { ...before, value });
    });
  }

  // A read of a missing field reaches the end of the prototype chain.
  #watchAbsent(): void {
    const end: object = Object.prototype;
    const answers = new Proxy(end, {
      get: (target, key, receiver): unknown => {
        if (typeof key === "string" && !(key in target) && isObserved(receiver))
          this.#note(receiver, key, undefined);
        return Reflect.get(target, key, receiver);
      },
    });
    for (const prototype of observedPrototypes()) {
      if (Object.getPrototypeOf(prototype) !== end || !Reflect.setPrototypeOf(prototype, answers)) continue;
      this.#undo.push(() => Reflect.setPrototypeOf(prototype, end));
    }
  }

  #note(owner: object, key: PropertyKey, value: unknown): void {
    if (this.#written.has(owner, key)) return;
    let values = this.#read.get(owner);
    if (values === undefined) {
      values = new Map();
      this.#read.set(owner, values);
    }
    if (values.has(key)) return;
    values.set(key, value);
    this.#lookInto(value);
  }

  #lookInto(value: unknown): void {
    if (typeof value !== "object" || value === null || value instanceof Tensor) return;
    if (isObserved(value)) this.#watch(value);
    else if (isCollection(value) && !this.#collections.has(value)) {
      const contents = new Contents(value);
      this.#collections.set(value, contents);
      if (isPlainObject(value)) this.#watch(value);
      for (const item of contents.items) this.#lookInto(item);
    }
  }
}

/** The first object on the chain of prototypes that has a key. */
function firstWith(self: object, key: PropertyKey): object | null {
  let owner: object | null = self;
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner);
  return owner;
}
