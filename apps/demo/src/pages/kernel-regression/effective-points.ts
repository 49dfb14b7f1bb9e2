import type { Heat } from "./calls.ts";

/** The numbers in a heatmap's caption, computed from its weights. */
export function heatFacts(heat: Heat): { readonly effective: string; readonly greatest: number } {
  return { effective: effectivePoints(heat).toFixed(1), greatest: greatestOf(heat) };
}

/** The largest weight; 0 for none. */
export function greatestOf({ data }: Heat): number {
  return data.reduce((most, weight) => Math.max(most, weight), 0);
}

/** The effective number of keys per query: the mean over the rows of exp(entropy). 0 for no rows. */
export function effectivePoints({ rows, cols, data }: Heat): number {
  if (rows === 0) return 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    let entropy = 0;
    for (const weight of data.subarray(row * cols, (row + 1) * cols)) {
      if (weight > 0) entropy -= weight * Math.log(weight);
    }
    total += Math.exp(entropy);
  }
  return total / rows;
}
