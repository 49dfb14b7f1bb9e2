/// <reference lib="dom" preserve="true" />
import { type ColorScheme, colorScale, css, scheme } from "../color.ts";
import { shortNumber } from "../domain.ts";
import { type Matrix, readMatrix } from "../input.ts";
import { checkOptions, ends, names, pixels, type Rules } from "../rules.ts";
import { checkLabels, fontSize, noValueColor, pageDocument, put } from "../svg.ts";
import { printable, textWidth } from "../text.ts";
import { type BareFigure, bareRules, bareSvg } from "./bare-svg.ts";

/** Options of {@link alignment}. */
export interface AlignmentOptions extends BareFigure {
  /** One token for each column: the keys. */
  readonly source: readonly string[];
  /** One token for each row: what attended. */
  readonly target: readonly string[];
  /** "viridis" unless given. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the color scale; 0 and 1 unless given. */
  readonly domain?: readonly [number, number];
  /** In pixels; 28 unless given. */
  readonly cellSize?: number;
}

const rules: Rules<AlignmentOptions> = {
  ...bareRules,
  source: names,
  target: names,
  colorScheme: scheme,
  domain: ends,
  cellSize: pixels,
};

/**
 * Which source token each target token attended to: a square for each pair, source tokens above, target tokens on the
 * left. Each cell's title names its tokens and value, and it carries `data-row` and `data-col` for listeners. Text
 * inherits the color of its container.
 *
 * @param weights shape (target, source)
 * @returns one svg element
 * @throws PlotError for a missing or unknown option or a wrong value, for a ragged or empty matrix, or tokens
 * that are not one for each row and column
 * @example
 * const weights = tensor([[0.9, 0.1], [0.2, 0.8]]);
 * (await toSvg((document) => alignment(weights, { source: ["ils", "."], target: ["they", "."], document }))).slice(0, 4) // "<?xm"
 */
export function alignment(weights: Matrix, options: AlignmentOptions): SVGSVGElement {
  checkOptions("alignment", options, rules, "alignment(weights, { source, target })", ["source", "target"]);
  const { rows, cols, data } = readMatrix(weights, "alignment: weights");
  checkLabels(options.source, cols, "alignment: source");
  checkLabels(options.target, rows, "alignment: target");
  const source = options.source.map(printable);
  const target = options.target.map(printable);
  const color = colorScale(options.domain ?? [0, 1], options.colorScheme ?? "viridis");
  const cell = options.cellSize ?? 28;
  const left = Math.ceil(Math.max(...target.map((token) => textWidth(token, fontSize)))) + 10;
  const widest = Math.max(...source.map((token) => textWidth(token, fontSize)));
  const slanted = widest > cell - 4;
  const top = slanted ? Math.ceil(widest * Math.SQRT1_2) + 14 : 22;
  // A slanted label reaches to the right of its column.
  const right = slanted ? Math.ceil(widest * Math.SQRT1_2) : 4;

  const document = pageDocument(options.document);
  const size = { width: left + cols * cell + right, height: top + rows * cell + 4 };
  const label = options.ariaLabel ?? `Alignment of ${target.join(" ")} with ${source.join(" ")}`;
  const svg = bareSvg(document, size, label, options);
  for (const [col, token] of source.entries()) {
    const [x, y] = [left + (col + 0.5) * cell, top - 8];
    const turn = slanted ? { transform: `rotate(-45 ${x} ${y})` } : { "text-anchor": "middle" };
    put(svg, "text", { x, y, ...turn }, token);
  }
  for (const [row, token] of target.entries()) {
    const place = { x: left - 8, y: top + (row + 0.5) * cell, dy: "0.35em", "text-anchor": "end" };
    put(svg, "text", place, token);
    for (const [col, from] of source.entries()) {
      const value = data[row * cols + col] ?? Number.NaN;
      const fill = Number.isFinite(value) ? css(color(value)) : noValueColor;
      const place = { x: left + col * cell, y: top + row * cell, width: cell - 1, height: cell - 1, fill };
      const square = put(svg, "rect", { ...place, "data-row": row, "data-col": col });
      const shown = Number.isFinite(value) ? shortNumber(value) : "no value";
      put(square, "title", {}, `${token} → ${from}: ${shown}`);
    }
  }
  return svg;
}
