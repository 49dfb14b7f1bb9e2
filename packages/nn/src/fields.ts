import { isRecord } from "./checks.ts";

/** An object that may hold parameters: a module, array, plain object, Map or Set. */
export type Branch = object;

/** The fields of a branch, each with its name: a field name, an index, or a Map key. */
export function fieldsOf(branch: Branch): [name: string, value: unknown][] {
  if (branch instanceof Map) return [...branch].map(([key, value], i) => [nameOf(key, i), value]);
  if (branch instanceof Set) return [...branch].map((value, i) => [String(i), value]);
  return Object.entries(branch);
}

// Map keys other than strings and numbers are named by position.
function nameOf(key: unknown, place: number): string {
  return typeof key === "string" || typeof key === "number" ? String(key) : String(place);
}

/** Replaces every field for which `other` returns a different value. Maps and Sets keep their order. */
export function replaceFields(branch: Branch, other: (value: unknown) => unknown): void {
  if (branch instanceof Map) for (const [key, value] of [...branch]) branch.set(key, other(value));
  else if (branch instanceof Set) {
    const values = [...branch].map(other);
    branch.clear();
    for (const value of values) branch.add(value);
  } else {
    for (const [name, value] of Object.entries(branch)) {
      const replaced = other(value);
      if (replaced !== value) Reflect.set(branch, name, replaced);
    }
  }
}

/**
 * True for containers that are searched; modules are searched too. There is nothing to find in one that holds numbers and
 * texts only, such as a table of millions.
 */
export function isContainer(value: unknown): value is Branch {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (isObject(value[i])) return true;
  } else if (value instanceof Map || value instanceof Set) {
    for (const item of value.values()) if (isObject(item)) return true;
  } else if (isRecord(value)) for (const name in value) if (isObject(value[name])) return true;
  return false;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** A name below a prefix: "layers.0" and "weight" make "layers.0.weight". */
export function join(prefix: string, field: string): string {
  return prefix === "" ? field : `${prefix}.${field}`;
}
