import { colorScale } from "./color.ts";
import { type Matrix, readMatrix } from "./input.ts";
import { checkLensTokens, lensSentence } from "./lens-tokens.ts";
import { checkOptions, type Rules } from "./options.ts";
import { count, flag, list, names, text } from "./rules.ts";
import { onColor } from "./shades.ts";
import { clipDisplay, displayWidth, labelOf, padDisplay, printable, spacedToken } from "./text.ts";
import { checkLabels } from "./ticks.ts";

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

const rules: Rules<TerminalLensTableOptions> = {
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
  checkOptions(what, options, rules, "terminalLensTable(probabilities, { predicted })", ["predicted"]);
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
