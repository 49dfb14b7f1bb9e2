import type { HeadMaps } from "./calls.ts";

/** A head's weights: a row for each token, a column for each token that it attends to. */
export function weightsOf({ weights, heads, tokens }: HeadMaps, layer: number, head: number): Float32Array {
  const area = tokens.length ** 2;
  const start = (layer * heads + head) * area;
  return weights.subarray(start, start + area);
}
