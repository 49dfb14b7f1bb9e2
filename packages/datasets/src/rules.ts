import { ArgumentError, badArgument } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";

// Rules that options of several functions share, and random choices.

/** How many to make, a whole number from 1 to 2²⁴. */
export const count = c.required(c.whole(undefined, { min: 1, max: 2 ** 24 }));

/** The seed of all random choices. */
export const seed = c.whole(0, { min: 0 });

/** The least number of times that a token occurs. */
export const minFreq = c.whole(0, { min: 0 });

/** Uniform numbers in [0, 1). Its numbers are checked as they are drawn. */
export const random = c.required(c.withFix(c.callable<() => number>(), "write random: Math.random"));

/** The fix for a text in the place of its tokens. */
export function splitFix(value: unknown): string | undefined {
  return typeof value === "string" ? 'split it into tokens: text.split(" ")' : undefined;
}

/** Tokens, each a string. */
export const tokenList: c.Rule<readonly string[], undefined> = {
  ...c.listOf(c.text()),
  must: "an array of tokens",
  fix: splitFix,
};

/** Ids, in any array or typed array. `one` is the function that takes a single id. */
/* @__NO_SIDE_EFFECTS__ */
export function idList(one: string): c.RequiredRule<Iterable<number>> {
  const holds = (value: unknown): value is Iterable<number> =>
    Object(value) === value && Symbol.iterator in Object(value) && !("dataSync" in Object(value));
  const fix = (value: unknown): string | undefined =>
    typeof value === "number" ? `${one}(id) takes one id` : "for a tensor, pass ids.dataSync()";
  return c.required({ ...c.rule("an array of ids", holds), fix });
}

/** The token of an id. @throws ArgumentError unless it is an id of these tokens, which are those of `whose`. */
export function tokenAt(
  tokens: readonly string[],
  id: unknown,
  at: string,
  name: string,
  whose: string,
): string {
  const token = typeof id === "number" ? tokens[id] : undefined;
  if (token !== undefined) return token;
  throw badArgument(at, name, `a whole number from 0 to ${tokens.length - 1}, an id of this ${whose}`, id);
}

/** Lines, each an array of tokens. */
export const tokenLines: c.Rule<readonly (readonly string[])[], undefined> = {
  ...c.listOf(tokenList),
  must: "an array of lines, each an array of tokens",
  fix: splitFix,
};

/** How many ids a line is brought to. Beyond the largest, memory would end. */
export const numSteps = c.required(c.whole(undefined, { min: 1, max: 2 ** 24 }));

/** A number in [0, 1). @throws ArgumentError if `random` gives another. */
export function uniform(what: string, random: () => number): number {
  const u = random();
  if (typeof u === "number" && u >= 0 && u < 1) return u;
  throw badArgument(what, "random()", "a number in [0, 1)", u, "pass Math.random or the like");
}

/** A whole number in [0, below) from a uniform one. */
export function pickIndex(what: string, below: number, random: () => number): number {
  return Math.floor(uniform(what, random) * below);
}

/** The error for a `random` whose numbers repeat, so that draws are never new. */
export function repeats(what: string): Error {
  return new ArgumentError(`${what}: random repeats its numbers; pass Math.random or the like.`);
}

/** One of the values. */
export function pick<T>(what: string, values: readonly T[], random: () => number): T {
  return values[pickIndex(what, values.length, random)]!;
}

/** A table's rows: a line each, cells apart by "|". */
export function table(text: string): readonly (readonly string[])[] {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split("|").map((cell) => cell.trim()));
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(" ");
}

/** A 32-bit hash of a text: FNV-1a (Fowler, Noll & Vo), mixed so that remainders depend on every bit. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const char of text) h = Math.imul(h ^ char.charCodeAt(0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  return (h ^ (h >>> 15)) >>> 0;
}
