import {
  cut,
  describeTensor,
  describeValue,
  isClass,
  isForeign,
  isTensorLike,
  nearest,
  ofAnotherCopy,
} from "./describe.ts";
import { ArgumentError } from "./errors.ts";

/** The fix for two copies of `@saccade/tensor`. */
export const keepOne =
  "keep one copy (npm ls @saccade/tensor), and on a page one import map of its files, or esm.sh";

/**
 * The error for a value that must be a tensor, and is not one of the caller's class.
 *
 * @example notTensor("add", "b", "a tensor", 3).message // "add: b must be a tensor, got 3."
 */
export function notTensor(
  what: string,
  name: string,
  rule: string,
  value: unknown,
  fix?: string,
): ArgumentError {
  if (typeof value !== "object" || value === null || !isTensorLike(value))
    return badArgument(what, name, rule, value, fix);
  // It looks like a tensor, so another copy of the class made it.
  const rebuild = `${keepOne}; or rebuild it with fromData(x.dataSync(), x.shape)`;
  return new ArgumentError(
    `${what}: ${name} must be ${rule}, got ${describeTensor(value)}${ofAnotherCopy}; ${rebuild}.`,
  );
}

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
  if (isForeign(value)) return notTensor(what, name, rule, value);
  return new ArgumentError(`${what}: ${name} must be ${rule}, got ${describeValue(value)}${ending(fix)}`);
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

/**
 * Checks that a value is a finite number.
 *
 * @throws ArgumentError unless `value` is a number that is neither NaN nor infinite.
 * @example checkFinite("normal", "mean", Infinity); // throws ArgumentError
 */
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
