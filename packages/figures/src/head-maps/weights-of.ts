// Apart from what computes them: a page draws weights that its worker computed, without the packages.
import type { HeadAsk, HeadMaps } from "../language-model/lens.ts";

/** A head's weights: a row for each token that looks, a column for each token that it may attend to; 0 for those that were not kept. */
export function weightsOf(maps: Drawn, { layer, head }: HeadAsk): Float32Array {
  const { weights, keys, layers, heads } = maps;
  const size = weights.length / (layers * heads);
  const start = (layer * heads + head) * size;
  const own = weights.subarray(start, start + size);
  if (keys === undefined) return own;
  const n = maps.tokens.length;
  const all = new Float32Array(n * n);
  const top = size / n;
  own.forEach((weight, i) => {
    const key = keys[start + i]!;
    if (key >= 0) all[Math.floor(i / top) * n + key] = weight;
  });
  return all;
}

/** The smallest weight of a token's that was kept, below which the others are; null where all were. */
export function leastKept(
  { weights, keys, layers, heads, tokens }: Drawn,
  { layer, head }: HeadAsk,
  query: number,
): number | null {
  if (keys === undefined) return null;
  const top = weights.length / (layers * heads * tokens.length);
  return weights[((layer * heads + head) * tokens.length + query + 1) * top - 1]!;
}

type Drawn = Omit<HeadMaps, "ms">;
