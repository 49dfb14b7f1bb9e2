// The names of a module's parts: looking one up, and errors for ambiguous names.
import { ArgumentError } from "@saccade/tensor";

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
export function hides(module: object, field: string): ArgumentError {
  const { name } = module.constructor;
  return new ArgumentError(
    `${name}: the field ${field} hides Module's own ${field}; give it another name, such as ${field}Layer.`,
  );
}

/** The error of two parameters with one name. */
export function twoOfOneName(module: object, name: string): ArgumentError {
  return new ArgumentError(
    `${module.constructor.name}: two parameters are named "${name}"; give fields, and keys of Maps and objects, names ` +
      "that differ also when written as strings joined by dots.",
  );
}
