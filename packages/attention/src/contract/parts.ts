import { Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";

/** A part of a module as it was when the module was made. */
interface Part {
  readonly kind: Kind;
  readonly isList: boolean;
  /** Its sizes, such as inFeatures, and parts: what takes its place must have them too. */
  readonly fields: readonly string[];
  readonly mayBeNull: boolean;
}
type Kind = new (...args: never[]) => object;

const parts = new WeakMap<Module, Map<string, Part>>();

/** Parts whose weight is read: an adapter beside it would be passed over. */
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
    const isList = Array.isArray(value);
    const one: unknown = isList ? value[0] : value;
    if (!(one instanceof Module || one instanceof Tensor)) continue;
    const fields = one instanceof Module ? fieldsOf(one) : [];
    if (isRead.has(field)) fields.push("weight");
    const kind = one.constructor as Kind;
    noted.set(field, { kind, isList, fields, mayBeNull: mayBeNull.includes(field) });
  }
  parts.set(module, noted);
}

// Its sizes and its own parts, but for settings of dropout and norms: these stand for one another.
function fieldsOf(part: Module): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === "p" || name === "eps" || name === "dropout") return [];
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === "number" || one instanceof Module ? [name] : [];
  });
}

/**
 * Checks that what took the place of a part can do its work, such as `decoder.attention = …`.
 *
 * @throws ArgumentError naming the module, the part and what it must be.
 * @example checkParts(new Linear(2, 3)) // undefined
 */
export function checkParts(module: Module): void {
  const noted = parts.get(module);
  if (noted === undefined) return;
  for (const [field, part] of noted) {
    const value: unknown = Reflect.get(module, field);
    if (!part.isList && value?.constructor === part.kind) continue;
    const fits = part.isList
      ? Array.isArray(value) &&
        value.length > 0 &&
        Array.from<unknown>(value).every((item) => stands(item, part))
      : (value === null && part.mayBeNull) || stands(value, part);
    if (!fits) throw notPart(module, field, part, value);
  }
}

// Of the kind itself, or with its methods and sizes.
function stands(value: unknown, { kind, fields }: Part): boolean {
  if (value instanceof kind) return true;
  if (kind.prototype instanceof Tensor) return value instanceof Tensor;
  if (!(value instanceof Module)) return false;
  const methods = Object.getOwnPropertyNames(kind.prototype).filter((name) => name !== "describeOptions");
  return [...methods, ...fields].every((name) => name in value);
}

function notPart(module: Module, field: string, { kind, isList }: Part, value: unknown): Error {
  const { name } = kind;
  const one = `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
  const rule = isList ? `a list of ${name}s` : `${one}, or a module with its methods, sizes and parts`;
  return badArgument(module.constructor.name, field, rule, value);
}
