/// <reference lib="dom" preserve="true" />
import { type ColorScheme, colorScale, scheme, schemeDomain } from "../color.ts";
import { cellText, counted, extremesSentence, valueText } from "../domain.ts";
import { type Matrix, readMatrix } from "../input.ts";
import { action, checkOptions, ends, flag, names, type Rules, text } from "../rules.ts";
import { checkLabels, fontSize } from "../svg.ts";
import { labelOf, numbered, printable, quoted, textWidth } from "../text.ts";
import { drawCellTable } from "./cell-table.ts";
import { type PictureStyle, pictureRules } from "./picture.ts";

/** Options of {@link layerHeatmap}. */
export interface LayerHeatmapOptions extends PictureStyle {
  /** One label for each column, such as the tokens; 0, 1, 2, … unless given. */
  readonly xTicks?: readonly string[];
  /** One label for each row; 0, 1, 2, … unless given. */
  readonly yTicks?: readonly string[];
  /** The name of a column; "Position" with `xTicks`, "Head" without. */
  readonly xlabel?: string;
  /** The name of a row; "Layer" unless given. */
  readonly ylabel?: string;
  /** "rdbu" where values are below 0, "blues" elsewhere, unless given. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the color scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
  /** Whether to write each value into its cell. Default false. */
  readonly showValues?: boolean;
  /** Called with the row and the column of a cell that was clicked, tapped, or chosen by Enter or the space bar. */
  readonly onChoose?: (row: number, col: number) => void;
}

const rules: Rules<LayerHeatmapOptions> = {
  ...pictureRules,
  xTicks: names,
  yTicks: names,
  xlabel: text,
  ylabel: text,
  colorScheme: scheme,
  domain: ends,
  showValues: flag,
  onChoose: action,
};

/**
 * A value for each layer and head, or for each layer and position: scores of head detectors, effects of ablations, results of
 * activation patching. Signed values are colored around 0. In a page, pointing at a cell, focusing or tapping it shows its value
 * below; arrow keys go from cell to cell.
 *
 * @param values shape (layers, heads) or (layers, positions); NaN and infinite cells get a separate color
 * @returns one svg element: an ARIA grid, each cell with its value as its name, and the largest and smallest as a sentence
 * @throws PlotError for an unknown option or a wrong value, for a ragged or empty matrix, or labels that are not one for each
 * row and column
 * @example
 * const effects = tensor([[0.1, -0.4], [0.9, 0]]);
 * const draw = (document) => layerHeatmap(effects, { title: "Effect of each head", document });
 * (await toSvg(draw)).includes("Largest: layer 1, head 0: 0.9.") // true
 */
export function layerHeatmap(values: Matrix, options: LayerHeatmapOptions = {}): SVGSVGElement {
  const what = "layerHeatmap";
  checkOptions(what, options, rules, "layerHeatmap(effects, { xTicks: tokens })");
  const { rows, cols, data } = readMatrix(values, `${what}: values`);
  checkLabels(options.xTicks, cols, `${what}: xTicks`);
  checkLabels(options.yTicks, rows, `${what}: yTicks`);
  const colorScheme = options.colorScheme ?? (data.some((value) => value < 0) ? "rdbu" : "blues");
  const domain = options.domain ?? schemeDomain(data, colorScheme);
  const color = colorScale(domain, colorScheme, { dark: options.dark === true });
  const xlabel = printable(options.xlabel ?? (options.xTicks === undefined ? "Head" : "Position"));
  const ylabel = printable(options.ylabel ?? "Layer");
  const showValues = options.showValues === true;
  const xTicks = (options.xTicks ?? numbered(cols)).map(labelOf);
  const yTicks = (options.yTicks ?? numbered(rows)).map(labelOf);

  const rowName = (row: number): string =>
    options.yTicks === undefined ? `${ylabel.toLowerCase()} ${row}` : (options.yTicks[row] ?? "");
  const colName = (col: number): string => {
    const token = options.xTicks?.[col];
    return `${xlabel.toLowerCase()} ${col}${token === undefined ? "" : ` ${quoted(token)}`}`;
  };
  const name = (index: number): string => `${rowName(Math.floor(index / cols))}, ${colName(index % cols)}`;
  const widest = Math.max(...xTicks.map((tick) => textWidth(tick, fontSize)));
  const leastWidth = showValues ? 38 : 20;
  return drawCellTable(options, {
    rows: yTicks,
    cols: xTicks,
    xlabel,
    ylabel,
    cellWidth: Math.max(leastWidth, Math.min(Math.ceil(widest) + 6, 40), 28),
    leastWidth,
    cellHeight: 24,
    slant: true,
    cell: (row, col) => {
      const value = data[row * cols + col] ?? Number.NaN;
      const says = `${name(row * cols + col)}: ${valueText(value)}`;
      if (!Number.isFinite(value)) return { fill: undefined, says };
      return { fill: color(value), says, ...(showValues ? { text: cellText(value) } : {}) };
    },
    kind: `${counted(rows, "row")} (${ylabel}) by ${counted(cols, "column")} (${xlabel})`,
    summary: extremesSentence(data, name),
    scale: { domain, color, missing: data.some((value) => !Number.isFinite(value)) },
    choose: options.onChoose,
  });
}
