/// <reference lib="dom" preserve="true" />

import { type ColorScheme, colorScale, scheme, schemeDomain } from "./color.ts";
import type { ColorLegend } from "./color-legend.ts";
import type { Domain } from "./domain.ts";
import { type Dense, type Matrix, type MatrixGrid, readDense, readMatrix } from "./input.ts";
import { drawPanels, gapWidth, type Panels, sideWidth } from "./panels.ts";
import { checkOptions, ends, flag, names, PlotError, page, pixels, type Rules, text } from "./rules.ts";
import { cellTicks, checkLabels, fontSize, pageDocument } from "./svg.ts";
import { printable, textWidth } from "./text.ts";

/** Options of both {@link showHeatmaps} and {@link heatmap}. */
export interface HeatmapStyle {
  /** Below the columns, the keys. */
  readonly xlabel?: string;
  /** The label of the rows, the queries. */
  readonly ylabel?: string;
  /** "blues" unless given; "rdbu" or "puor" for signed values. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the color scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
  /** The figure's width in pixels, to the nearest whole cell; as wide as it needs to be unless given. */
  readonly width?: number;
  /** The text for screen readers. Default: made from the labels and the shape. */
  readonly ariaLabel?: string;
  /** The document to draw into; the page's unless given. */
  readonly document?: Document;
}

/** Options of {@link showHeatmaps}. */
export interface ShowHeatmapsOptions extends HeatmapStyle {
  /** One title above each column. */
  readonly titles?: readonly string[];
}

/** Options of {@link heatmap}. */
export interface HeatmapOptions extends HeatmapStyle {
  /** Above the matrix. */
  readonly title?: string;
  /** One label for each key, for example the source tokens. */
  readonly xTicks?: readonly string[];
  /** One label for each query, for example the target tokens. */
  readonly yTicks?: readonly string[];
  /** Whether to write each value into its cell. */
  readonly showValues?: boolean;
}

const styleRules: Rules<HeatmapStyle> = {
  xlabel: text,
  ylabel: text,
  colorScheme: scheme,
  domain: ends,
  width: pixels,
  ariaLabel: text,
  document: page,
};
const gridRules: Rules<ShowHeatmapsOptions> = { ...styleRules, titles: names };
const oneRules: Rules<HeatmapOptions> = {
  ...styleRules,
  title: text,
  xTicks: names,
  yTicks: names,
  showValues: flag,
};

type AllOptions = Omit<ShowHeatmapsOptions & HeatmapOptions, "title">;

/**
 * Draws a grid of heatmaps with one color scale and one legend.
 *
 * @param matrices shape (rows, cols, queries, keys), or (queries, keys) for a single heatmap; NaN and
 * infinite cells get a separate color
 * @returns one svg element, legend and titles inside
 * @throws PlotError for an unknown option or a wrong value, for ragged or empty input, another rank, titles
 * that are not one for each column, or a width without room for the cells
 * @example (await toSvg((document) => showHeatmaps(tensor([[[[0.2, 0.8]]]]), { xlabel: "Keys", ylabel: "Queries", document }))).slice(0, 4) // "<?xm"
 */
export function showHeatmaps(
  matrices: MatrixGrid | Matrix,
  options: ShowHeatmapsOptions = {},
): SVGSVGElement {
  const what = "showHeatmaps";
  checkOptions(what, options, gridRules, 'showHeatmaps(weights, { xlabel: "Keys" })');
  return drawGrid(what, readGrid(readDense(matrices, `${what}: matrices`)), options);
}

/**
 * Draws one matrix with a label on every row and column, such as an alignment of two sentences.
 *
 * @param matrix shape (queries, keys); NaN and infinite cells get a separate color
 * @throws PlotError for an unknown option or a wrong value, for a ragged or empty matrix, labels that are not
 * one for each row and column, or a width without room for the cells
 * @example (await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { xTicks: ["je", "suis"], document }))).slice(0, 4) // "<?xm"
 */
export function heatmap(matrix: Matrix, options: HeatmapOptions = {}): SVGSVGElement {
  const what = "heatmap";
  checkOptions(what, options, oneRules, "heatmap(weights, { xTicks: source, yTicks: target })");
  const { rows, cols, data } = readMatrix(matrix, `${what}: matrix`);
  const { title, ...rest } = options;
  const titles = title === undefined ? {} : { titles: [title] };
  return drawGrid(what, { shape: [1, 1, rows, cols], data }, { ...rest, ...titles });
}

