import { ArgumentError } from "../errors.ts";

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
  if (typeof value === "function") {
    if (isClass(value)) return value.name === "" ? "a class" : `class ${cut(value.name)}`;
    return value.name === "" ? "a function" : `function ${cut(value.name)}`;
  }
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

/** Whether a function is a class, which cannot be called. */
export function isClass(value: object): boolean {
  // Other functions have a writable prototype, or none.
  const prototype = Object.getOwnPropertyDescriptor(value, "prototype");
  return prototype?.writable === false && /^class\b/.test(Function.prototype.toString.call(value));
}

function isSimple(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string";
}

/** Whether a value looks like a tensor, possibly of another copy of the package. */
export function isTensorLike(value: object): value is { describe(): unknown } {
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

/** The end of a message: a fix, or none. */
export function ending(fix: string | undefined): string {
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
  if (isClass(value))
    throw badArgument(what, name, "a function", value, fix ?? `write () => new ${cut(value.name)}(…)`);
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
