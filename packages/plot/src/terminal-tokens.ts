import { type ColorScheme, colorScale, isDiverging, schemeDomain } from "./color.ts";
import { type Matrix, readMatrix, type Vector } from "./input.ts";
import { checkLensTokens, lensSentence, readTokenValues } from "./readings.ts";
import { checkOptions, count, ends, flag, list, names, type Rules, text, whole } from "./rules.ts";
import { checkLabels } from "./svg.ts";
import { onColor, shader } from "./terminal-heatmaps.ts";
import { clipDisplay, displayWidth, labelOf, padDisplay, printable, spacedToken } from "./text.ts";

// Tokens in a terminal: a table of a lens's predictions, and a text with its attention.

/** Options of {@link terminalLensTable}. */
export interface TerminalLensTableOptions {
  /** The most probable token of each layer and position. */
  readonly predicted: readonly (readonly string[])[];
  /** One label for each layer; 0, 1, 2, … unless given. */
  readonly rows?: readonly string[];
  /** One label for each position, such as the tokens that the model read; 0, 1, 2, … unless given. */
  readonly cols?: readonly string[];
  /** A line above. */
  readonly title?: string;
  /** The terminal columns that it may take; 80 unless given. Positions that do not fit wrap. */
  readonly width?: number;
  /** Whether to paint cells in 24-bit color, by their probabilities from 0 to 1. */
  readonly color?: boolean;
}

const lensRules: Rules<TerminalLensTableOptions> = {
  predicted: list,
  rows: names,
  cols: names,
  title: text,
  width: count,
  color: flag,
};

const longest = 12;

/**
 * A logit lens as text: for each layer and position the token that the model would predict if it ended there, and its probability in
 * per cent. A space that belongs to a token reads `·`.
 *
 * @param probabilities shape (layers, positions): the probability of each token in `predicted`
 * @throws PlotError for a missing or unknown option or a wrong value, for a ragged or empty matrix, or tokens and labels that are
 * not one for each layer and position
 * @example
 * const lines = terminalLensTable([[0.1], [0.9]], { predicted: [["a"], [" cat"]], cols: ["the"] }).split("\n");
 * lines[2] // "1  ·cat 90%"
 */
