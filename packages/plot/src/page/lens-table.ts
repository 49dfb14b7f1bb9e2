/// <reference lib="dom" preserve="true" />
import { type ColorScheme, colorScale, scheme } from "../color.ts";
import { valueText } from "../domain.ts";
import { type Matrix, readMatrix } from "../input.ts";
import { checkLensTokens, lensSentence } from "../readings.ts";
import { action, checkOptions, ends, list, names, type Rules, text } from "../rules.ts";
import { checkLabels, fontSize } from "../svg.ts";
import { labelOf, printable, quoted, spacedToken, textWidth } from "../text.ts";
import { drawCellTable } from "./cell-table.ts";
import { type PictureStyle, pictureRules } from "./picture.ts";

/** Options of {@link lensTable}. */
export interface LensTableOptions extends PictureStyle {
  /** The most probable token of each layer and position. */
  readonly predicted: readonly (readonly string[])[];
  /** One label for each position, such as the tokens that the model read; 0, 1, 2, … unless given. */
  readonly xTicks?: readonly string[];
  /** One label for each layer; 0, 1, 2, … unless given. */
  readonly yTicks?: readonly string[];
  /** The name of a column; "Position" unless given. */
  readonly xlabel?: string;
  /** The name of a row; "Layer" unless given. */
  readonly ylabel?: string;
  /** "blues" unless given. */
  readonly colorScheme?: ColorScheme;
  /** The probabilities at the ends of the color scale; 0 and 1 unless given. */
  readonly domain?: readonly [number, number];
  /** Called with the layer and the position of a cell that was clicked, tapped, or chosen by Enter or the space bar. */
  readonly onChoose?: (layer: number, position: number) => void;
}

const rules: Rules<LensTableOptions> = {
  ...pictureRules,
  predicted: list,
  xTicks: names,
  yTicks: names,
  xlabel: text,
  ylabel: text,
  colorScheme: scheme,
  domain: ends,
  onChoose: action,
};

/**
 * A logit lens: for each layer and position the token that the model would predict if it ended there, colored by its probability.
 * In a page, pointing at a cell, focusing or tapping it shows the token and its probability below.
 *
 * @param probabilities shape (layers, positions): the probability of each token in `predicted`
 * @returns one svg element: an ARIA grid, each cell with its token and probability as its name
 * @throws PlotError for a missing or unknown option or a wrong value, for a ragged or empty matrix, or tokens and labels that are
 * not one for each layer and position
 * @example
 * const predicted = [["the", "dog"], ["cat", "sat"]];
 * const draw = (document) => lensTable(tensor([[0.1, 0.2], [0.3, 0.9]]), { predicted, xTicks: ["the", "cat"], document });
 * (await toSvg(draw)).includes("layer 1, position 1 “cat”: predicts “sat”, 0.9") // true
 */
export function lensTable(probabilities: Matrix, options: LensTableOptions): SVGSVGElement {
  const what = "lensTable";
  checkOptions(what, options, rules, "lensTable(probabilities, { predicted })", ["predicted"]);
  const { rows, cols, data } = readMatrix(probabilities, `${what}: probabilities`);
  const predicted = checkLensTokens(options.predicted, rows, cols, `${what}: predicted`);
  checkLabels(options.xTicks, cols, `${what}: xTicks`);
  checkLabels(options.yTicks, rows, `${what}: yTicks`);
  const domain = options.domain ?? ([0, 1] as const);
  const color = colorScale(domain, options.colorScheme ?? "blues", { dark: options.dark === true });
  const xlabel = printable(options.xlabel ?? "Position");
  const ylabel = printable(options.ylabel ?? "Layer");
  const shown = predicted.map((row) => row.map(spacedToken));
  const widest = Math.max(...shown.flat().map((token) => textWidth(token, fontSize)));
  const cellWidth = Math.max(48, Math.min(84, Math.ceil(widest) + 8));
  const layerName = (row: number): string => options.yTicks?.[row] ?? `${ylabel.toLowerCase()} ${row}`;
  const place = (row: number, col: number): string => {
    const token = options.xTicks?.[col];
    return `${layerName(row)}, ${xlabel.toLowerCase()} ${col}${token === undefined ? "" : ` ${quoted(token)}`}`;
  };
  return drawCellTable(options, {
    rows: Array.from({ length: rows }, (_, row) => labelOf(options.yTicks?.[row] ?? String(row))),
    cols: Array.from({ length: cols }, (_, col) => labelOf(options.xTicks?.[col] ?? String(col))),
    xlabel,
    ylabel,
    cellWidth,
    leastWidth: Math.min(cellWidth, 56),
    cellHeight: 26,
    slant: false,
    cell: (row, col) => {
      const value = data[row * cols + col] ?? Number.NaN;
      const says = `${place(row, col)}: predicts ${quoted(predicted[row]?.[col] ?? "")}, ${valueText(value)}`;
      const fill = Number.isFinite(value) ? color(value) : undefined;
      return { fill, text: shown[row]?.[col] ?? "", says };
    },
    kind: `Logit lens, ${rows} by ${cols}`,
    summary: lensSentence(predicted, cols, data, layerName),
    scale: { domain, color, missing: data.some((value) => !Number.isFinite(value)) },
    choose: options.onChoose,
  });
}
