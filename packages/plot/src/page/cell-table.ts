/// <reference lib="dom" preserve="true" />
import { contrastingInk, css, type Rgb } from "../color.ts";
import { fontSize, put } from "../svg.ts";
import { clip, textWidth } from "../text.ts";
import {
  type Box,
  emptyFill,
  explore,
  type Parts,
  type PictureStyle,
  type Place,
  picture,
  type Reactions,
} from "./picture.ts";

/** A cell: its color, unless it has no value; a text in it; and its content as a sentence. */
interface TableCell {
  readonly fill: Rgb | undefined;
  readonly text?: string;
  readonly says: string;
}

interface CellTable extends Pick<Parts, "kind" | "summary" | "scale">, Pick<Reactions, "choose"> {
  /** Labels, as they are drawn. */
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  readonly xlabel: string;
  readonly ylabel: string;
  cell(row: number, col: number): TableCell;
  /** The width of a cell, and the minimum before columns wrap. */
  readonly cellWidth: number;
  readonly leastWidth: number;
  readonly cellHeight: number;
  /** Whether long column labels are slanted; they are cut otherwise. */
  readonly slant: boolean;
}

const longest = 120;
const bandGap = 14;

/**
 * Draws a table of colored cells. Where its columns do not fit into the width, they are drawn in bands, one below the other, each
 * with the labels of its rows and columns.
 */
export function drawCellTable(options: PictureStyle, table: CellTable): SVGSVGElement {
  const rows = table.rows.map((label) => clip(label, longest, fontSize));
  const widestRow = Math.max(
    textWidth(table.ylabel, fontSize),
    ...rows.map((row) => textWidth(row, fontSize)),
  );
  const left = Math.ceil(widestRow) + 10;
  const { cellWidth, perBand } = columns(table, left, options.width);
  const slanted = table.slant && table.cols.some((label) => textWidth(label, fontSize) > cellWidth - 4);
  const cols = table.cols.map((label) => clip(label, slanted ? longest : cellWidth - 2, fontSize));
  const widest = Math.max(...cols.map((col) => textWidth(col, fontSize)));
  const headHeight = slanted ? Math.ceil(widest * Math.SQRT1_2) + 12 : 20;
  // A slanted label reaches to the right of its column.
  const tail = slanted ? Math.ceil(widest * Math.SQRT1_2) : 2;
  const xlabelHeight = table.xlabel === "" ? 0 : 16;
  const bandHeight = xlabelHeight + headHeight + rows.length * table.cellHeight;
  const bands = Math.ceil(cols.length / perBand);
  const width = left + perBand * cellWidth + tail;
  const height = bands * bandHeight + (bands - 1) * bandGap;
  const drawn = picture(options, { ...table, width, height, role: "grid" });
  drawn.svg.setAttribute("aria-rowcount", String(rows.length + 1));
  drawn.svg.setAttribute("aria-colcount", String(cols.length + 1));

  const places: Place[][] = rows.map(() => []);
  for (let band = 0; band < bands; band++) {
    const from = band * perBand;
    const shown = cols.slice(from, from + perBand);
    const top = band * (bandHeight + bandGap);
    const group = put(drawn.body, "g", { role: "rowgroup" });
    const headLine = top + xlabelHeight + headHeight - 7;
    if (table.xlabel !== "") {
      const place = { x: left, y: top + 11, "fill-opacity": 0.8, "aria-hidden": "true" };
      put(group, "text", place, table.xlabel);
    }
    const head = put(group, "g", { role: "row", "aria-rowindex": 1 });
    const corner = { x: left - 8, y: headLine, "text-anchor": "end", "fill-opacity": 0.8 };
    put(head, "text", { ...corner, role: "columnheader" }, table.ylabel);
    for (const [i, label] of shown.entries()) {
      const [x, y] = [left + (i + 0.5) * cellWidth, headLine];
      const turn = slanted ? { transform: `rotate(-45 ${x} ${y})` } : { "text-anchor": "middle" };
      put(head, "text", { x, y, ...turn, role: "columnheader", "aria-colindex": from + i + 2 }, label);
    }
    for (const [row, label] of rows.entries()) {
      const y = top + xlabelHeight + headHeight + row * table.cellHeight;
      const line = put(group, "g", { role: "row", "aria-rowindex": row + 2 });
      const at = { x: left - 8, y: y + table.cellHeight / 2, dy: "0.35em", "text-anchor": "end" };
      put(line, "text", { ...at, role: "rowheader" }, label);
      for (const i of shown.keys()) {
        const box = { x: left + i * cellWidth, y, width: cellWidth - 1, height: table.cellHeight - 1 };
        const cell = table.cell(row, from + i);
        const place = { "aria-colindex": from + i + 2, "data-row": row, "data-col": from + i };
        const made = put(line, "g", { role: "gridcell", ...place });
        fillCell(made, box, cell, emptyFill(options));
        places[row]?.push({ element: made, ...box, says: cell.says });
      }
    }
  }
  explore(drawn, places, { choose: table.choose });
  return drawn.svg;
}

function fillCell(group: Element, box: Box, cell: TableCell, empty: string): void {
  put(group, "rect", { ...box, fill: cell.fill === undefined ? empty : css(cell.fill) });
  if (cell.text === undefined) return;
  const size = Math.max(9, Math.min(fontSize, box.width / 3));
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, dy: "0.35em", "text-anchor": "middle" };
  const ink = cell.fill === undefined ? "currentColor" : contrastingInk(cell.fill);
  const shown = clip(cell.text, box.width - 2, size);
  put(group, "text", { ...at, "font-size": size, fill: ink }, shown);
}

/** The width of the columns, and the number of them side by side. */
function columns(
  table: CellTable,
  left: number,
  width: number | undefined,
): { readonly cellWidth: number; readonly perBand: number } {
  const count = table.cols.length;
  if (width === undefined) return { cellWidth: table.cellWidth, perBand: count };
  // Slanted labels of the last columns reach out by at most so much.
  const labels = table.cols.map((label) => Math.min(longest, textWidth(label, fontSize)));
  const reach =
    table.slant && Math.max(...labels) > table.leastWidth - 4 ? Math.max(...labels) * Math.SQRT1_2 : 2;
  const room = Math.max(table.leastWidth, width - left - reach);
  const most = Math.max(1, Math.floor(room / table.leastWidth));
  const perBand = Math.ceil(count / Math.ceil(count / most));
  return { cellWidth: Math.min(table.cellWidth, Math.floor(room / perBand)), perBand };
}
