/// <reference lib="dom" preserve="true" />

import { type ColorScheme, colorScale, parseColor, type Rgb, scheme, schemeDomain } from "../color.ts";
import type { Domain } from "../domain.ts";
import { type Matrix, readMatrix } from "../input.ts";
import { checkArgument, checkOptions, ends, PlotError, type Rule, type Rules } from "../rules.ts";
import { noValueColor } from "../svg.ts";

/** A window onto a matrix: rows and columns from `…From` up to, but without, `…To`. */
export interface MatrixView {
  /** The first row shown. */
  readonly rowFrom: number;
  /** The row after the last one shown. */
  readonly rowTo: number;
  /** The first column shown. */
  readonly colFrom: number;
  /** The column after the last one shown. */
  readonly colTo: number;
}

/** Options of {@link canvasHeatmap}. */
export interface CanvasHeatmapOptions {
  /** The part of the matrix that is shown. Default: all of it. */
  readonly view?: MatrixView;
  /** "viridis" unless given. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the color scale; the finite values' extent unless given. */
  readonly domain?: readonly [number, number];
}

/** The part of a canvas that painting uses; an HTMLCanvasElement and an OffscreenCanvas have it. */
export interface PaintedCanvas {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** The context to paint with. */
  getContext(kind: "2d"): PaintContext | null;
}

/** The part of a canvas's 2d context that painting uses. */
export interface PaintContext {
  /** Makes an empty image. */
  createImageData(width: number, height: number): ImageData;
  /** Paints an image. */
  putImageData(image: ImageData, x: number, y: number): void;
}

const rules: Rules<CanvasHeatmapOptions> = {
  view: { must: "{ rowFrom, rowTo, colFrom, colTo } of whole numbers", holds: isView },
  colorScheme: scheme,
  domain: ends,
};

const isCanvas: Rule = {
  must: "a canvas",
  holds: (value) => typeof Object(value).getContext === "function",
};

function isView(value: unknown): boolean {
  const entries = Object.entries(Object(value));
  const keys = entries.map(([key]) => key).sort();
  return keys.join(" ") === "colFrom colTo rowFrom rowTo" && entries.every(([, at]) => Number.isInteger(at));
}

/**
 * Paints a matrix on a canvas, which keeps its size in pixels. Its cost depends on the canvas, not the matrix:
 * where cells are smaller than pixels, each pixel shows the largest of the values that fall on it, so that a
 * lone peak stays in sight. NaN and infinite cells get a separate color.
 *
 * @param matrix shape (rows, cols)
 * @returns the cell at a pixel of the canvas, or undefined outside it
 * @throws PlotError for anything but a canvas, an unknown option or a wrong value, for a ragged or empty
 * matrix, or a view outside it
 * @example
 * const cellAt = canvasHeatmap(canvas, [[0.9, 0.1], [0.4, 0.6]], { colorScheme: "magma" });
 * cellAt(canvas.width - 1, 0) // { row: 0, col: 1 }
 */
export function canvasHeatmap(
  canvas: PaintedCanvas,
  matrix: Matrix,
  options: CanvasHeatmapOptions = {},
): (x: number, y: number) => { row: number; col: number } | undefined {
  const what = "canvasHeatmap";
  checkArgument(what, "canvas", canvas, isCanvas);
  checkOptions(what, options, rules, 'canvasHeatmap(canvas, weights, { colorScheme: "viridis" })');
  const { rows, cols, data } = readMatrix(matrix, `${what}: matrix`);
  const view = checkView(options.view ?? { rowFrom: 0, rowTo: rows, colFrom: 0, colTo: cols }, rows, cols);
  const colorScheme = options.colorScheme ?? "viridis";
  const paint = painter(options.domain ?? schemeDomain(data, colorScheme), colorScheme);
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  if (context === null || width === 0 || height === 0) return () => undefined;

  const shownRows = view.rowTo - view.rowFrom;
  const shownCols = view.colTo - view.colFrom;
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, shownRows, view.rowFrom);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, shownCols, view.colFrom);
      let shown = Number.NaN;
      for (let row = top; row < bottom; row++) {
        for (let col = left; col < right; col++) {
          const value = data[row * cols + col] ?? Number.NaN;
          if (!(shown >= value)) shown = Number.isFinite(value) ? value : shown;
        }
      }
      const [red, green, blue] = paint(shown);
      const at = (y * width + x) * 4;
      image.data[at] = red;
      image.data[at + 1] = green;
      image.data[at + 2] = blue;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return (x, y) => {
    if (!(x >= 0 && x < width && y >= 0 && y < height)) return undefined;
    return {
      row: view.rowFrom + Math.floor((y * shownRows) / height),
      col: view.colFrom + Math.floor((x * shownCols) / width),
    };
  };
}

/** The cells that fall on one of `pixels`: at least one. */
function span(pixel: number, pixels: number, cells: number, from: number): [number, number] {
  const start = Math.floor((pixel * cells) / pixels);
  const end = Math.max(start + 1, Math.floor(((pixel + 1) * cells) / pixels));
  return [from + start, from + end];
}

const shades = 256;

/** The color of a value, from a table: interpolating for each pixel would take most of the time. */
function painter([low, high]: Domain, scheme: ColorScheme): (value: number) => Rgb {
  const color = colorScale([0, shades - 1], scheme);
  const table = Array.from({ length: shades }, (_, i) => color(i));
  const missing = parseColor(noValueColor);
  return (value) => {
    if (!Number.isFinite(value)) return missing;
    const shade = Math.round(((value - low) / (high - low)) * (shades - 1));
    return table[Math.min(shades - 1, Math.max(0, shade))] ?? missing;
  };
}

function checkView(view: MatrixView, rows: number, cols: number): MatrixView {
  const { rowFrom, rowTo, colFrom, colTo } = view;
  const fits = (from: number, to: number, size: number): boolean => from >= 0 && from < to && to <= size;
  if (fits(rowFrom, rowTo, rows) && fits(colFrom, colTo, cols)) return view;
  throw new PlotError(
    `canvasHeatmap: view rowFrom ${rowFrom}, rowTo ${rowTo}, colFrom ${colFrom}, colTo ${colTo} must not be empty, and must be inside ` +
      `the matrix of ${rows} × ${cols}`,
  );
}
