/** The value below which the part `q` of the values lies, interpolated. NaN for none. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (place - low) * (sorted[high]! - sorted[low]!);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export interface Summary {
  readonly samples: number;
  readonly median: number;
  readonly best: number;
  /** The quartiles' distance as a part of the median: how noisy the samples were. */
  readonly spread: number;
}

/** Samples by round, null where a player sat out. */
export type Samples = readonly (number | null)[];

export function present(samples: Samples): number[] {
  return samples.filter((value) => value !== null);
}

export function summarize(samples: Samples): Summary {
  const values = present(samples);
  const middle = median(values);
  return {
    samples: values.length,
    median: middle,
    best: Math.min(...values),
    spread: (quantile(values, 0.75) - quantile(values, 0.25)) / middle,
  };
}

/**
 * The median of a / b over the rounds that have both, so that what slows a machine down for a while slows both;
 * of the medians where no round has both.
 */
export function pairedRatio(a: Samples, b: Samples): number {
  const ratios = a.flatMap((x, round) => {
    const y = b[round];
    return x === null || y === null || y === undefined ? [] : [x / y];
  });
  return ratios.length > 0 ? median(ratios) : median(present(a)) / median(present(b));
}
