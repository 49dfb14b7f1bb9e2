/// <reference lib="dom" preserve="true" />
import { axisFx, axisX, axisY, plot as draw, frame, type Markish, rect, text } from "@observablehq/plot";
import { contrastingInk, css, type Rgb } from "./color.ts";
import { type ColorLegend, colorLegend, colorLegendWidth } from "./color-legend.ts";
import { cellText } from "./domain.ts";
import { type CellTicks, figureStyle, finish, fontSize, hairline, noValueColor } from "./svg.ts";

const gap = 18;

/** One grid of heatmaps, everything decided but the marks. */
export interface Panels {
  /** (rows, cols, queries, keys) */
  readonly shape: readonly [number, number, number, number];
  readonly data: Float64Array;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly color: (value: number) => Rgb;
  readonly legend: ColorLegend;
  readonly xTicks: CellTicks;
  readonly yTicks: CellTicks;
  readonly xlabel: string;
  readonly ylabel: string;
  readonly titles: readonly string[] | undefined;
  readonly showValues: boolean;
  readonly label: string;
}

interface Cell {
  readonly row: number;
  readonly col: number;
  readonly query: number;
  readonly key: number;
  readonly value: number;
}

type Sides = Pick<Panels, "legend" | "xTicks" | "yTicks" | "ylabel" | "cellWidth">;

/** The width everything but the panels takes. */
export function sideWidth(panels: Sides): number {
  return leftMargin(panels) + rightMargin(panels);
}

/** The width of the gaps between `cols` panels. */
export function gapWidth(cols: number): number {
  return gap * (cols - 1);
}

/** Draws the grid: cells, frames, outer axes, column titles and one color legend. */
export function drawPanels(document: Document, panels: Panels): SVGSVGElement {
  const [rows, cols, queries, keys] = panels.shape;
  const panelWidth = panels.cellWidth * keys;
  const panelHeight = panels.cellHeight * queries;
  const insideWidth = cols * panelWidth + gap * (cols - 1);
  const insideHeight = rows * panelHeight + gap * (rows - 1);
  const marginLeft = leftMargin(panels);
  const marginTop = panels.titles === undefined ? 14 : 34;
  const tickDepth = panels.xTicks.rotate ? Math.ceil(panels.xTicks.widest * Math.SQRT1_2) + 14 : 24;
  const tail = panels.legend.missing ? Math.max(0, panels.legend.height + 34 - insideHeight) : 0;
  const marginBottom = Math.max(tickDepth + (panels.xlabel === "" ? 0 : 22), tail) + 6;
  const width = marginLeft + insideWidth + rightMargin(panels);

  const svg = draw({
    document,
    width,
    height: marginTop + insideHeight + marginBottom,
    marginLeft,
    marginTop,
    marginBottom,
    marginRight: rightMargin(panels),
    style: figureStyle(),
    x: { domain: [-0.5, keys - 0.5], axis: null },
    y: { domain: [queries - 0.5, -0.5], axis: null },
    fx: facets(cols, panelWidth),
    fy: facets(rows, panelHeight),
    marks: [
      ...cellMarks(panels),
      frame({ stroke: hairline }),
      ...axisMarks(panels, marginLeft, marginBottom),
    ],
  });
  colorLegend(svg, panels.legend, marginLeft + insideWidth + gap, marginTop);
  return finish(svg, panels.label);
}

function cellMarks(panels: Panels): Markish[] {
  const cells = listCells(panels);
  const sides = {
    x1: (cell: Cell) => cell.key - 0.5,
    x2: (cell: Cell) => cell.key + 0.5,
    y1: (cell: Cell) => cell.query - 0.5,
    y2: (cell: Cell) => cell.query + 0.5,
  };
  const place = { fx: "col", fy: "row", ...sides, shapeRendering: "crispEdges" };
  const known = cells.filter((cell) => Number.isFinite(cell.value));
  const missing = cells.filter((cell) => !Number.isFinite(cell.value));
  const fill = { value: (cell: Cell) => css(panels.color(cell.value)), scale: null };
  const marks: Markish[] = [rect(known, { ...place, fill }), rect(missing, { ...place, fill: noValueColor })];
  if (!panels.showValues) return marks;
  const valueInk = { value: (cell: Cell) => contrastingInk(panels.color(cell.value)), scale: null };
  const size = Math.max(7, Math.min(fontSize - 1, panels.cellWidth / 3.2));
  const at = { fx: "col", fy: "row", x: "key", y: "query", fontSize: size };
  return [...marks, text(known, { ...at, text: (cell: Cell) => cellText(cell.value), fill: valueInk })];
}

function axisMarks(panels: Panels, marginLeft: number, marginBottom: number): Markish[] {
  const { xTicks, yTicks, titles } = panels;
  const side = { labelAnchor: "center", labelArrow: "none", tickSize: 4 } as const;
  const marks: Markish[] = [
    axisX([...xTicks.at], {
      ...side,
      anchor: "bottom",
      label: panels.xlabel || null,
      labelOffset: marginBottom - 8,
      tickFormat: xTicks.text,
      tickRotate: xTicks.rotate ? -45 : 0,
    }),
    axisY([...yTicks.at], {
      ...side,
      anchor: "left",
      label: panels.ylabel || null,
      labelOffset: marginLeft - 10,
      tickFormat: yTicks.text,
    }),
  ];
  if (titles === undefined) return marks;
  const title = { anchor: "top", label: null, fontSize: fontSize + 1, tickPadding: 9 } as const;
  return [...marks, axisFx({ ...title, tickFormat: (col: number) => titles[col] ?? "" })];
}

function listCells({ shape, data }: Panels): Cell[] {
  const [, cols, queries, keys] = shape;
  return Array.from(data, (value, index) => {
    const key = index % keys;
    const query = Math.floor(index / keys) % queries;
    const panel = Math.floor(index / (keys * queries));
    return { row: Math.floor(panel / cols), col: panel % cols, query, key, value };
  });
}

function leftMargin({ xTicks, yTicks, ylabel, cellWidth }: Sides): number {
  const own = Math.ceil(yTicks.widest) + 14 + (ylabel === "" ? 6 : 28);
  const firstLabel = xTicks.rotate ? Math.ceil(xTicks.widest * Math.SQRT1_2 - cellWidth / 2) + 14 : 0;
  return Math.max(own, firstLabel);
}

function rightMargin({ legend }: Sides): number {
  return gap + colorLegendWidth(legend) + 10;
}

/** The places of n panels side by side, with the gap between them as a share of a step. */
function facets(n: number, size: number) {
  const paddingInner = n === 1 ? 0 : gap / (size + gap);
  return { domain: [...Array(n).keys()], paddingInner, paddingOuter: 0, round: false, axis: null };
}
