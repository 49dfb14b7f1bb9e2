// Apart from what computes them: a page draws weights that its worker computed, without the packages.
import type { HeadAsk, HeadMaps } from "../language-model/lens.ts";

/** A head's weights: a row for each token, a column for each token that it attends to. */
export function weightsOf({ weights, heads, tokens }: HeadMaps, { layer, head }: HeadAsk): Float32Array {
  const area = tokens.length ** 2;
  const start = (layer * heads + head) * area;
  return weights.subarray(start, start + area);
}
