// Rules for values of options: each is a check, a default and words for messages.
import { isClass, nearest } from "./describe.ts";

/** A rule for the value of an option. `D` is the type of its default: undefined if it has no default. */
export interface Rule<T, D = T | undefined> {
  /** The end of "must be …" in messages. */
  readonly must: string;
  /** The value of an option that is left out. */
  readonly default: D | undefined;
  /** Whether the option must be given. */
  readonly required: boolean;
  /** For a tensor, its declaration in a contract with several tensors: "int32 (b)". */
  readonly tensor?: string | undefined;
  /** The check. */
  holds(value: unknown): value is T;
  /** A fix for a wrong value, if there is more to say than the rule. */
  fix?(value: unknown): string | undefined;
  /** The error for a wrong value, if it is not an ArgumentError. */
  error?(what: string, name: string, value: unknown): Error | undefined;
  /** The first part of a wrong value that is wrong, such as the item of a list: messages name it instead of the whole. */
  part?(value: unknown): Part | undefined;
}

/** A part of a value, and the rule that it breaks. */
export interface Part {
  /** Where it is, as code: "[2]" or ".steps". */
  readonly path: string;
  /** The part. */
  readonly value: unknown;
  /** The rule as text. */
  readonly rule: Rule<unknown, unknown>;
}

/**
 * A rule as text and a check. Without a default the option may be omitted.
 *
 * @example rule("an even number", (value): value is number => Number(value) % 2 === 0).holds(3) // false
 */
export function rule<T>(must: string, holds: (value: unknown) => value is T): Rule<T, undefined>;
export function rule<T>(must: string, holds: (value: unknown) => value is T, initial: NoInfer<T>): Rule<T, T>;
export function rule<T>(must: string, holds: (value: unknown) => value is T, initial: T | undefined): Rule<T>;
/* @__NO_SIDE_EFFECTS__ */
export function rule<T>(must: string, holds: (value: unknown) => value is T, initial?: T): Rule<T> {
  return { must, default: initial, required: false, holds };
}

/** A rule for an option that must be given. */
export interface RequiredRule<T> extends Rule<T, never> {
  readonly required: true;
}

/**
 * The rule for an option that must be given.
 *
 * @example required(size()).required // true
 */
/* @__NO_SIDE_EFFECTS__ */
export function required<T>(of: Rule<T, unknown>): RequiredRule<T> {
  return { ...of, default: undefined, required: true };
}

/**
 * The rule for an option that may also be null.
 *
 * @example nullable(flag()).holds(null) // true
 */
export function nullable<T>(of: Rule<T, unknown>): Rule<T | null, undefined>;
export function nullable<T>(of: Rule<T, unknown>, initial: T | null): Rule<T | null, T | null>;
/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(of: Rule<T, unknown>, initial?: T | null): Rule<T | null> {
  const holds = (value: unknown): value is T | null => value === null || of.holds(value);
  return { ...of, must: `${of.must}, or null`, default: initial, holds };
}

/**
 * A rule whose message suggests a fix.
 *
 * @example withFix(size(), "count rows with x.size(0)").fix?.(0) // "count rows with x.size(0)"
 */
/* @__NO_SIDE_EFFECTS__ */
export function withFix<R extends Rule<unknown, unknown>>(of: R, fix: string): R {
  return { ...of, fix: () => fix };
}

/**
 * True or false.
 *
 * @example flag(true).default // true
 */
export function flag(): Rule<boolean, undefined>;
export function flag(initial: boolean): Rule<boolean, boolean>;
/* @__NO_SIDE_EFFECTS__ */
export function flag(initial?: boolean): Rule<boolean> {
  return rule("true or false", (value) => typeof value === "boolean", initial);
}

/** The bounds of a number: `min` and `max` inclusive, `above` and `below` exclusive. */
export interface Bounds {
  /** The smallest number. */
  readonly min?: number;
  /** The largest number. */
  readonly max?: number;
  /** A bound that is not included. */
  readonly above?: number;
  /** A bound that is not included. */
  readonly below?: number;
}

/** "a number from 0 to 1", "a finite number ≥ 0", "a whole number ≥ 1 and ≤ 8": infinite bounds let infinite numbers in. */
function words(kind: string, { min, max, above, below }: Bounds): string {
  if (min !== undefined && max !== undefined && Number.isFinite(min) && Number.isFinite(max))
    return `${kind} from ${min} to ${max}`;
  const bounds = [
    Number.isFinite(min) && `≥ ${min}`,
    above !== undefined && `> ${above}`,
    Number.isFinite(max) && `≤ ${max}`,
    below !== undefined && `< ${below}`,
  ].filter((text) => text !== false);
  return [kind, bounds.join(" and ")].join(" ").trim();
}

