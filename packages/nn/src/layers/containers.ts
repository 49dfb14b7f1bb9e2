// Lists and dicts of modules and of parameters, as in PyTorch. Plain arrays and objects in fields of a module do as well.
import { ArgumentError, IndexError } from "@saccade/tensor";
import { badArgument, describeValue } from "@saccade/tensor/backend";
import { isRecord } from "../checks.ts";
import { Module } from "../module.ts";
import { Parameter } from "../parameter.ts";

type Kind<T extends object> = abstract new (...args: never[]) => T;

function checkItem(what: string, name: string, kind: Kind<object>, item: unknown): void {
  if (item instanceof kind) return;
  const example = kind === Parameter ? "new Parameter(zeros([2]))" : "new Linear(2, 1)";
  throw badArgument(what, name, `a ${kind.name}`, item, `such as ${example}`);
}

/** The common part of ModuleList and ParameterList: items under the names "0", "1" and so on. */
abstract class ItemList<T> extends Module implements Iterable<T> {
  [index: number]: T;
  readonly #kind: Kind<object>;
  #length: number = 0;

  constructor(what: string, kind: Kind<object>, items: unknown) {
    super();
    this.#kind = kind;
    this.#add(what, "items", items);
  }

  /** The number of items. */
  get length(): number {
    return this.#length;
  }

  /** Item i; negative counts from the end. @throws IndexError if there is none. */
  at(index: number): T {
    const what = `${this.constructor.name}.at`;
    const i = Number.isInteger(index) && index < 0 ? index + this.length : index;
    if (Number.isInteger(i) && i >= 0 && i < this.length) return this[i]!;
    throw new IndexError(
      `${what}: index must be a whole number from ${-this.length} to ${this.length - 1}, got ${describeValue(index)}.`,
    );
  }

  /** Adds an item at the end. Returns this. @throws ArgumentError for an item of another kind. */
  append(item: T): this {
    const what = `${this.constructor.name}.append`;
    checkItem(what, "item", this.#kind, item);
    this[this.#length++] = item;
    return this;
  }

  /** Adds items at the end. Returns this. @throws ArgumentError unless all are of the kind; then none is added. */
  extend(items: readonly T[]): this {
    const what = `${this.constructor.name}.extend`;
    this.#add(what, "items", items);
    return this;
  }

  #add(what: string, name: string, items: unknown): void {
    if (!Array.isArray(items))
      throw badArgument(what, name, `a list of ${this.#kind.name}s`, items, "write [first, second]");
    const all: T[] = Array.from(items);
    for (const [i, item] of all.entries()) checkItem(what, `${name}[${i}]`, this.#kind, item);
    for (const item of all) this[this.#length++] = item;
  }

  /** The items, in order. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let i = 0; i < this.length; i++) yield this[i]!;
  }

  /** @throws ArgumentError always: a list computes nothing. */
  override forward(): never {
    throw computesNothing(this, "for (const item of list)");
  }
}

/** The common part of ModuleDict and ParameterDict: items under the names that they are given. */
abstract class ItemDict<T> extends Module implements Iterable<[name: string, item: T]> {
  readonly #kind: Kind<object>;
  readonly #names: Set<string> = new Set();

  constructor(what: string, kind: Kind<object>, items: unknown) {
    super();
    this.#kind = kind;
    if (!isRecord(items))
      throw badArgument(what, "items", `${kind.name}s by name`, items, "write { first, second }");
    for (const [name, item] of Object.entries(items))
      this.#put(what, `items[${JSON.stringify(name)}]`, name, item);
  }

  /** The number of items. */
  get size(): number {
    return this.#names.size;
  }

  /** Whether there is an item of this name. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The item of a name. @throws ArgumentError if there is none. */
  get(name: string): T {
    const what = `${this.constructor.name}.get`;
    if (this.#names.has(name)) return Reflect.get(this, name) as T;
    const names = [...this.#names].join(", ") || "none";
    throw new ArgumentError(`${what}: no item is named ${JSON.stringify(name)}; the names are ${names}.`);
  }

  /** Puts an item under a name. Returns this. @throws ArgumentError for a name of a method, or with dots. */
  set(name: string, item: T): this {
    const what = `${this.constructor.name}.set`;
    this.#put(what, "item", name, item);
    return this;
  }

  /** Removes an item. Returns whether there was one. */
  delete(name: string): boolean {
    return this.#names.delete(name) && Reflect.deleteProperty(this, name);
  }

  /** The names, in the order in which they came. */
  keys(): string[] {
    return [...this.#names];
  }

  /** The items, in that order. */
  values(): T[] {
    return this.keys().map((name) => this.get(name));
  }

  /** Names and items, in that order. */
  *[Symbol.iterator](): IterableIterator<[name: string, item: T]> {
    for (const name of this.#names) yield [name, this.get(name)];
  }

  #put(what: string, label: string, name: unknown, item: unknown): void {
    if (typeof name !== "string" || name === "" || name.includes("."))
      throw badArgument(what, "name", "a name without dots", name);
    if (!this.#names.has(name) && name in this)
      throw new ArgumentError(`${what}: name is "${name}", a method or field of ${this.constructor.name}.`);
    checkItem(what, label, this.#kind, item);
    Reflect.set(this, name, item);
    this.#names.add(name);
  }

  /** @throws ArgumentError always: a dict computes nothing. */
  override forward(): never {
    throw computesNothing(this, "dict.get(name)");
  }
}

function computesNothing({ constructor: { name } }: object, instead: string): ArgumentError {
  return new ArgumentError(`${name}.forward: it holds items and computes nothing; use those: ${instead}.`);
}

/**
 * A list of modules, whose parameters are found under "0.weight" and so on, as in PyTorch. A plain array in a field does the
 * same under the field's name.
 *
 * @example Object.keys(new ModuleList([new Linear(2, 1), new ReLU()]).namedParameters()) // ["0.weight", "0.bias"]
 */
export class ModuleList<M extends Module = Module> extends ItemList<M> {
  /** @throws ArgumentError unless `modules` is a list of modules. */
  constructor(modules: readonly M[] = []) {
    super("ModuleList", Module, modules);
  }
}

/**
 * Modules by name, as in PyTorch. A plain object or a Map in a field does the same under the field's name.
 *
 * @example new ModuleDict({ out: new Linear(2, 1) }).get("out").toString() // "Linear(inFeatures=2, outFeatures=1, bias=true)"
 */
export class ModuleDict<M extends Module = Module> extends ItemDict<M> {
  /** @throws ArgumentError unless `modules` contains only modules, and no name is that of a method. */
  constructor(modules: Readonly<Record<string, M>> = {}) {
    super("ModuleDict", Module, modules);
  }
}

/**
 * A list of parameters, found under "0", "1" and so on, as in PyTorch.
 *
 * @example new ParameterList([new Parameter(ones([2]))]).length // 1
 */
export class ParameterList extends ItemList<Parameter> {
  /** @throws ArgumentError unless `parameters` is a list of parameters. */
  constructor(parameters: readonly Parameter[] = []) {
    super("ParameterList", Parameter, parameters);
  }
}

/**
 * Parameters by name, as in PyTorch.
 *
 * @example Object.keys(new ParameterDict({ scale: new Parameter(ones([2])) }).namedParameters()) // ["scale"]
 */
export class ParameterDict extends ItemDict<Parameter> {
  /** @throws ArgumentError unless all are parameters, and no name is that of a method. */
  constructor(parameters: Readonly<Record<string, Parameter>> = {}) {
    super("ParameterDict", Parameter, parameters);
  }
}
