import { isPlainObject } from "../../memory/plain-object.ts";

/** A field, or a method, and its value. */
export interface FieldValue {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly value: unknown;
}

/** The name under which {@link SideEffects} have what a collection contains. */
const contents = Symbol("contents");

/**
 * The fields that a step itself changes, such as counters and caches. They change only while it is captured, and are
 * not watched: otherwise a step that counts would be captured at each call.
 */
export class SideEffects {
  readonly #keys: WeakMap<object, Set<PropertyKey>> = new WeakMap();

  add(owner: object, key: PropertyKey): void {
    const keys = this.#keys.get(owner);
    if (keys === undefined) this.#keys.set(owner, new Set([key]));
    else keys.add(key);
  }

  has(owner: object, key: PropertyKey): boolean {
    return this.#keys.get(owner)?.has(key) ?? false;
  }
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

type Collection = readonly unknown[] | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | object;

export function isCollection(value: object): boolean {
  return Array.isArray(value) || value instanceof Map || value instanceof Set || isPlainObject(value);
}

/** The contents of an array, Map or Set; of a plain object, whose fields are watched, only their number. */
export class Contents {
  readonly owner: Collection;
  readonly items: readonly unknown[];
  readonly #keys: readonly unknown[];
  readonly #size: number;

  constructor(owner: Collection) {
    this.owner = owner;
    this.#keys = owner instanceof Map ? [...owner.keys()] : [];
    this.items =
      owner instanceof Map
        ? [...owner.values()]
        : Array.isArray(owner) || owner instanceof Set
          ? [...owner]
          : [];
    this.#size = sizeOf(owner);
  }

  get isSame(): boolean {
    const { owner, items } = this;
    if (sizeOf(owner) !== this.#size) return false;
    if (Array.isArray(owner)) {
      for (let i = 0; i < items.length; i++) if (!Object.is(owner[i], items[i])) return false;
    } else if (owner instanceof Map) {
      // In order: looking a million keys up takes ten times as long.
      return isInOrder(owner.keys(), this.#keys) && isInOrder(owner.values(), items);
    } else if (owner instanceof Set) return isInOrder(owner, items);
    return true;
  }
}

function isInOrder(values: Iterable<unknown>, wanted: readonly unknown[]): boolean {
  let i = 0;
  for (const value of values) if (!Object.is(value, wanted[i++])) return false;
  return true;
}

function sizeOf(owner: Collection): number {
  if (owner instanceof Map || owner instanceof Set) return owner.size;
  return Array.isArray(owner) ? owner.length : Object.keys(owner).length;
}

/** The fields that a captured step depends on, compared before each replay. */
export class WatchedFields {
  // Parallel arrays: one comparison per field and replay.
  readonly #owners: readonly Fields[];
  readonly #keys: readonly PropertyKey[];
  readonly #values: readonly unknown[];
  readonly #contents: readonly Contents[];
  readonly #sideEffects: SideEffects;

  constructor(fields: readonly FieldValue[], all: Iterable<Contents>, sideEffects: SideEffects) {
    for (const one of all) if (!one.isSame) sideEffects.add(one.owner, contents);
    const kept = fields.filter(({ owner, key }) => !sideEffects.has(owner, key));
    this.#owners = kept.map(({ owner }) => owner as Fields);
    this.#keys = kept.map(({ key }) => key);
    this.#values = kept.map(({ value }) => value);
    this.#contents = [...all].filter(({ owner }) => !sideEffects.has(owner, contents));
    this.#sideEffects = sideEffects;
  }

  /** Whether every field has its value. */
  get hold(): boolean {
    for (let i = 0; i < this.#owners.length; i++) if (!this.#holds(i)) return false;
    for (let i = 0; i < this.#contents.length; i++) {
      const one = this.#contents[i]!;
      if (!one.isSame && !this.#sideEffects.has(one.owner, contents)) return false;
    }
    return true;
  }

  /** Whether a field holds another object than it did, such as another layer: the old one may never come back. */
  get isReplaced(): boolean {
    return (
      this.#values.some((value, i) => typeof value === "object" && value !== null && !this.#holds(i)) ||
      this.#contents.some((one) => !one.isSame && !this.#sideEffects.has(one.owner, contents))
    );
  }

  #holds(i: number): boolean {
    const owner = this.#owners[i]!;
    const key = this.#keys[i]!;
    return Object.is(owner[key], this.#values[i]) || this.#sideEffects.has(owner, key);
  }
}
