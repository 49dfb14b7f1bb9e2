import { checkInteger, checkRange } from "@saccade/tensor/backend";

// Beyond it, a number is a mistake, and memory or time would end before a check further down says so.
const mostLayers = 10_000;

/** @throws ArgumentError unless it is a size of a model: a vocabulary, a width, a length. */
export function checkSize(what: string, name: string, size: unknown): asserts size is number {
  checkInteger(what, name, size, 1, 2 ** 31 - 1);
}

/** @throws ArgumentError unless it is a number of layers, such as a stack's, or of hops. */
export function checkLayers(what: string, name: string, count: unknown): asserts count is number {
  checkInteger(what, name, count, 1, mostLayers);
}

/** @throws ArgumentError unless it is an epsilon, which is added to a variance. */
export function checkEps(what: string, name: string, eps: unknown): asserts eps is number {
  checkRange(what, name, eps, 0, 1);
}

/** Whether it is an array, without holes, whose items all do. */
export function isListOf<T>(list: unknown, holds: (item: unknown) => item is T): list is readonly T[] {
  return Array.isArray(list) && Array.from<unknown>(list).every(holds);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}
