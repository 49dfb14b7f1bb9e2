import { Generator } from "@saccade/tensor";
import { badArgument, checkInteger, isPlainObject } from "@saccade/tensor/backend";

/** @throws ArgumentError unless every named size is a whole number ≥ `least`. */
export function checkSizes(what: string, sizes: Readonly<Record<string, number>>, least: number = 0): void {
  for (const name in sizes) checkInteger(what, name, sizes[name], least);
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
