import type { Outputs } from "./program.ts";

/** The difference of `got` from `expected`; null where they agree. */
export function difference(got: Outputs, expected: Outputs, tolerance: number): string | null {
  if (got.length !== expected.length) return `${got.length} results, not ${expected.length}`;
  for (const [i, values] of got.entries()) {
    const wanted = expected[i]!;
    if (values.length !== wanted.length) return `result ${i}: ${values.length} numbers, not ${wanted.length}`;
    const error = largestError(values, wanted);
    if (!(error <= tolerance)) return `result ${i} differs by ${error.toExponential(1)} of its magnitude`;
  }
  return null;
}

function largestError(got: ArrayLike<number>, expected: ArrayLike<number>): number {
  let error = 0;
  let magnitude = 0;
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(got[i]! - expected[i]!);
    if (Number.isNaN(difference)) return Number.NaN;
    error = Math.max(error, difference);
    magnitude = Math.max(magnitude, Math.abs(expected[i]!));
  }
  return error / (magnitude || 1);
}