interface Grid {
  readonly shape: Panels["shape"];
  readonly data: Float64Array;
}

function readGrid({ shape, data }: Dense): Grid {
  if (shape.length === 2) return { shape: [1, 1, shape[0] ?? 0, shape[1] ?? 0], data };
  const [rows = 0, cols = 0, queries = 0, keys = 0] = shape;
  if (shape.length !== 4) {
    const cure = shape.length === 3 ? "; for one row of heads reshape to (1, heads, queries, keys)" : "";
    const wanted = "(rows, cols, queries, keys) or (queries, keys)";
    throw new PlotError(`showHeatmaps: matrices must have shape ${wanted}, got (${shape.join(", ")})${cure}`);
  }
  return { shape: [rows, cols, queries, keys], data };
}

function drawGrid(what: string, grid: Grid, options: AllOptions): SVGSVGElement {
  const [rows, cols, queries, keys] = grid.shape;
  const titles = options.titles?.map(printable);
  checkLabels(titles, cols, `${what}: titles`);
  checkLabels(options.xTicks, keys, `${what}: xTicks`);
  checkLabels(options.yTicks, queries, `${what}: yTicks`);
  const document = pageDocument(options.document);
  const colorScheme = options.colorScheme ?? "blues";
  const domain: Domain = options.domain ?? schemeDomain(grid.data, colorScheme);
  const color = colorScale(domain, colorScheme);
  const missing = grid.data.some((value) => !Number.isFinite(value));
  const xlabel = printable(options.xlabel ?? "");
  const ylabel = printable(options.ylabel ?? "");
  const layout = (cellWidth: number) => {
    const cellHeight = rowHeight(cellWidth, queries, options.yTicks !== undefined);
    const height = rows * cellHeight * queries + gapWidth(rows);
    const legend: ColorLegend = { domain, color, missing, height: Math.min(320, Math.max(60, height)) };
    const xTicks = cellTicks(options.xTicks, keys, cellWidth, "xTicks");
    const yTicks = cellTicks(options.yTicks, queries, cellHeight, "yTicks");
    return { cellWidth, cellHeight, legend, xTicks, yTicks, xlabel, ylabel };
  };
  let placed = layout(naturalCell(grid.shape, options));
  if (options.width !== undefined) {
    const room = (options.width - sideWidth(placed) - gapWidth(cols)) / cols / keys;
    if (!(room >= 0.25)) {
      throw new PlotError(
        `${what}: width ${options.width} leaves no room for ${cols * keys} columns of cells; make it larger`,
      );
    }
    placed = layout(room >= 1 ? Math.floor(room) : room);
  }
  return drawPanels(document, {
    ...grid,
    ...placed,
    color,
    titles,
    showValues: options.showValues ?? false,
    label: printable(options.ariaLabel ?? describe(grid.shape, titles, xlabel, ylabel)),
  });
}

/** A whole number of pixels a cell, so that every cell is equally wide. */
function naturalCell([, cols, queries, keys]: Panels["shape"], options: AllOptions): number {
  const panel = cols === 1 ? 300 : cols === 2 ? 220 : 130;
  const cell = Math.floor(panel / Math.max(keys, Math.min(queries, keys * 3)));
  const least = options.showValues
    ? 36
    : options.xTicks !== undefined || options.yTicks !== undefined
      ? 18
      : 2;
  const titleWidth = Math.max(0, ...(options.titles ?? []).map((title) => textWidth(title, fontSize + 1)));
  return Math.max(least, Math.min(cell, cols === 1 ? 48 : 40), Math.ceil(titleWidth / keys));
}

/** Cells are square, unless that would make the panel a thread or the row labels collide. */
function rowHeight(cellWidth: number, queries: number, labelled: boolean): number {
  const least = labelled ? 16 : Math.ceil(24 / queries);
  return Math.max(cellWidth, least);
}

function describe(
  [rows, cols, queries, keys]: Panels["shape"],
  titles: readonly string[] | undefined,
  xlabel: string,
  ylabel: string,
): string {
  const grid = rows * cols === 1 ? "Heatmap" : `${rows} by ${cols} grid of heatmaps`;
  const axes = `${queries} ${ylabel || "rows"} by ${keys} ${xlabel || "columns"}`;
  return `${grid}${titles === undefined ? "" : ` (${titles.join(", ")})`}: ${axes}`;
}
