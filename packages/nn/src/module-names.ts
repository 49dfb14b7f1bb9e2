// The names of a module's parts: parameters and state by name, looking one up, and errors for ambiguous names.
import { ArgumentError, type Tensor } from "@saccade/tensor";
import { ownBuffers } from "./buffers.ts";
import { fieldsOf, join } from "./fields.ts";
import { branches, hasMethod } from "./module-tree.ts";
import { noteListed, Parameter } from "./parameter.ts";

/** The parameters of a module and all in it. Tied ones are listed under each of their names. */
export function parametersByName(root: object): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const [prefix, branch] of branches(root, { repeat: true })) {
    for (const [field, value] of fieldsOf(branch)) {
      if (!(value instanceof Parameter)) {
        if (hasMethod(branch, field) && typeof value !== "function") throw hides(branch, field);
        continue;
      }
      const name = join(prefix, field);
      if (found.has(name) && found.get(name) !== value) throw twoOfOneName(root, name);
      found.set(name, value);
      noteListed(value, root);
    }
  }
  return found;
}

/** Parameters and persistent buffers, in PyTorch's order: of each module the parameters before the buffers. */
export function stateByName(root: object): Map<string, Tensor> {
  parametersByName(root); // its checks
  const found = new Map<string, Tensor>();
  for (const [prefix, branch] of branches(root, { repeat: true })) {
    for (const [field, value] of fieldsOf(branch))
      if (value instanceof Parameter) found.set(join(prefix, field), value);
    for (const [name, buffer] of ownBuffers(branch, prefix, true)) found.set(name, buffer);
  }
  return found;
}

/** Values by name; one with several names under its first. */
export function onceEach<T>(entries: Iterable<readonly [name: string, value: T]>): Record<string, T> {
  const seen = new Set<T>();
  return Object.fromEntries([...entries].filter(([, value]) => !seen.has(value) && seen.add(value)));
}

/** A module's part by name. */
export function named<T>(
  { constructor }: object,
  method: string,
  kind: string,
  all: ReadonlyMap<string, T>,
  name: string,
): T {
  const found = all.get(name);
  if (found !== undefined) return found;
  const names = [...all.keys()].filter((one) => one !== "");
  const shown = names.length > 8 ? [...names.slice(0, 8), "…"] : names;
  throw new ArgumentError(
    `${constructor.name}.${method}: no ${kind} is named ${JSON.stringify(name)}; ` +
      (names.length === 0 ? `it has no ${kind}s.` : `the names are ${shown.join(", ")}.`),
  );
}

/** The error of a field with the name of a method. */
function hides(module: object, field: string): ArgumentError {
  const { name } = module.constructor;
  return new ArgumentError(
    `${name}: the field ${field} hides Module's own ${field}; give it another name, such as ${field}Layer.`,
  );
}

/** The error of two parameters with one name. */
function twoOfOneName(module: object, name: string): ArgumentError {
  return new ArgumentError(
    `${module.constructor.name}: two parameters are named "${name}"; give fields, and keys of Maps and objects, names ` +
      "that differ also when written as strings joined by dots.",
  );
}
