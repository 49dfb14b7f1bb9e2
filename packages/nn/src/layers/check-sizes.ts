import { ShapeError } from "@saccade/tensor";

/** @throws ShapeError unless every named size is a whole number ≥ `least`. */
export function checkSizes(layer: string, sizes: Readonly<Record<string, number>>, least: number = 0): void {
  for (const [name, size] of Object.entries(sizes)) {
    if (!Number.isInteger(size) || size < least) {
      throw new ShapeError(`${layer}: ${name} is ${size}, expected a whole number ≥ ${least}.`);
    }
  }
}

/** @throws RangeError unless p is a probability. */
export function checkProbability(layer: string, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${layer}: p is ${p}, expected a probability from 0 to 1.`);
  return p;
}
