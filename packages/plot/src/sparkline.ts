import { fraction, valueDomain } from "./domain.ts";
import { readVector, type Vector } from "./input.ts";
import { checkOptions } from "./options.ts";
import { count } from "./rules.ts";

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * A curve on one line of text, a bar for each value: `█▅▃▂▁▁`. A NaN or infinite value reads `·`, and
 * values that are all equal give bars of half height.
 *
 * @param values shape (n)
 * @throws PlotError for an unknown option or a wrong value, for no values
 * @example sparkline([2.1, 1.2, 0.8, 0.6], { width: 40 }) // "█▄▂▁"
 */
export function sparkline(
  values: Vector,
  options: {
    /** At most this many bars, each then the mean of its share of the values. Default: a bar for each value. */
    readonly width?: number;
  } = {},
): string {
  checkOptions("sparkline", options, { width: count }, "sparkline(losses, { width: 40 })");
  const all = readVector(values, "sparkline: values");
  const shown = options.width === undefined ? all : averaged(all, options.width);
  const domain = valueDomain(shown);
  const finite = shown.filter(Number.isFinite);
  const flat = finite.every((value) => value === finite[0]);
  return Array.from(shown, (value) => {
    if (!Number.isFinite(value)) return "·";
    const level = flat ? 3 : Math.min(bars.length - 1, Math.floor(fraction(value, domain) * bars.length));
    return bars[level] ?? "·";
  }).join("");
}

/** At most `width` means over equal shares of the values, skipping those that are not finite. */
export function averaged(values: Float64Array, width: number): Float64Array {
  if (values.length <= width) return values;
  return Float64Array.from({ length: width }, (_, i) => {
    const from = Math.floor((i * values.length) / width);
    const to = Math.floor(((i + 1) * values.length) / width);
    const share = values.subarray(from, to).filter(Number.isFinite);
    return share.length === 0 ? Number.NaN : share.reduce((sum, value) => sum + value, 0) / share.length;
  });
}
