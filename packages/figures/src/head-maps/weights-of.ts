// Apart from what computes them: a page draws weights that its worker computed, without the packages.
import type { HeadAsk, HeadMaps } from "../language-model/lens.ts";

/** A head's weights: a row for each token that looks, a column for each token that it may attend to. */
export function weightsOf(
  { weights, layers, heads }: Pick<HeadMaps, "weights" | "layers" | "heads">,
  { layer, head }: HeadAsk,
): Float32Array {
  const area = weights.length / (layers * heads);
  const start = (layer * heads + head) * area;
  return weights.subarray(start, start + area);
}
