import { describeValue } from "@saccade/contract";
import { ends, PlotError } from "./rules.ts";

// Numbers on a scale and in words: domains, ticks, positions, and the sentences that describe values.

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

/** From a domain to pixels and back. */
export interface LinearScale {
  /** The values at the ends. */
  readonly domain: Domain;
  /** The position of a value, in pixels; beyond the range for a value beyond the domain. */
  at(value: number): number;
  /** The value at a pixel. */
  value(pixel: number): number;
}

/**
 * Puts the domain's low end on `from` and its high end on `to`, which may be smaller (as for a y axis).
 *
 * @throws PlotError unless the domain is [low, high] with low < high; TypeError for pixels that are not finite numbers
 * @example linearScale([0, 1], 300, 0).at(0.5) // 150
 */
export function linearScale(domain: Domain, from: number, to: number): LinearScale {
  const [low, high] = checkDomain(domain, "linearScale: domain");
  for (const [name, pixel] of Object.entries({ from, to })) {
    if (!Number.isFinite(pixel))
      throw new PlotError(
        `linearScale: ${name} must be a finite number of pixels, got ${describeValue(pixel)}`,
      );
  }
  const perUnit = (to - from) / (high - low);
  return {
    domain,
    at: (value) => from + (value - low) * perUnit,
    value: (pixel) => low + (pixel - from) / perUnit,
  };
}

/** Where the largest and the smallest of the finite values are. */
interface Extremes {
  readonly largest: number;
  readonly smallest: number;
}

/** The indexes of the largest and the smallest finite value, or undefined when none is finite. */
export function extremes(values: ArrayLike<number>): Extremes | undefined {
  let largest = -1;
  let smallest = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (largest < 0 || value > (values[largest] ?? value)) largest = i;
    if (smallest < 0 || value < (values[smallest] ?? value)) smallest = i;
  }
  return largest < 0 ? undefined : { largest, smallest };
}

/** "Largest: layer 1, head 0: 0.9. Smallest: layer 0, head 2: −0.3.", with the name that `name` gives an index. */
export function extremesSentence(values: ArrayLike<number>, name: (index: number) => string): string {
  const found = extremes(values);
  if (found === undefined) return "No value is finite.";
  const part = (index: number): string => `${name(index)}: ${valueText(values[index])}`;
  if (values[found.largest] === values[found.smallest])
    return `All values: ${valueText(values[found.largest])}.`;
  return `Largest: ${part(found.largest)}. Smallest: ${part(found.smallest)}.`;
}

/** A value in a sentence. */
export function valueText(value: number | undefined): string {
  return value !== undefined && Number.isFinite(value) ? shortNumber(value) : "no value";
}

/** A number in a cell: two digits behind the point, where they fit. */
export function cellText(value: number): string {
  return Math.abs(value) >= 100 ? shortNumber(value) : value.toFixed(2).replace("-", "−");
}

/** "1 layer", "3 layers". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
