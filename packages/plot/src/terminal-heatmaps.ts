import { type ColorScheme, colorScale, isDiverging, type Rgb, scheme, schemeDomain } from "./color.ts";
import { type Domain, fraction, shortNumber } from "./domain.ts";
import { type Matrix, readMatrix } from "./input.ts";
import { checkOptions, ends, flag, names, PlotError, type Rules, text } from "./rules.ts";
import { checkLabels } from "./svg.ts";
import { displayWidth, numbered, padDisplay, printable } from "./text.ts";

// A matrix in a terminal, in shades or colors.

const shades = [" ", "░", "▒", "▓", "█"] as const;
const noValue = "··";
const reset = "\u001b[0m";

function unsignedShader(domain: Domain): (value: number) => string {
  return (value) => {
    if (!Number.isFinite(value)) return noValue;
    const shade = Math.min(shades.length - 1, Math.floor(fraction(value, domain) * shades.length));
    return (shades[shade] ?? " ").repeat(2);
  };
}

/** A sign, and a shade for the distance from the middle; nothing for values near it. */
function signedShader([low, high]: Domain): (value: number) => string {
  const middle = (low + high) / 2;
  return (value) => {
    if (!Number.isFinite(value)) return noValue;
    const far = fraction(Math.abs(value - middle), [0, high - middle]);
    const shade = Math.round(far * (shades.length - 1));
    return shade === 0 ? "  " : `${value < middle ? "−" : "+"}${shades[shade] ?? " "}`;
  };
}

/** Two columns in the color of a value. */
function painter(domain: Domain, scheme: ColorScheme): (value: number) => string {
  const color = colorScale(domain, scheme);
  return (value) => {
    if (!Number.isFinite(value)) return `\u001b[48;2;128;128;128m\u001b[38;2;255;255;255m${noValue}${reset}`;
    return `${background(color(value))}  ${reset}`;
  };
}

function background([red, green, blue]: Rgb): string {
  return `\u001b[48;2;${red};${green};${blue}m`;
}

/** Options of {@link terminalHeatmap}. */
export interface TerminalHeatmapOptions {
  /** One label for each query, for example the target tokens; 0, 1, 2, … unless given. */
  readonly rows?: readonly string[];
  /** One label for each key, for example the source tokens; 0, 1, 2, … unless given. */
  readonly cols?: readonly string[];
  /** A line above. */
  readonly title?: string;
  /** Whether to paint cells in 24-bit color instead of shading them with ` ░▒▓█`. */
  readonly color?: boolean;
  /** "viridis" unless given. With "rdbu" or "puor", for signed values, cells without `color` have a sign and a shade. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
}

const heatmapRules: Rules<TerminalHeatmapOptions> = {
  rows: names,
  cols: names,
  title: text,
  color: flag,
  colorScheme: scheme,
  domain: ends,
};

/**
 * A heatmap as text for a terminal: two columns a cell, row labels on the left, column labels below on a
 * staircase so that each reads from left to right, and the scale last. NaN and infinite cells read `··`.
 *
 * @param matrix shape (queries, keys)
 * @throws PlotError for an unknown option or a wrong value, for a ragged or empty matrix, or labels that are
 * not one for each row and column
 * @example terminalHeatmap(tensor([[0.2, 0.8]]), { rows: ["a"], cols: ["b", "c"] }).split("\n").length // 4
 */
export function terminalHeatmap(matrix: Matrix, options: TerminalHeatmapOptions = {}): string {
  const what = "terminalHeatmap";
  checkOptions(what, options, heatmapRules, "terminalHeatmap(weights, { rows: target, cols: source })");
  const colorScheme = options.colorScheme ?? "viridis";
  const signed = isDiverging(colorScheme);
  if (options.colorScheme !== undefined && options.color !== true && !signed)
    throw new PlotError(
      `${what}: colorScheme has an effect only with color: true; give both, or leave it out`,
    );
  const { rows, cols, data } = readMatrix(matrix, `${what}: matrix`);
  checkLabels(options.rows, rows, `${what}: rows`);
  checkLabels(options.cols, cols, `${what}: cols`);
  const rowLabels = (options.rows ?? numbered(rows)).map(printable);
  const colLabels = (options.cols ?? numbered(cols)).map(printable);
  const domain = options.domain ?? schemeDomain(data, colorScheme);
  const paint =
    options.color === true ? painter(domain, colorScheme) : (signed ? signedShader : unsignedShader)(domain);

  const margin = Math.max(...rowLabels.map(displayWidth));
  const indent = " ".repeat(margin + 1);
  const lines = rowLabels.map((label, row) => {
    const cells = Array.from(data.subarray(row * cols, (row + 1) * cols), paint);
    return `${padDisplay(label, margin, "start")} ${cells.join("")}`;
  });
  const title = options.title === undefined ? [] : [indent + printable(options.title)];
  const [low, high] = domain;
  const ramp = rampValues(domain, signed ? 2 * shades.length - 1 : shades.length)
    .map(paint)
    .join("");
  const scale = `${indent}${shortNumber(low)} [${ramp}] ${shortNumber(high)}`;
  const below = columnLabels(colLabels).map((line) => indent + line);
  return [...title, ...lines, ...below, "", scale].map((line) => line.trimEnd()).join("\n");
}

/** Labels that fit are placed under their cells; longer ones hang from lines, the last column's first. */
function columnLabels(labels: readonly string[]): string[] {
  if (labels.every((label) => displayWidth(label) < 2)) {
    return [labels.map((label) => padDisplay(label, 2, "end")).join("")];
  }
  return labels.map((_, step) => {
    const col = labels.length - 1 - step;
    return `${"│ ".repeat(col)}└ ${labels[col] ?? ""}`;
  });
}

/** One value for each shade, from the lowest to the highest. */
function rampValues([low, high]: Domain, count: number): number[] {
  return Array.from({ length: count }, (_, i) => low + ((high - low) * (i + 0.5)) / count);
}
