import { ArgumentError, Generator } from "@saccade/tensor";
import { badArgument, checkInteger, describeValue, isPlainObject } from "@saccade/tensor/backend";

/** @throws ArgumentError unless every named size is a whole number ≥ `least`. */
export function checkSizes(what: string, sizes: Readonly<Record<string, number>>, least: number = 0): void {
  for (const name in sizes) checkInteger(what, name, sizes[name], least);
}

/**
 * Refuses extra arguments of calls for which PyTorch takes more.
 *
 * @throws ArgumentError if `extra` is not empty, showing the right `call`.
 */
export function refuseMore(what: string, extra: readonly unknown[], call: string): void {
  if (extra.length === 0) return;
  const given = extra.map(describeValue).join(", ");
  throw new ArgumentError(`${what}: unknown arguments ${given}; write ${call}.`);
}

/** @throws ArgumentError unless `generator` is a Generator or undefined. */
export function checkGenerator(what: string, generator: unknown): void {
  if (generator === undefined || generator instanceof Generator) return;
  throw badArgument(what, "generator", "a Generator", generator, "write { generator: new Generator(0) }");
}

/** True for plain objects: records of values by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && isPlainObject(value);
}