function within(value: number, { min, max, above, below }: Bounds): boolean {
  return (
    value >= (min ?? -Number.MAX_VALUE) &&
    value <= (max ?? Number.MAX_VALUE) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}

/**
 * A finite number within bounds. A bound of ±Infinity lets ±Infinity in.
 *
 * @example number(0.5, { min: 0, max: 1 }).must // "a number from 0 to 1"
 */
export function number(initial?: undefined, bounds?: Bounds): Rule<number, undefined>;
export function number(initial: number, bounds?: Bounds): Rule<number, number>;
/* @__NO_SIDE_EFFECTS__ */
export function number(initial?: number, bounds: Bounds = {}): Rule<number> {
  const { min, max } = bounds;
  const infinite =
    (min !== undefined && max !== undefined) ||
    [min, max].some((end) => Math.abs(end ?? 0) === Number.POSITIVE_INFINITY);
  const holds = (value: unknown): value is number => typeof value === "number" && within(value, bounds);
  return rule(words(infinite ? "a number" : "a finite number", bounds), holds, initial);
}

/**
 * A whole number within bounds.
 *
 * @example whole(undefined, { min: 1 }).must // "a whole number ≥ 1"
 */
export function whole(initial?: undefined, bounds?: Bounds): Rule<number, undefined>;
export function whole(initial: number, bounds?: Bounds): Rule<number, number>;
/* @__NO_SIDE_EFFECTS__ */
export function whole(initial?: number, bounds: Bounds = {}): Rule<number> {
  const holds = (value: unknown): value is number =>
    Number.isSafeInteger(value) && within(Number(value), bounds);
  return rule(words("a whole number", bounds), holds, initial);
}

/** The largest size of a dim. */
const largest = 2 ** 31 - 1;

/**
 * The size of a dim, or how many of something there are: a whole number from 1 to 2³¹ − 1.
 *
 * @example size().holds(0) // false
 */
export function size(): Rule<number, undefined>;
export function size(initial: number): Rule<number, number>;
/* @__NO_SIDE_EFFECTS__ */
export function size(initial?: number): Rule<number> {
  const holds = (value: unknown): value is number =>
    Number.isInteger(value) && within(Number(value), { min: 1, max: largest });
  const fix = (value: unknown): string | undefined =>
    typeof value === "number" && value > largest ? `a dim has at most ${largest} elements` : undefined;
  return { ...rule("a whole number ≥ 1", holds, initial), fix };
}

/**
 * A probability below 1, as of dropout.
 *
 * @example probability(0).holds(1) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function probability(initial: number): Rule<number, number> {
  return { ...number(initial, { min: 0, below: 1 }), must: "a number ≥ 0 and < 1" };
}

/**
 * One of some strings. A message suggests the nearest.
 *
 * @example oneOf(["none", "tanh"], "none").default // "none"
 */
export function oneOf<const T extends string>(choices: readonly T[]): Rule<T, undefined>;
export function oneOf<const T extends string>(choices: readonly T[], initial: NoInfer<T>): Rule<T, T>;
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string>(choices: readonly T[], initial?: T): Rule<T> {
  const holds = (value: unknown): value is T => choices.some((choice) => choice === value);
  const fix = (value: unknown): string | undefined => {
    const near = typeof value === "string" ? nearest(value, choices) : null;
    return near === null ? undefined : `did you mean "${near}"?`;
  };
  return { ...rule(`one of ${choices.map((choice) => `"${choice}"`).join(", ")}`, holds, initial), fix };
}

/**
 * A string.
 *
 * @example text().holds(3) // false
 */
export function text(): Rule<string, undefined>;
export function text(initial: string): Rule<string, string>;
/* @__NO_SIDE_EFFECTS__ */
export function text(initial?: string): Rule<string> {
  return rule("a string", (value) => typeof value === "string", initial);
}

/**
 * A function. Its parameters and result are not checked.
 *
 * @example callable<(x: number) => number>().holds(3) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function callable<F extends (...given: never[]) => unknown>(): Rule<F, undefined> {
  return rule("a function", (value): value is F => typeof value === "function" && !isClass(value));
}

/**
 * An array whose items each hold to a rule. Holes do not.
 *
 * @example listOf(size()).holds([1, 2]) // true
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(of: Rule<T, unknown>): Rule<readonly T[], undefined> {
  const holds = (value: unknown): value is readonly T[] =>
    Array.isArray(value) && Array.from<unknown>(value).every((item) => of.holds(item));
  const part = (value: unknown): Part | undefined => {
    const items: readonly unknown[] = Array.isArray(value) ? Array.from<unknown>(value) : [];
    const at = items.findIndex((item) => !of.holds(item));
    return at < 0 ? undefined : { path: `[${at}]`, value: items[at], rule: of };
  };
  return { ...rule(`an array, each item ${of.must}`, holds), part };
}

/**
 * An object of a class.
 *
 * @example instanceOf("a Date", Date).holds({}) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function instanceOf<T>(must: string, of: abstract new (...given: never[]) => T): Rule<T, undefined> {
  return rule(must, (value): value is T => value instanceof of);
}

/**
 * Any value: it is checked where it is used.
 *
 * @example unchecked<Map<string, number>>("a Map").holds(3) // true
 */
/* @__NO_SIDE_EFFECTS__ */
export function unchecked<T>(must: string): Rule<T, undefined> {
  return rule(must, (_value): _value is T => true);
}
