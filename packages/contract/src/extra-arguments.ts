import { ending } from "./bad-argument.ts";
import { ArgumentError } from "./errors.ts";
import { examples, type OptionNames } from "./option-names.ts";

/** Replacements for positional arguments that PyTorch's functions take and ours do not. */
const instead: Readonly<Record<string, string>> = {
  index: "write x.index([i, j])",
  scatter: "scatterAdd(dim, index, src) adds",
  to: 'chain them: x.to("float64").to(backend)',
};

/** The options of functions whose methods of the same name do not take them. */
const optionOf: Readonly<Record<string, string>> = {
  add: "alpha",
  sub: "alpha",
  div: "roundingMode",
  round: "decimals",
  softmax: "dtype",
  logSoftmax: "dtype",
  cumsum: "dtype",
  cumprod: "dtype",
  indexAdd: "alpha",
};

/** Functions that take dims or sizes as one array. */
const ofArrays: readonly string[] = "expand flip permute repeat reshape squeeze tile view".split(" ");

/**
 * Refuses arguments beyond the last, such as PyTorch's `add(a, b, alpha)`. The three arguments that `xs.map(relu)` passes
 * to a function of one are let through: the value, its index and the array.
 *
 * @param what the function, or its options, whose example call the message shows.
 * @throws ArgumentError naming the allowed number and the fix.
 * @example refuseExtra("add", [tensor(1), tensor(2), 3], 2); // throws ArgumentError: add: it takes at most 2 arguments, got 3; write add(…, { alpha }).
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
  return new ArgumentError(
    `${name}: it takes ${takes}, got ${given.length}${ending(fix ?? cureFor(name, given))}`,
  );
}

function cureFor(name: string, given: ArrayLike<unknown>): string | undefined {
  if (Object.hasOwn(instead, name)) return instead[name];
  if (Object.hasOwn(optionOf, name)) return `write ${name}(…, { ${optionOf[name]} })`;
  const numbers = Array.from(given).filter(Number.isInteger);
  const call = ofArrays.includes(name) ? `x.${name}([${numbers.join(", ")}])` : examples.get(name);
  return call && `write ${call}`;
}
