/// <reference lib="dom" preserve="true" />
import { shortNumber } from "../domain.ts";
import { type Matrix, readMatrix } from "../input.ts";
import { checkOptions, names, type Rules, share, text } from "../rules.ts";
import { checkLabels, fontSize, pageDocument, put, seriesColors } from "../svg.ts";
import { printable, textWidth } from "../text.ts";
import { type BareFigure, bareRules, bareSvg } from "./bare-svg.ts";

/** Options of {@link tokenArcs}. */
export interface TokenArcsOptions extends BareFigure {
  /** One token for each query; in self-attention also for each key. */
  readonly tokens: readonly string[];
  /** One token for each key, on a separate line below; the queries' tokens unless given. */
  readonly keys?: readonly string[];
  /** Weights below this are not drawn; 0.05 unless given. */
  readonly least?: number;
  /** Any CSS color. */
  readonly color?: string;
}

interface Arc {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

/** More would be a blot, and slow. */
const mostArcs = 500;
const lineGap = 110;

const rules: Rules<TokenArcsOptions> = {
  ...bareRules,
  tokens: names,
  keys: names,
  least: share,
  color: text,
};

/**
 * Who attends to whom as arcs between words, as wide and as dark as the weight. In self-attention the words are on
 * one line, arcs from a query above it; with `keys`, queries above and keys below. At most the 500 strongest are drawn.
 * Each arc's title names its words and weight, and it carries `data-query` and `data-key` for listeners.
 *
 * @param weights shape (queries, keys)
 * @returns one svg element
 * @throws PlotError for a missing or unknown option or a wrong value, for a ragged or empty matrix, or tokens
 * that are not one for each query and key
 * @example
 * const weights = tensor([[1, 0], [0.3, 0.7]]);
 * (await toSvg((document) => tokenArcs(weights, { tokens: ["the", "cat"], document }))).slice(0, 4) // "<?xm"
 */
export function tokenArcs(weights: Matrix, options: TokenArcsOptions): SVGSVGElement {
  checkOptions("tokenArcs", options, rules, "tokenArcs(weights, { tokens })", ["tokens"]);
  const { rows, cols, data } = readMatrix(weights, "tokenArcs: weights");
  checkLabels(options.tokens, rows, "tokenArcs: tokens");
  checkLabels(
    options.keys ?? options.tokens,
    cols,
    `tokenArcs: ${options.keys === undefined ? "tokens" : "keys"}`,
  );
  const queries = options.tokens.map(printable);
  const keys = options.keys?.map(printable);
  const arcs = strongest(data, cols, options.least ?? 0.05);

  const queryAt = spread(queries);
  const keyAt = keys === undefined ? queryAt : spread(keys);
  const width = Math.max(queryAt.width, keyAt.width);
  // On one line the arcs rise above the words, the longer the higher.
  const reach = Math.max(
    0,
    ...arcs.map(({ query, key }) => Math.abs(queryAt.middle(query) - keyAt.middle(key))),
  );
  const queryLine = keys === undefined ? Math.max(24, reach / 2.6) + 8 : 20;
  const height = keys === undefined ? queryLine + 26 : queryLine + lineGap + 12;

  const document = pageDocument(options.document);
  const label =
    options.ariaLabel ?? `Attention of ${queries.join(" ")}${keys ? ` to ${keys.join(" ")}` : ""}`;
  const svg = bareSvg(document, { width, height: Math.ceil(height) }, label, options);
  const color = options.color ?? seriesColors[0] ?? "#0072b2";
  for (const { query, key, weight } of arcs) {
    const [from, to] = [queryAt.middle(query), keyAt.middle(key)];
    const path =
      keys === undefined
        ? overLine(from, to, queryLine)
        : `M${from} ${queryLine + 6}C${from} ${queryLine + lineGap / 2} ${to} ${queryLine + lineGap / 2} ${to} ${queryLine + lineGap - 14}`;
    const stroke = { stroke: color, "stroke-width": 0.5 + 4 * weight, "stroke-opacity": 0.2 + 0.8 * weight };
    const place = { d: path, fill: "none", "data-query": query, "data-key": key };
    const arc = put(svg, "path", { ...place, ...stroke });
    const name = `${queries[query]} → ${(keys ?? queries)[key]}: ${shortNumber(weight)}`;
    put(arc, "title", {}, name);
  }
  const line = (tokens: readonly string[], at: (i: number) => number, y: number): void => {
    for (const [i, token] of tokens.entries()) {
      put(svg, "text", { x: at(i), y, "text-anchor": "middle" }, token);
    }
  };
  line(queries, queryAt.middle, keys === undefined ? queryLine + 16 : queryLine);
  if (keys !== undefined) line(keys, keyAt.middle, queryLine + lineGap);
  return svg;
}

/** The weights of at least `least`, weak ones first, so that strong ones lie on top. */
function strongest(data: Float64Array, cols: number, least: number): Arc[] {
  const arcs: Arc[] = [];
  for (const [i, weight] of data.entries()) {
    if (weight >= least)
      arcs.push({ query: Math.floor(i / cols), key: i % cols, weight: Math.min(1, weight) });
  }
  return arcs.sort((a, b) => a.weight - b.weight).slice(-mostArcs);
}

/** Words side by side: the middle of each, and the width of all. */
function spread(tokens: readonly string[]): { middle(i: number): number; readonly width: number } {
  const middles: number[] = [];
  let x = 8;
  for (const token of tokens) {
    const width = textWidth(token, fontSize);
    middles.push(Math.round(x + width / 2));
    x += width + 16;
  }
  return { middle: (i) => middles[i] ?? 0, width: Math.ceil(x) };
}

/** An arch from one word to another; a loop above a word that attends to itself. */
function overLine(from: number, to: number, y: number): string {
  if (from === to) return `M${from - 4} ${y}C${from - 12} ${y - 24} ${from + 12} ${y - 24} ${from + 4} ${y}`;
  const rise = Math.abs(to - from) / 1.95;
  return `M${from} ${y}C${from} ${y - rise} ${to} ${y - rise} ${to} ${y}`;
}
