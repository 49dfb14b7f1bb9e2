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
 * A confidence interval of the median that assumes nothing of the distribution: the order statistics between which it
 * lies with at least `level` probability (David & Nagaraja 2003, section 7.1); the extremes for few values.
 */
export function medianInterval(values: readonly number[], level: number = 0.95): [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  // Below the k-th smallest value (from 0) the median lies with the probability of at most k heads in n throws.
  let k = 0;
  let probability = 0.5 ** n;
  let tail = probability;
  while (k + 1 < n / 2) {
    probability *= (n - k) / (k + 1);
    if (tail + probability > (1 - level) / 2) break;
    tail += probability;
    k++;
  }
  return [sorted[k] ?? Number.NaN, sorted[n - 1 - k] ?? Number.NaN];
}

/** a / b of the rounds that have both. */
export function pairedRatios(a: Samples, b: Samples): number[] {
  return a.flatMap((x, round) => {
    const y = b[round];
    return x === null || y === null || y === undefined ? [] : [x / y];
  });
}

/**
 * The median of a / b over the rounds that have both, so that what slows a machine down for a while slows both;
 * of the medians where no round has both.
 */
export function pairedRatio(a: Samples, b: Samples): number {
  const ratios = pairedRatios(a, b);
  return ratios.length > 0 ? median(ratios) : median(present(a)) / median(present(b));
}
