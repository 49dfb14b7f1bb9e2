/** Shares of the values in equal bins from −reach to reach; those beyond count in the last ones. */
export function binned(values: ArrayLike<number>, reach: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of Array.from(values)) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((value + reach) / (2 * reach)) * bins)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count) => count / values.length);
}
