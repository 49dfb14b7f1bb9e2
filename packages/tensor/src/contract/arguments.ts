import { ArgumentError } from "../errors.ts";

/** The options of a function or class. See {@link optionNames}. */
export interface OptionNames {
  /** The function or class, for messages. */
  readonly what: string;
  /** The options that exist. */
  readonly known: Readonly<Record<string, true>>;
  /** An example call, shown in error messages. */
  readonly example: string;
  /** Names of other libraries and old names, each with its replacement. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** The example calls of all functions that declared options. */
const examples: Map<string, string> = new Map();

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
  known: { readonly [Name in keyof Required<T>]: true },
  example: string,
  renamed: Readonly<Record<string, string>> = {},
): OptionNames {
  examples.set(what, example);
  return { what, known: Object.assign(Object.create(null), known), example, renamed };
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
    if (names.known[name] !== true) throw unknownOption(names, name, options);
    empty = false;
  }
  // A Generator, a Map or a Date has no names to enumerate.
  if (empty && !isPlain(options)) throw notOptions(names, options);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notOptions({ what, example }: OptionNames, value: unknown): ArgumentError {
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

/**
 * The name that `given` most likely means, or null. Compares without case and underscores first, then by edit distance.
 *
 * @example nearest("keepDim", ["dim", "keepdim"]) // "keepdim"
 */
export function nearest(given: string, names: readonly string[]): string | null {
  if (given.length > 64) return null;
  const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(plain(given), plain(name));
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/**
 * How many items to insert, delete or replace to make one text or list from another (Levenshtein's distance).
 *
 * @example [editDistance("dims", "dim"), editDistance(["a", "b"], ["b"])] // [1, 1]
 */
export function editDistance(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(substituted, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}

/** A name of Python's, such as `masked_fill`, as it is written here: `maskedFill`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The fix for another dtype, which PyTorch's functions take as an argument. */
export function convertFirst(what: string): string {
  return `convert first: x.to("float64").${what}(…)`;
}

/** Text for messages, shortened beyond 40 characters. */
export function cut(text: string, most: number = 40): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** This copy of the package marks its tensors with this symbol. */
export const ownTensor: unique symbol = Symbol("tensor of this copy");

/**
 * A value for messages, of bounded length: `3`, `"3"`, `null`, `an array of 2`, `tensor float32[2, 3]`, `a Map`.
 *
 * @example describeValue([1, 2]) // "[1,2]"
 */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value === "function") return value.name === "" ? "a function" : `function ${cut(value.name)}`;
  if (typeof value === "bigint") return value === BigInt.asIntN(128, value) ? `${value}n` : "a large bigint";
  if (typeof value !== "object" || value === null) return cut(String(value));
  if (Array.isArray(value))
    return value.length <= 6 && value.every(isSimple)
      ? `[${value.map(describeValue)}]`
      : `an array of ${value.length}`;
  if (isTensorLike(value)) {
    const other = ownTensor in value ? "" : " of another copy of @saccade/tensor";
    return `tensor ${cut(String(value.describe()), 200)}${other}`;
  }
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${cut(name)}`;
}

function isSimple(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string";
}

function isTensorLike(value: object): value is { describe(): unknown } {
  return "describe" in value && typeof value.describe === "function" && "strides" in value;
}

function isForeign(value: unknown): boolean {
  return typeof value === "object" && value !== null && isTensorLike(value) && !(ownTensor in value);
}

/** The fix for two copies of the package. */
export const keepOne =
  "keep one copy (npm ls @saccade/tensor), and on a page one import map of its files, or esm.sh";

/**
 * The error for an argument that breaks a rule: `linear: inFeatures must be a whole number ≥ 1, got "3".`
 *
 * @example badArgument("topk", "k", "a whole number", "two").message // "topk: k must be a whole number, got \"two\"."
 */
export function badArgument(
  what: string,
  name: string,
  rule: string,
  value: unknown,
  fix?: string,
): ArgumentError {
  const cure = isForeign(value) ? `${keepOne}; or rebuild it with fromData(x.dataSync(), x.shape)` : fix;
  return new ArgumentError(`${what}: ${name} must be ${rule}, got ${describeValue(value)}${ending(cure)}`);
}

function ending(fix: string | undefined): string {
  if (fix === undefined) return ".";
  return fix.endsWith("?") ? `; ${fix}` : `; ${fix}.`;
}

type Check<T> = (what: string, name: string, value: unknown, fix?: string) => asserts value is T;

/* @__NO_SIDE_EFFECTS__ */
function check<T>(rule: string, holds: (value: unknown) => boolean): Check<T> {
  return (what, name, value, fix) => {
    if (!holds(value)) throw badArgument(what, name, rule, value, fix);
  };
}

/**
 * Checks that a value is a number.
 *
 * @throws ArgumentError unless `value` is a number other than NaN. Infinity passes.
 * @example checkNumber("dropout", "p", "0.5"); // throws ArgumentError
 */
export const checkNumber: Check<number> = /* @__PURE__ */ check(
  "a number",
  (value) => typeof value === "number" && !Number.isNaN(value),
);

/** @throws ArgumentError unless `value` is a number that is neither NaN nor infinite. */
export const checkFinite: Check<number> = /* @__PURE__ */ check("a finite number", Number.isFinite);

/**
 * Checks that a value is a whole number within bounds.
 *
 * @throws ArgumentError unless `value` is a whole number within the bounds, both included.
 * @example checkInteger("topk", "k", 1.5); // throws ArgumentError
 */
export function checkInteger(
  what: string,
  name: string,
  value: unknown,
  min: number = Number.MIN_SAFE_INTEGER,
  max: number = Number.MAX_SAFE_INTEGER,
  fix?: string,
): asserts value is number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return;
  const atLeast = min > Number.MIN_SAFE_INTEGER ? ` ≥ ${min}` : "";
  const atMost = max < Number.MAX_SAFE_INTEGER ? `${atLeast ? " and" : ""} ≤ ${max}` : "";
  throw badArgument(what, name, `a whole number${atLeast}${atMost}`, value, fix);
}

/**
 * Checks that a value is a number within bounds.
 *
 * @throws ArgumentError unless `value` is a number from `min` to `max`, both included.
 * @example checkRange("dropout", "p", 2, 0, 1); // throws ArgumentError
 */
export function checkRange(
  what: string,
  name: string,
  value: unknown,
  min: number,
  max: number,
): asserts value is number {
  if (typeof value === "number" && value >= min && value <= max) return;
  throw badArgument(what, name, rangeRule(min, max), value);
}

function rangeRule(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `a number ≥ ${min}`;
  if (max < Number.MAX_VALUE) return `a number from ${min} to ${max}`;
  return min === -Number.MAX_VALUE ? "a finite number" : `a finite number ≥ ${min}`;
}

/**
 * Checks that a value is a boolean.
 *
 * @throws ArgumentError unless `value` is true or false.
 * @example checkBoolean("sum", "keepdim", 1); // throws ArgumentError
 */
export const checkBoolean: Check<boolean> = /* @__PURE__ */ check(
  "true or false",
  (value) => typeof value === "boolean",
);

/**
 * Checks that a value is a string.
 *
 * @throws ArgumentError unless `value` is a string.
 * @example checkString("save", "path", 3); // throws ArgumentError
 */
export const checkString: Check<string> = /* @__PURE__ */ check(
  "a string",
  (value) => typeof value === "string",
);

/**
 * Checks that a value is a function.
 *
 * @throws ArgumentError unless `value` is a function.
 * @example checkFunction("grad", "f", 3); // throws ArgumentError
 */
export function checkFunction(what: string, name: string, value: unknown, fix?: string): void {
  if (typeof value !== "function") throw badArgument(what, name, "a function", value, fix);
}

/**
 * Checks that a value is one of the given strings.
 *
 * @throws ArgumentError unless `value` is one of `choices`; suggests the nearest.
 * @example checkChoice("gelu", "approximate", "sine", ["none", "tanh"]); // throws ArgumentError
 */
export function checkChoice<T extends string>(
  what: string,
  name: string,
  value: unknown,
  choices: readonly T[],
): asserts value is T {
  if (typeof value === "string" && choices.some((choice) => choice === value)) return;
  const near = typeof value === "string" ? nearest(value, choices) : null;
  const rule = `one of ${choices.map((choice) => `"${choice}"`).join(", ")}`;
  throw badArgument(what, name, rule, value, near === null ? undefined : `did you mean "${near}"?`);
}

/** Replacements for positional arguments that PyTorch's functions take and ours do not. */
const instead: Readonly<Record<string, string>> = {
  add: "for alpha, write a.add(b.mul(alpha))",
  sub: "for alpha, write a.sub(b.mul(alpha))",
  div: "to round, write a.floorDivide(b) or a.div(b).trunc()",
  round: "for two digits, write x.mul(100).round().div(100)",
  softmax: convertFirst("softmax"),
  logSoftmax: convertFirst("logSoftmax"),
  cumsum: convertFirst("cumsum"),
  cumprod: convertFirst("cumprod"),
  index: "write x.index([i, j])",
  scatter: "scatterAdd(dim, index, src) adds",
  indexAdd: "for alpha, write source.mul(alpha)",
  to: 'chain them: x.to("float64").to(backend)',
};

/** Functions that take dims or sizes as one array. */
const ofArrays: readonly string[] = "expand flip permute repeat reshape squeeze tile view".split(" ");

/**
 * Refuses arguments beyond the last, such as PyTorch's `add(a, b, alpha)`. The three arguments that `xs.map(relu)` passes
 * to a function of one are let through: the value, its index and the array.
 *
 * @param what the function, or its options, whose example call the message shows.
 * @throws ArgumentError naming the allowed number and the fix.
 * @example refuseExtra("add", [tensor(1), tensor(2), 3], 2); // throws ArgumentError: add: it takes at most 2 arguments, got 3; for alpha, …
 */
export function refuseExtra(
  what: string | OptionNames,
  given: ArrayLike<unknown>,
  most: number,
  fix?: string,
): void {
  if (given.length > most && !(most === 1 && isCallOfMap(given))) throw extra(what, given, most, fix);
}

function isCallOfMap({ length, 0: value, 1: index, 2: array }: ArrayLike<unknown>): boolean {
  return length === 3 && Array.isArray(array) && typeof index === "number" && Object.is(array[index], value);
}

function extra(
  what: string | OptionNames,
  given: ArrayLike<unknown>,
  most: number,
  fix: string | undefined,
): ArgumentError {
  const name = typeof what === "string" ? what : what.what;
  const takes = most === 0 ? "no arguments" : most === 1 ? "one argument" : `at most ${most} arguments`;
  const cure = fix ?? cureFor(name, given);
  return new ArgumentError(
    `${name}: it takes ${takes}, got ${given.length}${cure === undefined ? "" : `; ${cure}`}.`,
  );
}

function cureFor(name: string, given: ArrayLike<unknown>): string | undefined {
  if (Object.hasOwn(instead, name)) return instead[name];
  const numbers = Array.from(given).filter(Number.isInteger);
  const call = ofArrays.includes(name) ? `x.${name}([${numbers.join(", ")}])` : examples.get(name);
  return call && `write ${call}`;
}
