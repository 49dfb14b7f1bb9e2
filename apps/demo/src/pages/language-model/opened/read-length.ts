interface Sizes {
  readonly layers: number;
  readonly heads: number;
  readonly maxLen: number;
}

/** Weights of all heads on one text that the page keeps and draws: 64 MB of them. */
const mostWeights = 2 ** 24;
/** More would be read more slowly than one types. */
const longest = 1024;

/** Tokens that the page reads at most: the model's own length, or less where all heads' weights on them would take too much. */
export function readLengthOf({ layers, heads, maxLen }: Sizes): number {
  return Math.min(maxLen, longest, Math.floor(Math.sqrt(mostWeights / (layers * heads))));
}
