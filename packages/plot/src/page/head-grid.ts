/// <reference lib="dom" preserve="true" />
import { type ColorScheme, colorScale, css, scheme, schemeDomain } from "../color.ts";
import { counted, type Domain, fraction } from "../domain.ts";
import type { MatrixGrid } from "../input.ts";
import { type Patterns, patternSentence, patternsSentence, pool, readPatterns } from "../readings.ts";
import { action, checkOptions, ends, names, type Rules } from "../rules.ts";
import { checkLabels, fontSize, put } from "../svg.ts";
import { textWidth } from "../text.ts";
import {
  type Box,
  emptyFill,
  explore,
  type PictureStyle,
  type Place,
  picture,
  pictureRules,
} from "./picture.ts";

/** Options of {@link headGrid}. */
export interface HeadGridOptions extends PictureStyle {
  /** One token for each query, which is also a key. They name the strongest weight of a head. */
  readonly tokens?: readonly string[];
  /** "blues" unless given. */
  readonly colorScheme?: ColorScheme;
  /** The weights at the ends of the color scale; 0 and 1 unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
  /** Called with the layer and the head that was clicked, tapped, or chosen by Enter or the space bar. */
  readonly onChoose?: (layer: number, head: number) => void;
}

const rules: Rules<HeadGridOptions> = {
  ...pictureRules,
  tokens: names,
  colorScheme: scheme,
  domain: ends,
  onChoose: action,
};

const gap = 6;
const leastSide = 22;
const mostSide = 72;
/** The number of colors of a thumbnail: each is one path, however many cells it has. */
const levels = 24;

/**
 * The pattern of every head of every layer, small, with one color scale: a row of heads for each layer. Patterns with more cells
 * than a thumbnail has pixels are pooled, each pixel the largest weight on it. In a page, pointing at a head, focusing or tapping it
 * shows its attention to the first token, the previous one and its own, and its strongest weight; `onChoose` may draw it
 * large.
 *
 * @param patterns shape (layers, heads, queries, keys)
 * @returns one svg element: an ARIA grid, each head with its strongest weight as its name
 * @throws PlotError for an unknown option or a wrong value, for ragged or empty input, another rank, or tokens that are not one for
 * each query and key
 * @example
 * const patterns = tensor([[[[1, 0], [0.3, 0.7]], [[1, 0], [0.9, 0.1]]]]);
 * const draw = (document) => headGrid(patterns, { tokens: ["the", "cat"], document });
 * (await toSvg(draw)).includes("head 1: to the first token 0.90, the previous 0.90, itself 0.10; most from “cat” to “the”, 0.9") // true
 */
