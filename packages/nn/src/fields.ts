import { isRecord } from "./checks.ts";

/** What may hold parameters: a module, an array, a plain object, a Map or a Set. */
export type Branch = object;

/** The fields of a branch, each with its part of the name: a field's name, an index, or a Map's key. */
export function fieldsOf(branch: Branch): [name: string, value: unknown][] {
  if (branch instanceof Map) return [...branch].map(([key, value], i) => [nameOf(key, i), value]);
  if (branch instanceof Set) return [...branch].map((value, i) => [String(i), value]);
  return Object.entries(branch);
}

// A key that is neither a string nor a number goes by its place.
function nameOf(key: unknown, place: number): string {
  return typeof key === "string" || typeof key === "number" ? String(key) : String(place);
}

/** Replaces every field for which `other` gives another value. Maps and Sets keep their order. */
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

/** True for containers that are searched; modules are searched too. */
export function isContainer(value: unknown): value is Branch {
  return Array.isArray(value) || value instanceof Map || value instanceof Set || isRecord(value);
}

/** A name below a prefix: "layers.0" and "weight" make "layers.0.weight". */
export function join(prefix: string, field: string): string {
  return prefix === "" ? field : `${prefix}.${field}`;
}
