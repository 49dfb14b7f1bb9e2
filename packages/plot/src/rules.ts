// Errors, and the rules for values of options and arguments.

import { ArgumentError, badArgument, checkOptions as checkNames, notOptions } from "@saccade/contract";

/** A rule for the value of an option. */
export interface Rule {
  readonly must: string;
  holds(value: unknown): boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";

/** Without holes, which `every` would pass over. */
const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && Array.from<unknown>(value).every(holds);

export const text: Rule = { must: "a string", holds: isText };
export const flag: Rule = { must: "true or false", holds: (value) => typeof value === "boolean" };
export const names: Rule = { must: "an array of strings", holds: (value) => isListOf(value, isText) };
/** Read and checked where it is used: numbers of any form. */
export const data: Rule = { must: "numbers", holds: (value) => value !== null };
export const list: Rule = { must: "an array", holds: Array.isArray };
export const pixels: Rule = {
  must: "a finite number of pixels > 0 and ≤ 100000",
  holds: (value) => Number.isFinite(value) && Number(value) > 0 && Number(value) <= 100_000,
};
export const count: Rule = {
  must: "a positive whole number ≤ 10000",
  holds: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000,
};
export const whole: Rule = {
  must: "a whole number ≥ 0",
  holds: (value) => Number.isInteger(value) && Number(value) >= 0,
};
export const share: Rule = {
  must: "a finite number ≥ 0",
  holds: (value) => Number.isFinite(value) && Number(value) >= 0,
};
export const ends: Rule = {
  must: "[low, high] with low < high, both finite",
  holds: (value) =>
    isListOf(value, Number.isFinite) && Object(value).length === 2 && Object(value)[0] < Object(value)[1],
};
export const page: Rule = {
  must: "a Document",
  holds: (value) => typeof Object(value).createElementNS === "function",
};
export const action: Rule = { must: "a function", holds: (value) => typeof value === "function" };

/** A rule for each option of `T`; the compiler asks for every name. */
export type Rules<T> = { readonly [Name in keyof Required<T>]: Rule };

/** matplotlib's names, each with its replacement. */
const renamed: Readonly<Record<string, string>> = {
  cmap: 'write colorScheme: "viridis"',
  vmin: "write domain: [low, high]",
  vmax: "write domain: [low, high]",
  figsize: "write width, in pixels",
  label: "write legend or name",
  labels: "write legend, or xTicks and yTicks",
  annot: "write showValues: true",
};

/**
 * Checks options against their rules; undefined ones are left out.
 *
 * @param required the options that must be given; with any, so must be the options themselves
 * @throws PlotError naming the function, the option, the value and the rule
 */
export function checkOptions<T extends object>(
  what: string,
  options: T | null | undefined,
  rules: Rules<T>,
  example: string,
  required: readonly (keyof T & string)[] = [],
): void {
  if (options === undefined && required.length === 0) return;
  const all = Object.entries<Rule>(rules);
  const known = Object.fromEntries(all.map(([name]) => [name, true] as const));
  try {
    if (options === undefined || options === null) throw notOptions({ what, example }, options);
    checkNames({ what, known, example, renamed }, options);
  } catch (error) {
    throw error instanceof ArgumentError ? new PlotError(error.message) : error;
  }
  const given = new Map(Object.entries({ ...options }));
  for (const [name, rule] of all)
    if (given.get(name) !== undefined) checkArgument(what, name, given.get(name), rule);
  for (const name of required)
    if (given.get(name) === undefined) throw new PlotError(`${what}: ${name} is missing; write ${example}.`);
}

/** @throws PlotError unless the rule holds for an argument */
export function checkArgument(what: string, name: string, value: unknown, rule: Rule): void {
  if (!rule.holds(value)) throw new PlotError(badArgument(what, name, rule.must, value).message);
}

/**
 * A wrong argument or option, numbers that cannot be drawn, or a host that cannot draw. The message explains which, and the fix.
 *
 * @example sparkline([]); // throws PlotError
 */
export class PlotError extends TypeError {
  override readonly name: string = "PlotError";
}