export function headGrid(patterns: MatrixGrid, options: HeadGridOptions = {}): SVGSVGElement {
  const what = "headGrid";
  checkOptions(what, options, rules, "headGrid(patterns, { tokens })");
  const read = readPatterns(patterns, `${what}: patterns`);
  const { layers, heads, queries, keys, data } = read;
  checkLabels(options.tokens, queries, `${what}: tokens`);
  checkLabels(options.tokens, keys, `${what}: tokens`);
  const colorScheme = options.colorScheme ?? "blues";
  const signed = data.some((value) => value < 0);
  const domain = options.domain ?? (signed ? schemeDomain(data, colorScheme) : ([0, 1] as const));
  const color = colorScale(domain, colorScheme, { dark: options.dark === true });

  const left =
    Math.ceil(Math.max(textWidth("Layer", fontSize), textWidth(String(layers - 1), fontSize))) + 10;
  const { side, perBand } = sizes(heads, left, options.width);
  const height = Math.max(8, Math.min(Math.round((side * queries) / keys), side * 2));
  const top = 36;
  const bandHeight = top + layers * (height + gap);
  const bands = Math.ceil(heads / perBand);
  const drawn = picture(options, {
    width: left + perBand * (side + gap),
    height: bands * bandHeight + (bands - 1) * 10,
    kind: `Attention patterns of ${counted(layers, "layer")} with ${counted(heads, "head")}`,
    summary: patternsSentence(read),
    longest: patternSentence(read, layers - 1, heads - 1, options.tokens),
    scale: { domain, color, missing: data.some((value) => !Number.isFinite(value)) },
    role: "grid",
  });
  const colors = { domain, color, empty: emptyFill(options) };
  const places: Place[][] = Array.from({ length: layers }, () => []);
  for (let band = 0; band < bands; band++) {
    const [from, to] = [band * perBand, Math.min(heads, (band + 1) * perBand)];
    const bandTop = band * (bandHeight + 10);
    const group = put(drawn.body, "g", { role: "rowgroup" });
    put(group, "text", { x: left, y: bandTop + 11, "fill-opacity": 0.8, "aria-hidden": "true" }, "Head");
    const head = put(group, "g", { role: "row" });
    const title = { y: bandTop + top - 8, role: "columnheader" };
    put(head, "text", { x: left - 8, "text-anchor": "end", "fill-opacity": 0.8, ...title }, "Layer");
    for (let h = from; h < to; h++) {
      const x = left + (h - from) * (side + gap) + side / 2;
      put(head, "text", { x, "text-anchor": "middle", ...title }, String(h));
    }
    for (let layer = 0; layer < layers; layer++) {
      const y = bandTop + top + layer * (height + gap);
      const row = put(group, "g", { role: "row" });
      const at = { x: left - 8, y: y + height / 2, dy: "0.35em", "text-anchor": "end", role: "rowheader" };
      put(row, "text", at, String(layer));
      for (let h = from; h < to; h++) {
        const box = { x: left + (h - from) * (side + gap), y, width: side, height };
        const cell = put(row, "g", { role: "gridcell", "data-layer": layer, "data-head": h });
        thumbnail(cell, read, read.of(layer, h), box, colors);
        places[layer]?.push({ element: cell, ...box, says: patternSentence(read, layer, h, options.tokens) });
      }
    }
  }
  explore(drawn, places, { choose: options.onChoose });
  return drawn.svg;
}

interface Colors {
  readonly domain: Domain;
  readonly color: (value: number) => ReturnType<ReturnType<typeof colorScale>>;
  readonly empty: string;
}

/** A pattern as one path for each color: adjacent cells in a row are one rectangle. */
function thumbnail(
  into: Element,
  { queries, keys }: Patterns,
  pattern: Float64Array,
  box: Box,
  { domain, color, empty }: Colors,
): void {
  const { rows, cols, data } = pool(pattern, queries, keys, Math.floor(Math.max(box.width, box.height)));
  const [cellWidth, cellHeight] = [box.width / cols, box.height / rows];
  const level = (value: number): number =>
    Number.isFinite(value) ? Math.round(fraction(value, domain) * (levels - 1)) : -1;
  const paths = new Map<number, string>();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; ) {
      const start = col;
      const shown = level(data[row * cols + col] ?? Number.NaN);
      while (col < cols && level(data[row * cols + col] ?? Number.NaN) === shown) col++;
      const [x, y] = [tidy(box.x + start * cellWidth), tidy(box.y + row * cellHeight)];
      const run = `M${x} ${y}h${tidy((col - start) * cellWidth)}v${tidy(cellHeight)}H${x}z`;
      paths.set(shown, (paths.get(shown) ?? "") + run);
    }
  }
  const [low, high] = domain;
  const fillOf = (shown: number): string =>
    shown < 0 ? empty : css(color(low + ((high - low) * shown) / (levels - 1)));
  // The lowest level is the ground of the whole.
  put(into, "rect", { ...box, fill: fillOf(0) });
  for (const [shown, d] of paths)
    if (shown !== 0) put(into, "path", { d, fill: fillOf(shown), "shape-rendering": "crispEdges" });
  const frame = { fill: "none", stroke: "currentColor", "stroke-opacity": 0.35, "stroke-width": 1 };
  put(into, "rect", { ...box, ...frame });
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The side of a thumbnail, and the number of heads per row. */
function sizes(heads: number, left: number, width = left + Math.min(heads * (mostSide + gap), 860)) {
  const room = Math.max(leastSide + gap, width - left);
  const most = Math.max(1, Math.floor(room / (leastSide + gap)));
  const perBand = Math.ceil(heads / Math.ceil(heads / most));
  const side = Math.max(leastSide, Math.min(mostSide, Math.floor(room / perBand) - gap));
  return { side, perBand };
}
