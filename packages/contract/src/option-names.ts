import { ending } from "./bad-argument.ts";
import { camelCase, cut, describeValue, isTensorLike, nearest } from "./describe.ts";
import { ArgumentError } from "./errors.ts";

/** The options of a function or class. See {@link optionNames}. */
export interface OptionNames {
  /** The function or class, for messages. */
  readonly what: string;
  /** The options that exist, as keys. */
  readonly known: object;
  /** An example call, shown in error messages. */
  readonly example: string;
  /** Names of other libraries and old names, each with its replacement. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** The example calls of all functions that declared options. */
export const examples: Map<string, string> = new Map();

/**
 * Declares the options of a function, once per function. Every name of `T` must be listed, or it does not compile.
 *
 * @example
 * const names = optionNames("sum", { keepdim: true }, "sum(1, { keepdim: true })");
 * checkOptions(names, { keepdim: true }) // undefined
 */
/* @__NO_SIDE_EFFECTS__ */
export function optionNames<T extends object>(
  what: string,
  known: { readonly [Name in keyof Required<T>]: unknown },
  example: string,
  renamed: Readonly<Record<string, string>> = {},
): OptionNames {
  examples.set(what, example);
  return { what, known, example, renamed };
}

/** The name that an example call begins with; "new" and the tensor of a method are no part of it. A name alone stays. */
/* @__NO_SIDE_EFFECTS__ */
export function nameIn(call: string): string {
  return call.replace(/^(?:new |x\.)?([\w.]+)\(.*/, "$1");
}

/**
 * Checks that `options` is undefined or an object with known names only.
 *
 * @throws ArgumentError naming the unknown option and the nearest known one, or showing an example call.
 * @example
 * const names = optionNames("sum", { keepdim: true }, "sum(1, { keepdim: true })");
 * checkOptions(names, { keepDim: true }); // throws ArgumentError
 */
export function checkOptions(names: OptionNames, options: object | undefined): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw notOptions(names, options);
  let empty = true;
  for (const name in options) {
    if (!Object.hasOwn(names.known, name)) throw unknownOption(names, name, options);
    empty = false;
  }
  // A Generator, a Map or a Date has no names to enumerate.
  if (empty && !isPlain(options)) throw notOptions(names, options);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The error for options that are not an object.
 *
 * @example notOptions({ what: "f", example: "f({ a: 1 })" }, 3).message // "f: options must be an object, got 3; write f({ a: 1 })."
 */
export function notOptions(
  { what, example }: Pick<OptionNames, "what" | "example">,
  value: unknown,
): ArgumentError {
  return new ArgumentError(
    `${what}: options must be an object, got ${describeValue(value)}; write ${example}.`,
  );
}

function unknownOption(names: OptionNames, name: string, options: object): ArgumentError {
  if (isTensorLike(options)) return notOptions(names, options);
  const { what, known, example, renamed } = names;
  // Python's snake_case names are also looked up as written.
  const camel = camelCase(name);
  const old = [name, camel].find((spelling) => Object.hasOwn(renamed, spelling));
  const instead = old === undefined ? undefined : renamed[old];
  const none = `${what}: no option "${cut(name)}"`;
  if (instead !== undefined) return new ArgumentError(none + ending(instead));
  const all = Object.keys(known);
  const near = nearest(name, all);
  if (near !== null) return new ArgumentError(`${none}; did you mean "${near}"?`);
  const rule = all.length === 0 ? "it takes no options" : `its options are ${all.join(", ")}`;
  return new ArgumentError(`${none}; ${rule}, as in ${example}.`);
}
