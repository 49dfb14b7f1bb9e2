/// <reference lib="dom" preserve="true" />
import { type ColorScheme, colorScale, contrastingInk, css, scheme, schemeDomain } from "../color.ts";
import { counted, valueText } from "../domain.ts";
import type { Matrix, Vector } from "../input.ts";
import { readTokenValues } from "../readings.ts";
import { action, checkOptions, ends, names, type Rules, whole } from "../rules.ts";
import { fontSize, put } from "../svg.ts";
import { clip, labelOf, quoted, textWidth } from "../text.ts";
import {
  type Box,
  emptyFill,
  explore,
  type PictureStyle,
  type Place,
  picture,
  pictureRules,
} from "./picture.ts";

/** Options of {@link tokenView}. */
export interface TokenViewOptions extends PictureStyle {
  /** The tokens: one for each value, or for each query; in self-attention also for each key. */
  readonly tokens: readonly string[];
  /** The keys' tokens, in a separate paragraph; the queries' tokens unless given. */
  readonly keys?: readonly string[];
  /** The query whose row is shown first; the last unless given. */
  readonly chosen?: number;
  /** "rdbu" where values are below 0, "blues" elsewhere, unless given. */
  readonly colorScheme?: ColorScheme;
  /** The values at the ends of the color scale; the finite values' extent unless given, around 0 for signed values. */
  readonly domain?: readonly [number, number];
  /** Called with the index of a token that was clicked, tapped, or chosen by Enter or the space bar. */
  readonly onChoose?: (token: number) => void;
}

const rules: Rules<TokenViewOptions> = {
  ...pictureRules,
  tokens: names,
  keys: names,
  chosen: whole,
  colorScheme: scheme,
  domain: ends,
  onChoose: action,
};

const size = fontSize + 2;
const boxHeight = 26;
const lineHeight = 32;

/**
 * A text whose tokens are colored by their values. With a row of values for each token, such as a head's pattern, the token that is
 * pointed at, focused or tapped shows its row: its attention. A chosen token keeps showing it.
 *
 * @param values shape (n), or (queries, keys)
 * @returns one svg element: an ARIA list, or a list box to choose from, each token with its largest values as its name
 * @throws PlotError for a missing or unknown option or a wrong value, for ragged or empty values, or tokens that are not one for
 * each query and key
 * @example
 * const pattern = tensor([[1, 0], [0.25, 0.75]]);
 * const draw = (document) => tokenView(pattern, { tokens: ["the", " cat"], document });
 * (await toSvg(draw)).includes("Token 1 “ cat” → “ cat” 0.75, “the” 0.25") // true
 */
export function tokenView(values: Vector | Matrix, options: TokenViewOptions): SVGSVGElement {
  const what = "tokenView";
  checkOptions(what, options, rules, "tokenView(pattern, { tokens })", ["tokens"]);
  const read = readTokenValues(what, values, options);
  const { data, keys } = read;
  const colorScheme = options.colorScheme ?? (data.some((value) => value < 0) ? "rdbu" : "blues");
  const domain = options.domain ?? schemeDomain(data, colorScheme);
  const color = colorScale(domain, colorScheme, { dark: options.dark === true });
  const apart = options.keys !== undefined;
  const width = Math.max(120, options.width ?? 640);
  const queryFlow = flow(options.tokens, width);
  const keyFlow = apart ? flow(keys, width) : queryFlow;
  const keyTop = apart ? queryFlow.height + 18 : 0;
  const single = read.chosen === undefined;

  const drawn = picture(options, {
    width: Math.max(queryFlow.width, keyFlow.width),
    height: keyTop + keyFlow.height,
    kind: counted(options.tokens.length, "token"),
    summary: read.sentence(undefined),
    longest: longestOf(options.tokens.map((_, i) => read.sentence(i))),
    scale: { domain, color, missing: data.some((value) => !Number.isFinite(value)) },
    role: single ? "list" : "listbox",
  });
  const draw = (token: string, box: Box, top: number, role: string, index: number): Token => {
    const group = put(drawn.body, "g", { role, "data-token": index });
    const place = { ...box, y: box.y + top };
    const rect = put(group, "rect", { ...place, rx: 4, fill: "none", "pointer-events": "all" });
    const shown = clip(labelOf(token), box.width - 4, size);
    const at = { x: box.x + box.width / 2, y: place.y + box.height / 2, dy: "0.35em" };
    const style = { "text-anchor": "middle", "font-size": size, fill: "currentColor" };
    const text = put(group, "text", { ...at, ...style }, shown);
    return { group, rect, text, box: place };
  };
  const queries = options.tokens.map((token, i) =>
    draw(token, queryFlow.boxes[i] ?? noBox, 0, single ? "listitem" : "option", i),
  );
  const colored = apart
    ? keys.map((key, i) => draw(key, keyFlow.boxes[i] ?? noBox, keyTop, "presentation", i))
    : queries;
  if (apart) for (const { group } of colored) group.setAttribute("aria-hidden", "true");
  const paint = (query: number | undefined): void => {
    for (const [i, value] of read.row(query).entries()) {
      const known = Number.isFinite(value);
      colored[i]?.rect.setAttribute("fill", known ? css(color(value)) : emptyFill(options));
      colored[i]?.text.setAttribute("fill", known ? contrastingInk(color(value)) : "currentColor");
    }
  };
  let { chosen } = read;
  const mark = (): void => {
    for (const [i, { group, rect }] of queries.entries()) {
      group.setAttribute("aria-selected", String(i === chosen));
      rect.setAttribute("stroke", i === chosen ? "currentColor" : "none");
      rect.setAttribute("stroke-width", "2");
      rect.setAttribute("stroke-dasharray", "4 2");
    }
  };
  paint(undefined);
  if (!single) mark();
  const places: Place[] = queries.map(({ group, box }, i) => ({
    element: group,
    ...box,
    says: single ? `${quoted(options.tokens[i] ?? "")}: ${valueText(data[i])}` : read.sentence(i),
  }));
  explore(drawn, [places], {
    visit: (row, col) => {
      if (single) return undefined;
      paint(row === undefined ? chosen : col);
      return read.sentence(chosen);
    },
    choose: (_, col) => {
      if (!single) {
        chosen = col;
        mark();
      }
      options.onChoose?.(col);
    },
  });
  return drawn.svg;
}

interface Token {
  readonly group: SVGElement;
  readonly rect: SVGElement;
  readonly text: SVGElement;
  readonly box: Box;
}

function longestOf(sentences: readonly string[]): string {
  return sentences.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
}

const noBox: Box = { x: 0, y: 0, width: 0, height: 0 };

/** Tokens side by side, in lines of at most a width. A space that begins a token keeps it apart from the one before. */
function flow(tokens: readonly string[], most: number) {
  const spaced = tokens.some((token) => /^\s/.test(token));
  const boxes: Box[] = [];
  let [x, y, width] = [2, 3, 0];
  for (const token of tokens) {
    const shown = labelOf(token);
    const own = Math.min(most - 6, Math.ceil(textWidth(shown, size)) + 8);
    const gap = x === 2 ? 0 : !spaced || /^\s/.test(token) ? 6 : 1;
    if (x > 2 && x + gap + own > most - 2) {
      x = 2;
      y += lineHeight;
    } else x += gap;
    boxes.push({ x, y, width: own, height: boxHeight });
    x += own;
    width = Math.max(width, x + 2);
  }
  return { boxes, width, height: y + boxHeight + 3 };
}
