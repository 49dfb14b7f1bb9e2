/** The smallest and largest value a scale covers; low < high. */
export type Domain = readonly [low: number, high: number];

/**
 * The domain of a colour scale: the finite values' extent. All-equal values v get [0, v] (or [v, 0] below
 * zero, [0, 1] at zero), and values with none finite get [0, 1], so a scale never has zero width.
 */
export function valueDomain(values: ArrayLike<number>): Domain {
  const found = extent(values);
  if (found === undefined) return [0, 1];
  const [low, high] = found;
  if (low < high) return [low, high];
  return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, low)];
}

/** The finite values' smallest and largest, or undefined when none is finite. */
export function extent(values: ArrayLike<number>): [low: number, high: number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}

/** Returns the domain a caller asked for. Throws RangeError unless both ends are finite and low < high. */
export function checkDomain(domain: Domain, what: string): Domain {
  const [low, high] = domain;
  if (!(Number.isFinite(low) && Number.isFinite(high) && low < high)) {
    throw new RangeError(`${what} must be [low, high] with low < high, got [${low}, ${high}]`);
  }
  return domain;
}

/** Where a value lies in a domain, clamped to [0, 1]. */
export function fraction(value: number, [low, high]: Domain): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** About `count` round values inside a domain. */
export function roundTicks([low, high]: Domain, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10) * power;
  const ticks: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  for (let i = 0; i <= count * 3; i++) {
    const tick = Number(((first + i) * step).toPrecision(12));
    if (tick <= high + step * 1e-9) ticks.push(tick);
  }
  return ticks;
}

/** How the ticks of one axis read: all with as many decimals as the finest of them. */
export function tickText(ticks: readonly number[]): (tick: number) => string {
  const texts = ticks.map(shortNumber);
  if (texts.some((text) => text.includes("e"))) return shortNumber;
  const decimals = Math.max(0, ...ticks.map((tick) => `${tick}`.split(".")[1]?.length ?? 0));
  return (tick) => tick.toFixed(decimals).replace("-", "−");
}

/** A value as short text: three significant digits, with a true minus sign. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5) ? tidyExponent(value) : `${Number(value.toPrecision(3))}`;
  return text.replace("-", "−");
}

function tidyExponent(value: number): string {
  return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
}
