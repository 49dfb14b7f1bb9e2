/// <reference lib="dom" preserve="true" />

import { type Matrix, readDense, readVector, type Vector } from "./input.ts";
import { checkOptions, data, PlotError, type Rules, text } from "./rules.ts";
import { fontSize, put, seriesColors } from "./svg.ts";
import { printable, textWidth } from "./text.ts";

// The curves of a plot, read and checked, and their legend.

/** One named curve of {@link plot}: "line" joins its points, "dashed" joins them with dashes, "dots" leaves them apart. */
export interface Series {
  /** For the legend; "" leaves it out. */
  readonly name: string;
  /** shape (n); 0, 1, 2, … or the figure's x unless given */
  readonly x?: Vector;
  /** shape (n); a NaN leaves a gap */
  readonly y: Vector;
  /** "line" unless given. */
  readonly kind?: "line" | "dots" | "dashed";
  /** Any CSS color; the next of a color-blind safe palette unless given. */
  readonly color?: string;
}

/** The curves of a figure, as the caller gives them. */
export interface SeriesInput {
  /** shape (n), shared by every curve without its own x */
  readonly x?: Vector;
  /** shape (n) for one curve, (curves, n) for several */
  readonly ys?: Vector | Matrix;
  /** Curves with their own names and x, instead of `ys`. */
  readonly series?: readonly Series[];
  /** The names of the curves in `ys`. */
  readonly legend?: readonly string[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly name: string;
  readonly kind: "line" | "dots" | "dashed";
  readonly color: string;
  readonly points: readonly Point[];
}

/**
 * Reads the curves of a figure.
 * @throws PlotError when x and y differ in length, or names are not one for each curve
 */
export function readCurves(input: SeriesInput): Curve[] {
  const given = namedCurves(input);
  return given.map((series, index) => {
    const what = series.name === "" ? `curve ${index}` : `"${series.name}"`;
    const y = readVector(series.y, `plot: y of ${what}`);
    const xSource = series.x ?? input.x;
    const x =
      xSource === undefined ? Float64Array.from(y, (_, i) => i) : readVector(xSource, `plot: x of ${what}`);
    if (x.length !== y.length) {
      throw new PlotError(`plot: ${what} has ${x.length} x values and ${y.length} y values`);
    }
    return {
      name: printable(series.name),
      kind: series.kind ?? "line",
      color: series.color ?? seriesColors[index % seriesColors.length] ?? "#000000",
      points: Array.from(y, (value, i) => ({ x: x[i] ?? i, y: value })),
    };
  });
}

const kinds = ["line", "dots", "dashed"];

const rules: Rules<Series> = {
  name: text,
  x: data,
  y: data,
  kind: { must: 'one of "line", "dots", "dashed"', holds: (value) => kinds.some((kind) => kind === value) },
  color: text,
};

function namedCurves(input: SeriesInput): readonly Series[] {
  const { ys, series, legend } = input;
  if (series === undefined) return namedRows(input);
  if (ys !== undefined) throw new PlotError("plot: give ys or series, not both");
  if (legend !== undefined)
    throw new PlotError("plot: legend names the curves of ys; series have their own names");
  if (series.length === 0) throw new PlotError("plot: there is nothing to plot: series is empty");
  for (let i = 0; i < series.length; i++)
    checkOptions<Series>(`plot: series[${i}]`, series[i] ?? null, rules, '{ name: "loss", y: losses }', [
      "name",
      "y",
    ]);
  return series;
}

function namedRows({ ys, legend }: SeriesInput): readonly Series[] {
  if (ys === undefined) throw new PlotError("plot: there is nothing to plot: give ys or series");
  const { shape, data } = readDense(ys, "plot: ys");
  if (shape.length < 1 || shape.length > 2)
    throw new PlotError(`plot: ys must have shape (n) or (curves, n), got (${shape.join(", ")})`);
  const length = shape.at(-1) ?? 0;
  const curves = data.length / length;
  if (legend !== undefined && legend.length !== curves) {
    throw new PlotError(
      `plot: legend has ${legend.length} names for ${curves} ${curves === 1 ? "curve" : "curves"}`,
    );
  }
  return Array.from({ length: curves }, (_, i) => ({
    name: legend?.[i] ?? "",
    y: data.subarray(i * length, (i + 1) * length),
  }));
}

const swatchWidth = 22;
const lineHeight = 20;

/** A curve's place in the legend. */
interface Entry {
  readonly curve: Curve;
  readonly x: number;
  readonly line: number;
}

/** Lays the named curves out from left to right, on as many lines as the width asks for. */
export function placeLegend(curves: readonly Curve[], width: number): { entries: Entry[]; height: number } {
  const entries: Entry[] = [];
  let x = 0;
  let line = 0;
  for (const curve of curves) {
    if (curve.name === "") continue;
    const need = swatchWidth + 7 + textWidth(curve.name, fontSize);
    if (x > 0 && x + need > width) {
      x = 0;
      line++;
    }
    entries.push({ curve, x, line });
    x += need + 16;
  }
  return { entries, height: entries.length === 0 ? 0 : (line + 1) * lineHeight };
}

/** Draws the entries, the legend's top left corner at (x, y). */
export function seriesLegend(into: Element, entries: readonly Entry[], x: number, y: number): void {
  const label = `curves: ${entries.map((entry) => entry.curve.name).join(", ")}`;
  const attributes = { class: "legend", "aria-label": label, "text-anchor": "start" };
  const group = put(into, "g", { ...attributes, transform: `translate(${x},${y})` });
  for (const entry of entries) {
    const middle = entry.line * lineHeight + lineHeight / 2;
    swatch(group, entry.curve, entry.x, middle);
    const place = { x: entry.x + swatchWidth + 7, y: middle, dy: "0.35em" };
    put(group, "text", place, entry.curve.name);
  }
}

function swatch(into: Element, { kind, color }: Curve, x: number, y: number): void {
  if (kind === "dots") {
    put(into, "circle", { cx: x + swatchWidth / 2, cy: y, r: 3.5, fill: color, "fill-opacity": 0.75 });
    return;
  }
  const stroke = { stroke: color, "stroke-width": 2, "stroke-linecap": kind === "dashed" ? "butt" : "round" };
  const dash: Record<string, string> = kind === "dashed" ? { "stroke-dasharray": "6,4" } : {};
  put(into, "line", { x1: x, x2: x + swatchWidth, y1: y, y2: y, ...stroke, ...dash });
}
