import { ArgumentError, badArgument, checkOptions as checkNames, notOptions } from "@saccade/contract";
import { PlotError } from "./errors.ts";
import type { Rule } from "./rules.ts";

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
  asPlotError(() => {
    if (options === undefined || options === null) throw notOptions({ what, example }, options);
    checkNames({ what, known, example, renamed }, options);
  });
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

function asPlotError(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw error instanceof ArgumentError ? new PlotError(error.message) : error;
  }
}
