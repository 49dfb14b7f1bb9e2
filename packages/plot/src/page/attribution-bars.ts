/// <reference lib="dom" preserve="true" />

import { valueText } from "../domain.ts";
import type { Vector } from "../input.ts";
import { type Bar, barsSentence, readBars } from "../readings.ts";
import { action, checkOptions, count, flag, names, type Rules } from "../rules.ts";
import { fontSize, put } from "../svg.ts";
import { clip, labelOf, printable, textWidth } from "../text.ts";
import { explore, type PictureStyle, type Place, picture, pictureRules } from "./picture.ts";

/** Options of {@link attributionBars}. */
export interface AttributionBarsOptions extends PictureStyle {
  /** One label for each value: a token, a head, a component. */
  readonly labels: readonly string[];
  /** Whether the bars go from the largest size to the smallest, instead of in the order given. Default false. */
  readonly sorted?: boolean;
  /** At most this many bars, those of the largest size; one more has the sum of the others. All unless given. */
  readonly most?: number;
  /** Called with the index of a value whose bar was clicked, tapped, or chosen by Enter or the space bar. */
  readonly onChoose?: (index: number) => void;
}

const rules: Rules<AttributionBarsOptions> = {
  ...pictureRules,
  labels: names,
  sorted: flag,
  most: count,
  onChoose: action,
};

const barHeight = 22;
/** Ends of the scheme "rdbu", which color-blind readers can distinguish; the side of a bar shows its sign, too. */
const inks = { light: ["#b2182b", "#2166ac"], dark: ["#f08a6b", "#6fb4e8"] } as const;

/**
 * How much each token, head or component adds to a result, as signed bars: values below 0 to the left, others to the right.
 * In a page, pointing at a bar, focusing or tapping it shows its value below.
 *
 * @param values shape (n): parts of a sum, such as direct logit attributions or integrated gradients
 * @returns one svg element: an ARIA list, each bar with its label and value as its name; the values' sum is below
 * @throws PlotError for a missing or unknown option or a wrong value, for no values, or labels that are not one for each
 * @example
 * const draw = (document) => attributionBars([0.5, -1.2, 2], { labels: ["embed", "head 0.1", "mlp 1"], sorted: true, document });
 * (await toSvg(draw)).includes("Largest: mlp 1: 2. Smallest: head 0.1: −1.2. Sum: 1.3.") // true
 */
export function attributionBars(values: Vector, options: AttributionBarsOptions): SVGSVGElement {
  const what = "attributionBars";
  checkOptions(what, options, rules, "attributionBars(values, { labels })", ["labels"]);
  const { bars, all } = readBars(what, values, options);
  const width = Math.max(160, options.width ?? 480);
  const shown = bars.map(({ label }) => labelOf(label));
  const labelWidth = Math.min(width * 0.36, Math.max(...shown.map((label) => textWidth(label, fontSize))));
  const left = Math.ceil(labelWidth) + 12;
  const numberWidth = Math.max(...bars.map(({ value }) => textWidth(valueText(value), fontSize))) + 8;
  const finite = bars.map(({ value }) => value).filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const high = Math.max(0, ...finite);
  // Leaves room for the numbers beyond the ends of the bars.
  const from = left + (low < 0 ? numberWidth : 4);
  const to = width - numberWidth - 2;
  const zero = high === low ? from : from + ((to - from) * -low) / (high - low);
  const at = (value: number): number => (high === low ? from : zero + ((to - from) * value) / (high - low));

  const drawn = picture(options, {
    width,
    height: bars.length * barHeight + 4,
    kind: `${all.length} bars`,
    summary: barsSentence(options.labels, all),
    role: "list",
  });
  const [below, above] = options.dark === true ? inks.dark : inks.light;
  const places: Place[][] = [];
  for (const [row, { label, value, index }] of bars.entries()) {
    const y = row * barHeight;
    const group = put(drawn.body, "g", { role: "listitem", ...(index < 0 ? {} : { "data-index": index }) });
    // Two pixels on each side are for the ring.
    const box = { x: 2, y: y + 2, width: width - 4, height: barHeight - 4 };
    // Pointers find the whole row.
    put(group, "rect", { ...box, fill: "none", "pointer-events": "all" });
    const name = { x: left - 8, y: y + barHeight / 2, dy: "0.35em", "text-anchor": "end" };
    put(group, "text", name, clip(shown[row] ?? "", labelWidth + 2, fontSize));
    const known = Number.isFinite(value);
    const end = known ? at(value) : zero;
    const bar = { x: Math.min(zero, end), y: y + 4, width: Math.abs(end - zero), height: barHeight - 8 };
    put(group, "rect", { ...bar, fill: value < 0 ? below : above });
    const number = { y: y + barHeight / 2, dy: "0.35em", "text-anchor": value < 0 ? "end" : "start" };
    const x = value < 0 ? end - 5 : end + 5;
    put(group, "text", { x, ...number }, valueText(value));
    places.push([{ element: group, ...box, says: `${printable(label)}: ${valueText(value)}` }]);
  }
  const axis = { x1: zero, x2: zero, y1: 0, y2: bars.length * barHeight, stroke: "currentColor" };
  put(drawn.body, "line", { ...axis, "aria-hidden": "true" });
  const { onChoose } = options;
  const choose = (row: number): void => {
    const { index = -1 } = bars[row] ?? ({} as Partial<Bar>);
    if (index >= 0) onChoose?.(index);
  };
  explore(drawn, places, onChoose === undefined ? {} : { choose });
  return drawn.svg;
}
