import { ArgumentError, badArgument } from "@saccade/tensor/checks";

/** A whole number in [0, below) from a uniform one. @throws ArgumentError if `random()` is not in [0, 1). */
export function pickIndex(what: string, below: number, random: () => number): number {
  const u = random();
  if (!(typeof u === "number" && u >= 0 && u < 1))
    throw badArgument(what, "random()", "a number in [0, 1)", u, "pass Math.random or the like");
  return Math.floor(u * below);
}

/** The error for a `random` whose numbers repeat, so that what is drawn is never new. */
export function repeats(what: string): Error {
  return new ArgumentError(`${what}: random repeats its numbers; pass Math.random or the like.`);
}

/** One of the values. */
export function pick<T>(what: string, values: readonly T[], random: () => number): T {
  return values[pickIndex(what, values.length, random)]!;
}
