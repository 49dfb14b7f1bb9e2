import { ArgumentError, badArgument } from "@saccade/tensor/checks";

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

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(" ");
}
