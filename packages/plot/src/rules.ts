// Errors, and the rules for values of options and arguments.

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

/** A value as messages show it. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) {
    const short = value.length <= 4 && Array.from<unknown>(value).every((item) => typeof item !== "object");
    return short ? `[${Array.from<unknown>(value).map(show).join(", ")}]` : `an array of ${value.length}`;
  }
  if (typeof value !== "object" || value === null) return String(value);
  return "dataSync" in value ? "a tensor" : "an object";
}

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
  if (typeof options !== "object" || options === null || !isPlain(options) || "dataSync" in options)
    throw new PlotError(`${what}: options must be an object, got ${show(options)}; write ${example}.`);
  const known = new Map<string, Rule>(Object.entries(rules));
  for (const [name, value] of Object.entries({ ...options })) {
    const rule = known.get(name);
    if (rule === undefined) throw unknownOption(what, name, [...known.keys()], example);
    if (value !== undefined && !rule.holds(value))
      throw new PlotError(`${what}: ${name} must be ${rule.must}, got ${show(value)}.`);
  }
  for (const name of required)
    if (options[name] === undefined) throw new PlotError(`${what}: ${name} is missing; write ${example}.`);
}

/** Whether its keys are options, unlike those of an array, a Map or a Date. */
function isPlain(options: object): boolean {
  return !/^\[object (Array|Map|Set|Date|RegExp|Promise|Function)\]$/.test(
    Object.prototype.toString.call(options),
  );
}

/** @throws PlotError unless the rule holds for an argument */
export function checkArgument(what: string, name: string, value: unknown, rule: Rule): void {
  if (!rule.holds(value)) throw new PlotError(`${what}: ${name} must be ${rule.must}, got ${show(value)}.`);
}

function unknownOption(what: string, name: string, known: readonly string[], example: string): PlotError {
  const instead = Object.hasOwn(renamed, name) ? renamed[name] : undefined;
  if (instead !== undefined) return new PlotError(`${what}: no option "${name}"; ${instead}.`);
  const near = nearest(name, known);
  const rest =
    near === undefined
      ? `; its options are ${known.join(", ")}, as in ${example}.`
      : `; did you mean "${near}"?`;
  return new PlotError(`${what}: no option "${name}"${rest}`);
}

/** The name that differs from `given` in case, underscores and at most two letters. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();
  const distances = known.map((name) => editDistance(plain(given), plain(name)));
  const least = Math.min(...distances);
  return least <= Math.min(2, given.length / 2) ? known[distances.indexOf(least)] : undefined;
}

/** Levenshtein's distance: insertions, deletions and substitutions. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (above[j - 1] ?? 0) + Number(letter !== b[j - 1]);
      row.push(Math.min(substituted, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

/**
 * A wrong argument or option, numbers that cannot be drawn, or a host that cannot draw. The message explains which, and the fix.
 *
 * @example sparkline([]); // throws PlotError
 */
export class PlotError extends TypeError {
  override readonly name: string = "PlotError";
}