export function terminalLensTable(probabilities: Matrix, options: TerminalLensTableOptions): string {
  const what = "terminalLensTable";
  checkOptions(what, options, lensRules, "terminalLensTable(probabilities, { predicted })", ["predicted"]);
  const { rows, cols, data } = readMatrix(probabilities, `${what}: probabilities`);
  const predicted = checkLensTokens(options.predicted, rows, cols, `${what}: predicted`);
  checkLabels(options.rows, rows, `${what}: rows`);
  checkLabels(options.cols, cols, `${what}: cols`);
  const label = (given: readonly string[] | undefined, i: number): string =>
    clipDisplay(labelOf(given?.[i] ?? String(i)), longest);
  const color = colorScale([0, 1], "blues");
  const cell = (row: number, col: number): string => {
    const value = data[row * cols + col] ?? Number.NaN;
    const percent = Number.isFinite(value) ? `${Math.round(value * 100)}%` : "··";
    return `${clipDisplay(spacedToken(predicted[row]?.[col] ?? ""), longest)} ${percent}`;
  };
  const widths = Array.from({ length: cols }, (_, col) => {
    const cells = Array.from({ length: rows }, (_, row) => displayWidth(cell(row, col)));
    return Math.max(displayWidth(label(options.cols, col)), ...cells);
  });
  const margin = Math.max(
    ...Array.from({ length: rows }, (_, row) => displayWidth(label(options.rows, row))),
  );

  const lines: string[] = options.title === undefined ? [] : [printable(options.title)];
  for (let from = 0; from < cols; ) {
    let to = from;
    let used = margin;
    while (to < cols && (to === from || used + 2 + (widths[to] ?? 0) <= (options.width ?? 80))) {
      used += 2 + (widths[to] ?? 0);
      to++;
    }
    const shown = Array.from({ length: to - from }, (_, i) => from + i);
    const pad = (words: string, col: number): string => padDisplay(words, widths[col] ?? 0, "end");
    const head = shown.map((col) => pad(label(options.cols, col), col));
    lines.push(["".padEnd(margin), ...head].join("  "));
    for (let row = 0; row < rows; row++) {
      const cells = shown.map((col) => {
        const words = pad(cell(row, col), col);
        const value = data[row * cols + col] ?? Number.NaN;
        return options.color === true && Number.isFinite(value) ? onColor(words, color(value)) : words;
      });
      lines.push([padDisplay(label(options.rows, row), margin, "start"), ...cells].join("  "));
    }
    lines.push("");
    from = to;
  }
  lines.push(lensSentence(predicted, cols, data, (row) => options.rows?.[row] ?? `layer ${row}`));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Options of {@link terminalTokenView}. */
export interface TerminalTokenViewOptions {
  /** The tokens: one for each value, or for each query; in self-attention also for each key. */
  readonly tokens: readonly string[];
  /** The keys' tokens; the queries' unless given. */
  readonly keys?: readonly string[];
  /** The query whose row is shown; the last unless given. */
  readonly chosen?: number;
  /** A line above. */
  readonly title?: string;
  /** The terminal columns that it may take; 80 unless given. */
  readonly width?: number;
  /** Whether to paint tokens in 24-bit color instead of shading a line below them. */
  readonly color?: boolean;
  /** The values at the ends of the scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
}

const tokenRules: Rules<TerminalTokenViewOptions> = {
  tokens: names,
  keys: names,
  chosen: whole,
  title: text,
  width: count,
  color: flag,
  domain: ends,
};

/**
 * A text whose tokens are shaded by their values, or by the row of values of one token, which is in brackets; then its largest
 * values in a sentence.
 *
 * @param values shape (n), or (queries, keys)
 * @throws PlotError for a missing or unknown option or a wrong value, for ragged or empty values, or tokens that are not one for
 * each query and key
 * @example
 * const lines = terminalTokenView([[1, 0], [0.25, 0.75]], { tokens: ["the", "cat"] }).split("\n");
 * lines[0] // "the [cat]"
 * lines.at(-1) // "Token 1 “cat” → “cat” 0.75, “the” 0.25"
 */
export function terminalTokenView(values: Vector | Matrix, options: TerminalTokenViewOptions): string {
  const what = "terminalTokenView";
  checkOptions(what, options, tokenRules, "terminalTokenView(pattern, { tokens })", ["tokens"]);
  const read = readTokenValues(what, values, options);
  const colorScheme: ColorScheme = read.data.some((value) => value < 0) ? "rdbu" : "blues";
  const signed = isDiverging(colorScheme);
  const domain = options.domain ?? schemeDomain(read.data, colorScheme);
  const shade = shader(domain, signed);
  const color = colorScale(domain, colorScheme);
  const row = read.row(undefined);
  const apart = options.keys !== undefined;

  const lines: string[] = options.title === undefined ? [] : [printable(options.title)];
  let [words, below, used] = ["", "", 0];
  const flush = (): void => {
    lines.push(words, ...(options.color === true ? [] : [below]));
    [words, below, used] = ["", "", 0];
  };
  for (const [i, token] of read.keys.entries()) {
    const value = row[i] ?? Number.NaN;
    const label = labelOf(token);
    const shown = i === read.chosen && !apart ? `[${label}]` : label;
    const width = displayWidth(shown);
    if (used > 0 && used + width > (options.width ?? 80)) flush();
    const painted = options.color === true && Number.isFinite(value);
    words += `${painted ? onColor(shown, color(value)) : shown} `;
    const [sign = " ", dark = " "] = [...shade(value)];
    below += padDisplay(`${sign}${dark.repeat(Math.max(0, width - 1))}`, width, "end")
      .slice(0, width)
      .padEnd(width + 1);
    used += width + 1;
  }
  flush();
  return [...lines, "", read.sentence(undefined)].map((line) => line.trimEnd()).join("\n");
}
