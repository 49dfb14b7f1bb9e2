// What is computed from the numbers of several seeds.

export interface Interval {
  readonly mean: number;
  /** Half of the 95 % interval of the mean. */
  readonly half: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Fewer seeds decide nothing. */
export const fewestSeeds = 3;

/** Student's t at 0.975 for 1, 2, … degrees of freedom. */
const quantiles: readonly number[] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/** The 95 % interval of the mean of values that vary by chance (Student 1908). */
export function intervalOf(values: readonly number[]): Interval {
  const count = values.length;
  const t = quantiles[count - 2];
  if (count < fewestSeeds || t === undefined)
    throw new Error(
      `${count} seeds; an interval takes ${fewestSeeds} to ${quantiles.length + 1}. Record others.`,
    );
  if (!values.every(Number.isFinite)) throw new Error(`the values ${values.join(", ")} are not all finite.`);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = t * Math.sqrt(squares / (count - 1) / count);
  return { mean, half, low: mean - half, high: mean + half, count };
}

/** The range in which a claim puts a number; a side without a bound is open. */
export interface Claimed {
  readonly above?: number;
  readonly below?: number;
}

export type Verdict = "confirmed" | "refuted" | "undecided";

/** Confirmed if the whole interval lies in the claimed range, refuted if none of it does. */
export function verdictOf({ low, high }: Interval, { above, below }: Claimed): Verdict {
  const floor = above ?? Number.NEGATIVE_INFINITY;
  const ceiling = below ?? Number.POSITIVE_INFINITY;
  if (low > floor && high < ceiling) return "confirmed";
  return high < floor || low > ceiling ? "refuted" : "undecided";
}
