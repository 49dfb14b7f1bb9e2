import { describeValue } from "@saccade/contract";
import { PlotError } from "./errors.ts";
import { ends } from "./rules.ts";

/** The smallest and largest value a scale covers; low < high. */
export type Domain = readonly [low: number, high: number];

/**
 * The domain of a color scale: the finite values' extent. All-equal values v get [0, v] (or [v, 0] below
 * zero, [0, 1] at zero), and values with none finite get [0, 1], so a scale never has zero width.
 *
 * @throws PlotError for anything but a list of numbers; of a tensor, pass `x.dataSync()`
 * @example valueDomain([0.2, 0.7, Number.NaN]) // [0.2, 0.7]
 */
export function valueDomain(values: ArrayLike<number>): Domain {
  checkList("valueDomain", "values", values);
  const found = extent(values);
  if (found === undefined) return [0, 1];
  const [low, high] = found;
  if (low < high) return [low, high];
  return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, low)];
}

/**
 * The finite values' smallest and largest, or undefined when none is finite.
 *
 * @throws PlotError for anything but a list of numbers; of a tensor, pass `x.dataSync()`
 * @example extent([3, 1, 2]) // [1, 3]
 */
export function extent(values: ArrayLike<number>): [low: number, high: number] | undefined {
  checkList("extent", "values", values);
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

/** Returns the domain a caller asked for. Throws PlotError unless both ends are finite and low < high. */
export function checkDomain(domain: Domain, what: string): Domain {
  if (!ends.holds(domain)) throw new PlotError(`${what} must be ${ends.must}, got ${describeValue(domain)}`);
  return domain;
}

function checkList(what: string, name: string, values: unknown): void {
  if (Array.isArray(values)) {
    const wrong = Array.from<unknown>(values).findIndex((value) => typeof value !== "number");
    if (wrong < 0) return;
    throw new PlotError(`${what}: ${name}[${wrong}] must be a number, got ${describeValue(values[wrong])}`);
  }
  if (typeof values === "object" && values !== null && "length" in values) return;
  const fix =
    typeof values === "object" && values !== null && "dataSync" in values ? "; pass x.dataSync()" : "";
  throw new PlotError(`${what}: ${name} must be a list of numbers${fix}`);
}

/** Where a value lies in a domain, clamped to [0, 1]. */
export function fraction(value: number, [low, high]: Domain): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/**
 * About `count` round values inside a domain.
 *
 * @throws PlotError for a domain that is not [low, high] with low < high, or a count that is not a number from 1 to 1000
 * @example roundTicks([0, 1], 5) // [0, 0.2, 0.4, 0.6, 0.8, 1]
 */
export function roundTicks(domain: Domain, count: number): number[] {
  const [low, high] = checkDomain(domain, "roundTicks: domain");
  if (!(typeof count === "number" && count >= 1 && count <= 1000))
    throw new PlotError(`roundTicks: count must be a number from 1 to 1000, got ${describeValue(count)}`);
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

/**
 * How the ticks of one axis read: all with as many decimals as the finest of them.
 *
 * @throws PlotError for anything but a list of numbers
 * @example tickText([0, 0.5, 1])(1) // "1.0"
 */
export function tickText(ticks: readonly number[]): (tick: number) => string {
  checkList("tickText", "ticks", ticks);
  const texts = Array.from(ticks, shortNumber);
  if (texts.some((text) => text.includes("e"))) return shortNumber;
  const decimals = Math.max(0, ...Array.from(ticks, (tick) => `${tick}`.split(".")[1]?.length ?? 0));
  return (tick) => tick.toFixed(decimals).replace("-", "−");
}

/**
 * A value as short text: three significant digits, with a true minus sign.
 *
 * @throws PlotError for anything but a number
 * @example shortNumber(-0.12345) // "−0.123"
 */
export function shortNumber(value: number): string {
  if (typeof value !== "number")
    throw new PlotError(`shortNumber: value must be a number, got ${describeValue(value)}`);
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5) ? tidyExponent(value) : `${Number(value.toPrecision(3))}`;
  return text.replace("-", "−");
}

function tidyExponent(value: number): string {
  return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
}
