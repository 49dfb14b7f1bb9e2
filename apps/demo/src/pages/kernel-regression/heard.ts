import type { Heat } from "./calls.ts";

/** Text about a heatmap, from its own weights alone. */
export function heatFacts(heat: Heat): { readonly heard: string; readonly greatest: number } {
  return { heard: pointsHeard(heat).toFixed(1), greatest: greatestOf(heat) };
}

/** The largest weight; 0 for none. */
export function greatestOf({ data }: Heat): number {
  return data.reduce((most, weight) => Math.max(most, weight), 0);
}

/** How many keys, counting alike, a query hears: the mean over the rows of exp(entropy). 0 for no rows. */
export function pointsHeard({ rows, cols, data }: Heat): number {
  if (rows === 0) return 0;
  let heard = 0;
  for (let row = 0; row < rows; row++) {
    let entropy = 0;
    for (const weight of data.subarray(row * cols, (row + 1) * cols)) {
      if (weight > 0) entropy -= weight * Math.log(weight);
    }
    heard += Math.exp(entropy);
  }
  return heard / rows;
}
