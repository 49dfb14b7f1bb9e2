import { badArgument } from "@saccade/tensor/backend";

/** Rows and columns. */
export type Pair = readonly [number, number];

/** One size for both dims, or one for each. */
export function pair(size: number | Pair): Pair {
  return typeof size === "number" ? [size, size] : [size[0], size[1]];
}

/** @throws ArgumentError unless `size` is a whole number ≥ `least`, or a list of two. */
export function checkPair(layer: string, name: string, size: unknown, least: number): void {
  const sizes: readonly unknown[] = Array.isArray(size) ? size : [size, size];
  const fits = sizes.every((n) => typeof n === "number" && Number.isSafeInteger(n) && n >= least);
  if (sizes.length === 2 && fits) return;
  throw badArgument(layer, name, `a whole number ≥ ${least} or two of them, [rows, columns]`, size);
}
