import { Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";

type Kind = new (...args: never[]) => object;

/** A part of a module as it was when the module was made. */
interface Part {
  readonly kind: Kind;
  readonly isList: boolean;
  /** Its sizes, such as inFeatures, and parts: what takes its place must have them too. */
  readonly fields: readonly string[];
  readonly mayBeNull: boolean;
}

const parts = new WeakMap<Module, ReadonlyMap<string, Part>>();

/** Parts whose weight is read directly, which would bypass an adapter. */
const isRead = new Set(["W_q", "w_v", "v", "w_2"]);

/**
 * Notes the parts of a module, at the end of its constructor.
 *
 * @param mayBeNull the parts that may be taken out
 * @example
 * const net = new Sequential(new Linear(2, 3));
 * noteParts(net);
 * checkParts(net) // undefined
 */
export function noteParts(module: Module, ...mayBeNull: readonly string[]): void {
  const noted = new Map<string, Part>();
  for (const [field, value] of Object.entries(module)) {
    const one = firstOf(value);
    if (!(one instanceof Module || one instanceof Tensor)) continue;
    const fields = one instanceof Module ? fieldsOf(one) : [];
    if (isRead.has(field)) fields.push("weight");
    const kind = one.constructor as Kind;
    noted.set(field, { kind, isList: Array.isArray(value), fields, mayBeNull: mayBeNull.includes(field) });
  }
  parts.set(module, noted);
}

// Its sizes and its own parts, except settings of dropouts and norms, which are interchangeable.
function fieldsOf(part: Module): string[] {
  const isSize = ([name, value]: [string, unknown]): boolean =>
    typeof value === "number" ? !["p", "eps", "dropout"].includes(name) : value instanceof Module;
  return Object.entries(part)
    .map(([name, value]): [string, unknown] => [name, firstOf(value)])
    .filter(isSize)
    .map(([name]) => name);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Checks that what took the place of a part can do its work, such as `decoder.attention = …`.
 *
 * @throws ArgumentError naming the module, the part and what it must be.
 * @example checkParts(new Linear(2, 3)) // undefined
 */
export function checkParts(module: Module): void {
  for (const [field, part] of parts.get(module) ?? []) {
    const value: unknown = Reflect.get(module, field);
    if ((value instanceof part.kind && !part.isList) || (value === null && part.mayBeNull)) continue;
    const items: readonly unknown[] = part.isList && Array.isArray(value) ? Array.from(value) : [];
    const fits = part.isList
      ? items.length > 0 && items.every((item) => fitsPart(item, part))
      : fitsPart(value, part);
    if (fits) continue;
    const { name } = part.kind;
    const one = `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}, or a module with its methods, sizes and parts`;
    throw badArgument(module.constructor.name, field, part.isList ? `a list of ${name}s` : one, value);
  }
}

// Of the kind itself, or with its methods and sizes.
function fitsPart(value: unknown, { kind, fields }: Part): boolean {
  if (value instanceof kind) return true;
  if (kind.prototype instanceof Tensor) return value instanceof Tensor;
  if (!(value instanceof Module)) return false;
  const methods = Object.getOwnPropertyNames(kind.prototype).filter((name) => name !== "describeOptions");
  return [...methods, ...fields].every((name) => name in value);
}
