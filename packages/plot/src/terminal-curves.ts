import { fraction, shortNumber, valueDomain } from "./domain.ts";
import { readVector, type Vector } from "./input.ts";
import { checkOptions, count, type Rules, text } from "./rules.ts";
import { displayWidth, padDisplay, printable } from "./text.ts";

// Series of numbers in a terminal: sparklines and curves.

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
function averaged(values: Float64Array, width: number): Float64Array {
  if (values.length <= width) return values;
  return Float64Array.from({ length: width }, (_, i) => {
    const from = Math.floor((i * values.length) / width);
    const to = Math.floor(((i + 1) * values.length) / width);
    const share = values.subarray(from, to).filter(Number.isFinite);
    return share.length === 0 ? Number.NaN : share.reduce((sum, value) => sum + value, 0) / share.length;
  });
}

/** The bits of a braille cell's dots, by column and then from the top. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

/** Options of {@link terminalCurve}. */
export interface TerminalCurveOptions {
  /** The curve's width in terminal columns; 60 unless given. */
  readonly width?: number;
  /** The curve's height in lines; 8 unless given. */
  readonly height?: number;
  /** A line above. */
  readonly title?: string;
}

const curveRules: Rules<TerminalCurveOptions> = { width: count, height: count, title: text };

/**
 * A curve of braille dots, two by four in a character, with the highest and lowest value next to it.
 *
 * @param values shape (n); NaN and infinite values leave a gap
 * @throws PlotError for an unknown option or a wrong value, for no values
 * @example terminalCurve([3, 2, 1], { title: "loss" }).split("\n")[0] // "loss"
 */
export function terminalCurve(values: Vector, options: TerminalCurveOptions = {}): string {
  checkOptions("terminalCurve", options, curveRules, "terminalCurve(losses, { width: 60, height: 8 })");
  const { width = 60, height = 8 } = options;
  const points = averaged(readVector(values, "terminalCurve: values"), width * 2);
  const columns = points.length === 1 ? 1 : width;
  const domain = valueDomain(points);
  const cells = Array.from({ length: height }, () => new Uint8Array(columns));
  let last: number | undefined;
  for (let x = 0; x < columns * 2; x++) {
    const value = interpolate(
      points,
      points.length === 1 ? 0 : (x * (points.length - 1)) / (columns * 2 - 1),
    );
    if (!Number.isFinite(value)) {
      last = undefined;
      continue;
    }
    const y = Math.round((1 - fraction(value, domain)) * (height * 4 - 1));
    const [from, to] =
      last === undefined ? [y, y] : last < y ? [last + 1, y] : last > y ? [y, last - 1] : [y, y];
    for (let dot = from; dot <= to; dot++) mark(cells, x, dot);
    last = y;
  }
  return [...titleLine(options.title), ...withScale(cells, domain)].join("\n");
}

function mark(cells: readonly Uint8Array[], x: number, y: number): void {
  const row = cells[y >> 2];
  const bit = dots[x % 2 === 0 ? 0 : 1][y & 3];
  if (row !== undefined && bit !== undefined) row[x >> 1] = (row[x >> 1] ?? 0) | bit;
}

function interpolate(points: Float64Array, at: number): number {
  const index = Math.floor(at);
  const here = points[index] ?? Number.NaN;
  return at === index ? here : here + ((points[index + 1] ?? Number.NaN) - here) * (at - index);
}

function withScale(cells: readonly Uint8Array[], [low, high]: readonly [number, number]): string[] {
  const top = shortNumber(high);
  const bottom = shortNumber(low);
  const margin = Math.max(displayWidth(top), displayWidth(bottom));
  return cells.map((row, line) => {
    const label = line === 0 ? top : line === cells.length - 1 ? bottom : "";
    const drawn = Array.from(row, (bits) => (bits === 0 ? " " : String.fromCodePoint(0x2800 + bits)));
    return `${padDisplay(label, margin, "start")} ┤${drawn.join("").trimEnd()}`;
  });
}

function titleLine(title: string | undefined): string[] {
  return title === undefined ? [] : [printable(title)];
}
